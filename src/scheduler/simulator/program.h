// Model programs: threads as lists of ops over locks, events, condition variables and variables.
//
//     Program p("lost-update");
//     const auto x = p.variable("x");
//     for (const char* name : {"a", "b"})
//         p.thread(name, [&](Body& t) { const Value old = t.read(x);  t.write(x, old + 1); });
//
// A body is ordinary C++ that runs once and writes down what the thread will do; plain `if` and `for` unroll,
// while `when` and `loop_while` become control flow of the model. Between two ops a thread computes on
// registers; that costs no step. Threads that nobody creates are there from the start; the first of them is the
// main thread.
#pragma once

#include "scheduler/ops.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cuzz::simulator {

enum class Code : std::uint8_t {
    // ops
    start,
    create,
    join,
    lock,
    unlock,
    try_lock,
    lock_shared,
    unlock_shared,
    wait,
    wait_timed,
    set,
    reset,
    acquire,
    release,
    sleep_on,
    wake_one,
    wake_all,
    read,
    write,
    add,
    exchange,
    compare_exchange,
    yield,
    exit,
    // computation between ops
    constant,
    plus,
    minus,
    equal,
    less,
    jump,
    jump_if_zero,
    choose,
    fail_if_zero,
    end
};

constexpr bool is_op(Code code) { return code < Code::constant; }

struct Instruction {
    Code code = Code::end;
    std::uint16_t to = 0;        // register written
    std::uint16_t a = 0, b = 0;  // registers read
    std::int64_t number = 0;     // constant, jump target, index of a message, initial value
    std::uint32_t index = 0;     // which variable, lock, … or thread
    Op op;                       // what the strategy sees
    std::uint32_t other = 0;     // the lock of a condition variable's wait
};

struct Object {
    enum class Kind : std::uint8_t { variable, lock, event, semaphore, condition, thread };
    Kind kind;
    std::string name;
    std::int64_t initial = 0;  // of a variable or a semaphore; an event's state
    bool manual = false;       // of an event
};

struct ThreadModel {
    std::string name;
    std::vector<Instruction> code;
    std::uint16_t registers = 0;
    bool created = false;  // by another thread
};

// What the builder hands out: an index that cannot be taken for another kind's.
template <Object::Kind kind>
struct Ref {
    ObjectId object = no_object;
};
using Variable = Ref<Object::Kind::variable>;
using Lock = Ref<Object::Kind::lock>;
using Event = Ref<Object::Kind::event>;
using Semaphore = Ref<Object::Kind::semaphore>;
using Condition = Ref<Object::Kind::condition>;
using Thread = Ref<Object::Kind::thread>;

class Body;

// A register of a thread, or a constant.
class Value {
public:
    Value(std::int64_t constant) : constant_(constant) {}

    friend Value operator+(Value a, Value b);
    friend Value operator-(Value a, Value b);
    friend Value operator==(Value a, Value b);
    friend Value operator!=(Value a, Value b);
    friend Value operator<(Value a, Value b);
    friend Value operator>(Value a, Value b) { return b < a; }

private:
    friend class Body;
    Value(Body* body, std::uint16_t where) : body_(body), register_(where) {}

    Body* body_ = nullptr;  // null for a constant
    std::uint16_t register_ = 0;
    std::int64_t constant_ = 0;
};

class Program {
public:
    explicit Program(std::string name) : name_(std::move(name)) {}

    Variable variable(std::string name, std::int64_t initial = 0);
    Lock lock(std::string name);
    Event event(std::string name, bool manual = false, bool set = false);
    Semaphore semaphore(std::string name, std::int64_t count = 0);
    Condition condition(std::string name);
    Thread thread(std::string name, const std::function<void(Body&)>& write);

    const std::string& name() const { return name_; }
    const std::vector<ThreadModel>& threads() const { return threads_; }
    const Object& object(ObjectId id) const { return objects_[id - 1]; }
    std::uint32_t object_count() const { return static_cast<std::uint32_t>(objects_.size()); }
    std::uint32_t thread_index(ObjectId id) const { return thread_of_[id - 1]; }
    const std::string& message(std::size_t index) const { return messages_[index]; }

private:
    friend class Body;
    ObjectId add(Object object);

    std::string name_;
    std::vector<Object> objects_;           // object id − 1
    std::vector<std::uint32_t> thread_of_;  // object id − 1, for threads
    std::vector<ThreadModel> threads_;
    std::vector<std::string> messages_;
    std::uint32_t sites_ = 0;
};

// Writes one thread down. Every function that returns a Value gives a fresh register.
class Body {
public:
    void lock(Lock m) { op(Code::lock, OpKind::acquire, m.object); }
    void unlock(Lock m) { op(Code::unlock, OpKind::release, m.object); }
    Value try_lock(Lock m) { return op_to(Code::try_lock, OpKind::try_acquire, m.object); }
    void lock_shared(Lock m) { op(Code::lock_shared, OpKind::acquire_shared, m.object); }
    void unlock_shared(Lock m) { op(Code::unlock_shared, OpKind::release, m.object); }
    void wait(Event e) { op(Code::wait, OpKind::wait, e.object); }
    Value wait_or_timeout(Event e) {
        return op_to(Code::wait_timed, OpKind::wait, e.object);
    }  // 0: timed out
    void set(Event e) { op(Code::set, OpKind::set, e.object); }
    void reset(Event e) { op(Code::reset, OpKind::reset, e.object); }
    void acquire(Semaphore s) { op(Code::acquire, OpKind::wait, s.object); }
    void release(Semaphore s) { op(Code::release, OpKind::release, s.object); }
    void wait(Condition c, Lock m);
    void wake_one(Condition c) { op(Code::wake_one, OpKind::wake_one, c.object); }
    void wake_all(Condition c) { op(Code::wake_all, OpKind::wake_all, c.object); }
    Value read(Variable x) { return op_to(Code::read, OpKind::read, x.object); }
    void write(Variable x, Value v);
    Value add(Variable x, Value v);                                     // the old value
    Value exchange(Variable x, Value v);                                // the old value
    Value compare_exchange(Variable x, Value expected, Value desired);  // 1 if it was as expected
    void yield() { op(Code::yield, OpKind::yield, no_object); }
    void create(Thread t);  // once in a run: a model is one thread
    void join(Thread t) { op(Code::join, OpKind::join, t.object); }
    void exit() { op(Code::exit, OpKind::exit, no_object); }

    void when(Value condition, const std::function<void()>& then,
              const std::function<void()>& otherwise = {});
    void loop_while(const std::function<Value()>& condition, const std::function<void()>& body);
    Value choose(std::uint32_t count);
    void check(Value condition, std::string message);  // the run fails where it is 0
    Value let(Value v);                                // a register that starts as v
    void set_value(Value target, Value v);             // assigns to a register

private:
    friend class Program;
    friend class Value;
    friend Value operator+(Value a, Value b);
    friend Value operator-(Value a, Value b);
    friend Value operator==(Value a, Value b);
    friend Value operator!=(Value a, Value b);
    friend Value operator<(Value a, Value b);

    Body(Program& program, ThreadModel& model) : program_(program), model_(model) {}

    Instruction& op(Code code, OpKind kind, ObjectId object);
    Value op_to(Code code, OpKind kind, ObjectId object);
    Value compute(Code code, Value a, Value b);
    Instruction& local(Code code);
    Value fresh();
    std::uint16_t in_register(Value v);
    std::int64_t here() const { return static_cast<std::int64_t>(model_.code.size()); }

    Program& program_;
    ThreadModel& model_;
};

}  // namespace cuzz::simulator
