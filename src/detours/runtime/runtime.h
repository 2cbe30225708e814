// The mechanism inside the program: who has the token, where threads park, what they wait for.
//
// Under serial control the thread with the token is the only controlled one outside a gate, and only it touches
// what is below, so there is no lock. A hook tells the runtime what its thread is about to do; the engine (and so
// the strategy) says who goes on; the token is handed to that thread's gate. A thread that is picked finds that its
// op can be done: the runtime models who holds what and asks the kernel for the state of kernel objects.
//
// Threads back from a wait that is not modelled push themselves into the inbox and claim the token if it is free;
// whoever has it looks there at every point.
#pragma once

#include "channel/channel.h"
#include "detours/runtime/clock.h"
#include "detours/runtime/objects.h"
#include "detours/runtime/thread_state.h"
#include "scheduler/engine.h"
#include "scheduler/replay.h"

#include <atomic>
#include <memory>

namespace cuzz::detours {

class Runtime {
public:
    // Reads the channel, makes engine and strategy, and takes the calling thread as the main one. False with a
    // message in the channel if it cannot.
    bool start(channel::Control& control);

    // The calling thread's state, or null if it is not controlled (or control is over).
    ThreadState* self() const { return is_over_ ? nullptr : static_cast<ThreadState*>(tls_slot(tls_)); }
    ThreadState& state(ThreadId id) { return threads_[id]; }

    // --- points: the caller has the token, and has it again when they return

    // Before an op that can always be done.
    void point(ThreadState& self, const Op& op);
    // Before taking a lock: until nobody whom we control holds it. After that, and after leaving it.
    void acquire(ThreadState& self, Object& lock, bool shared, SiteId site);
    void taken(ThreadState& self, Object& lock, bool shared);
    void released(Object& lock, bool shared);
    // Until the record's objects are signalled, it was granted one, or its time is over.
    void wait(ThreadState& self, const Op& op);
    // Something happened to the object: who waits for it may be able to go on now, or no more.
    void changed(Object& object);
    // One of those who wait for the object, as the strategy picks; `no_thread` if nobody does.
    ThreadId choose_waiter(Object& object);
    void grant(ThreadId thread, Object& object);

    // --- waits that are not modelled: without the token in between
    void leave(ThreadState& self, const Op& op);
    void come_back(ThreadState& self);

    // --- birth and death
    ThreadState* birth(ThreadState& parent, const Op& start);
    void enter(ThreadState& child);          // the child's first call: parks until it is picked
    void await_arrival(ThreadState& child);  // the parent's: until the child is parked
    void end_thread(ThreadState& self);      // its last call: the token goes on

    // An exception that nobody handles: the thread that had it, and its stack.
    void report_crash(ThreadState& self);
    // The program ends: no more scheduling.
    void end_run(channel::Verdict verdict);
    bool is_over() const { return is_over_; }
    bool is_replaying() const { return replay_ != nullptr; }

    Objects objects;
    Clock clock;
    channel::Control* control = nullptr;
    bool is_real_time = false;
    DWORD tls() const { return tls_; }
    void flag();
    Engine& engine() { return *engine_; }

private:
    // Nobody else lives: what the thread does concerns nobody, and is neither scheduled nor recorded.
    bool is_alone() const { return !engine_->live().several(); }
    bool is_signalled(const Object& object, HANDLE handle) const;
    bool could_go(const ThreadState& thread) const;
    void go_on(ThreadState& self);
    ThreadId next();
    bool fire_timeout();
    void drain_inbox();
    void hand_to(ThreadId thread);
    void park(ThreadState& self);
    [[noreturn]] void give_up(channel::Verdict verdict);
    void report_threads();

    ThreadState threads_[max_threads];
    std::unique_ptr<Strategy> strategy_;
    std::unique_ptr<Replay> replay_;
    std::unique_ptr<Engine> engine_;
    Estimates estimates_;
    Schedule schedule_;
    DWORD tls_ = 0;
    std::atomic<ThreadId> holder_{no_thread};
    std::atomic<std::uint64_t> inbox_[ThreadSet::max_words] = {};
    std::atomic<std::uint32_t> arrivals_{0};  // how many are in there
    std::uint32_t outside_ = 0;               // threads in waits that are not modelled
    std::atomic<bool> is_over_{true};
};

extern Runtime& runtime;

}  // namespace cuzz::detours
