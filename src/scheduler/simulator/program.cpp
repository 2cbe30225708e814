#include "scheduler/simulator/program.h"

#include <cstdlib>
#include <utility>

namespace cuzz::simulator {

ObjectId Program::add(Object object) {
    objects_.push_back(std::move(object));
    thread_of_.push_back(0);
    return static_cast<ObjectId>(objects_.size());
}

Variable Program::variable(std::string name, std::int64_t initial) {
    return {add({Object::Kind::variable, std::move(name), initial})};
}

Lock Program::lock(std::string name) { return {add({Object::Kind::lock, std::move(name)})}; }

Event Program::event(std::string name, bool manual, bool set) {
    return {add({Object::Kind::event, std::move(name), set ? 1 : 0, manual})};
}

Semaphore Program::semaphore(std::string name, std::int64_t count) {
    return {add({Object::Kind::semaphore, std::move(name), count})};
}

Condition Program::condition(std::string name) { return {add({Object::Kind::condition, std::move(name)})}; }

Thread Program::thread(std::string name, const std::function<void(Body&)>& write) {
    const ObjectId object = add({Object::Kind::thread, name});
    ThreadModel model;
    model.name = std::move(name);
    Body body(*this, model);
    write(body);
    body.local(Code::end);
    thread_of_[object - 1] = static_cast<std::uint32_t>(threads_.size());
    threads_.push_back(std::move(model));
    return {object};
}

Instruction& Body::local(Code code) {
    model_.code.emplace_back();
    model_.code.back().code = code;
    return model_.code.back();
}

Instruction& Body::op(Code code, OpKind kind, ObjectId object) {
    Instruction& i = local(code);
    i.index = object - 1;
    i.op = {kind, object, ++program_.sites_};
    return i;
}

Value Body::fresh() { return Value(this, model_.registers++); }

Value Body::op_to(Code code, OpKind kind, ObjectId object) {
    const Value result = fresh();
    op(code, kind, object).to = result.register_;
    return result;
}

std::uint16_t Body::in_register(Value v) {
    if (v.body_ != nullptr) return v.register_;
    const Value result = fresh();
    Instruction& i = local(Code::constant);
    i.to = result.register_;
    i.number = v.constant_;
    return result.register_;
}

Value Body::compute(Code code, Value a, Value b) {
    const std::uint16_t left = in_register(a), right = in_register(b);
    const Value result = fresh();
    Instruction& i = local(code);
    i.to = result.register_;
    i.a = left;
    i.b = right;
    return result;
}

void Body::wait(Condition c, Lock m) { op(Code::sleep_on, OpKind::wait, c.object).other = m.object - 1; }

void Body::write(Variable x, Value v) {
    const std::uint16_t from = in_register(v);
    op(Code::write, OpKind::write, x.object).a = from;
}

Value Body::add(Variable x, Value v) {
    const std::uint16_t by = in_register(v);
    const Value old = op_to(Code::add, OpKind::update, x.object);
    model_.code.back().a = by;
    return old;
}

Value Body::exchange(Variable x, Value v) {
    const std::uint16_t with = in_register(v);
    const Value old = op_to(Code::exchange, OpKind::update, x.object);
    model_.code.back().a = with;
    return old;
}

Value Body::compare_exchange(Variable x, Value expected, Value desired) {
    const std::uint16_t a = in_register(expected), b = in_register(desired);
    const Value done = op_to(Code::compare_exchange, OpKind::update, x.object);
    model_.code.back().a = a;
    model_.code.back().b = b;
    return done;
}

void Body::create(Thread t) {
    const std::uint32_t child = program_.thread_of_[t.object - 1];
    if (program_.threads_[child].created) std::abort();  // its registers and its end are one thread's
    program_.threads_[child].created = true;
    op(Code::create, OpKind::create, t.object).other = child;
}

void Body::when(Value condition, const std::function<void()>& then, const std::function<void()>& otherwise) {
    const std::uint16_t test = in_register(condition);
    const auto branch = static_cast<std::size_t>(here());
    local(Code::jump_if_zero).a = test;
    then();
    if (otherwise) {
        const auto skip = static_cast<std::size_t>(here());
        local(Code::jump);
        model_.code[branch].number = here();
        otherwise();
        model_.code[skip].number = here();
    } else {
        model_.code[branch].number = here();
    }
}

void Body::loop_while(const std::function<Value()>& condition, const std::function<void()>& body) {
    const std::int64_t again = here();
    const std::uint16_t test = in_register(condition());
    const auto branch = static_cast<std::size_t>(here());
    local(Code::jump_if_zero).a = test;
    body();
    local(Code::jump).number = again;
    model_.code[branch].number = here();
}

Value Body::choose(std::uint32_t count) {
    const Value result = fresh();
    Instruction& i = local(Code::choose);
    i.to = result.register_;
    i.number = count;
    return result;
}

void Body::check(Value condition, std::string message) {
    const std::uint16_t test = in_register(condition);
    Instruction& i = local(Code::fail_if_zero);
    i.a = test;
    i.number = static_cast<std::int64_t>(program_.messages_.size());
    program_.messages_.push_back(std::move(message));
}

Value Body::let(Value v) {
    const Value result = fresh();
    set_value(result, v);
    return result;
}

void Body::set_value(Value target, Value v) {
    const std::uint16_t from = in_register(v), zero = in_register(Value(0));
    Instruction& i = local(Code::plus);
    i.to = target.register_;
    i.a = from;
    i.b = zero;
}

namespace {

Body* body_of(Body* a, Body* b) { return a != nullptr ? a : b; }

}  // namespace

// Two constants have no thread to compute in, so at least one side must be a register.
Value operator+(Value a, Value b) { return body_of(a.body_, b.body_)->compute(Code::plus, a, b); }
Value operator-(Value a, Value b) { return body_of(a.body_, b.body_)->compute(Code::minus, a, b); }
Value operator==(Value a, Value b) { return body_of(a.body_, b.body_)->compute(Code::equal, a, b); }
Value operator<(Value a, Value b) { return body_of(a.body_, b.body_)->compute(Code::less, a, b); }
Value operator!=(Value a, Value b) {
    const Value same = a == b;
    return same == Value(0);
}

}  // namespace cuzz::simulator
