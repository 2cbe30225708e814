// The state of a model program in one run, and what each op does to it. Knows Windows' rules for the objects:
// locks may be barged, a set of an auto-reset event is granted at once to a waiter that the strategy picks, a
// manual-reset event releases all, a condition variable's wait releases its lock and takes it again.
//
// As in the papers, a wait is one op, enabled once its object is signalled. So whoever stands before a wait counts as
// waiting already: a set that is reset at once releases it, where on Windows it might have come too early.
#pragma once

#include "scheduler/engine.h"
#include "scheduler/simulator/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cuzz::simulator {

class World {
public:
    explicit World(const Program& program);

    // All objects as at the start, and the first threads born. The engine's run has just begun.
    void reset(Engine& engine);

    // Executes the pending op of `thread` and what it computes up to its next one.
    void step(Engine& engine, ThreadId thread);

    // Nobody is enabled: lets a timed wait run out. False if there is none.
    bool let_timeout_fire(Engine& engine);

    bool ended() const { return exited_ || failed(); }
    bool failed() const { return message_ != none; }
    std::size_t failure_message() const { return message_; }

    // What the thread in that slot is called in the model.
    const ThreadModel& model(ThreadId thread) const { return program_.threads()[tasks_[thread].model]; }
    // Who holds the lock, or `no_thread`.
    ThreadId owner(ObjectId lock) const { return objects_[lock - 1].owner; }
    std::int64_t value(Variable x) const { return objects_[x.object - 1].value; }

private:
    static constexpr std::size_t none = ~std::size_t{0};

    struct ObjectState {
        std::int64_t value = 0;      // of a variable, event or semaphore
        ThreadId owner = no_thread;  // of a lock
        std::uint32_t readers = 0;   // of a lock
        ThreadSet waiting;           // threads whose pending op needs the object
        ThreadSet waiting_shared;    // those of them that would only read-lock it
    };
    struct Task {
        std::uint32_t model = 0;
        const Instruction* at = nullptr;
        std::int64_t* registers = nullptr;
        bool granted = false;  // its wait has been answered, whatever becomes of the object
        bool timed_out = false;
        bool woken_to_lock = false;  // back from a condition variable, about to take the lock again
    };

    void spawn(Engine& engine, std::uint32_t model, ThreadId parent);
    void go_on(Engine& engine, ThreadId thread);
    bool could_go(const Task& task) const;
    void arrive(Engine& engine, ThreadId thread);
    void finish(Engine& engine, ThreadId thread);

    void take_lock(Engine& engine, ObjectState& lock, ThreadId thread);
    void free_lock(Engine& engine, ObjectState& lock);
    void grant(Engine& engine, ObjectState& object, ThreadId thread);
    void set_event(Engine& engine, const Instruction& i);
    void wait_done(Engine& engine, const Instruction& i, ThreadId thread);
    ThreadId choose_waiter(Engine& engine, std::uint32_t index);
    void wake(Engine& engine, ThreadId thread);

    const Program& program_;
    std::vector<ObjectState> initial_;  // by object id − 1
    std::vector<ObjectState> objects_;
    std::vector<ThreadSet> joiners_;                    // by thread model
    std::vector<bool> done_;                            // by thread model
    std::vector<std::vector<std::int64_t>> registers_;  // by thread model
    std::vector<Task> tasks_;                           // by thread slot
    std::vector<ThreadId> candidates_;
    bool exited_ = false;
    std::size_t message_ = none;
};

}  // namespace cuzz::simulator
