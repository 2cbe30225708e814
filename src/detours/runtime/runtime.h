// The mechanism inside the program: who may run, where threads park, what they wait for.
//
// A hook tells the runtime what its thread is about to do; the engine (and so the strategy) says who goes on. A thread
// that goes on finds that its op can be done: the runtime models who holds what and asks the kernel for the state of
// kernel objects.
//
// Serial control: one token. The thread that has it is the only controlled one outside a gate, and only it touches
// what is below, so there is no lock. Parallel and free control: a point and its op happen inside one monitor, and
// only the code between ops runs at the same time. Either way whoever calls the functions below has the state to
// itself.
//
// Threads back from a wait that is not modelled and threads that are not controlled leave word in the inbox and claim
// the token if it is free; whoever has it looks there at every point.
//
// One class in several files: runtime.cpp (points), gates.cpp (parking, the monitor), locks.cpp, waits.cpp (objects,
// time limits), outside.cpp (waits that are not modelled, uncontrolled and loose threads), calls.cpp (asynchronous
// procedure calls), births.cpp, ending.cpp.
#pragma once

#include "channel/channel.h"
#include "detours/runtime/clock.h"
#include "detours/runtime/inbox.h"
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
    ThreadState* self() const {
        return is_over_.load(std::memory_order_relaxed) ? nullptr : static_cast<ThreadState*>(tls_slot(tls_));
    }
    ThreadState& state(ThreadId id) { return threads_[id]; }
    // Our own monitor and gates: to wake those who wait there is not the program's business.
    bool owns(const void* address) const {
        return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(this) <
               sizeof *this;
    }

    // The frame of every hook: between them the thread has the state to itself.
    void begin_hook(ThreadState& self) {
        if (is_shared_)
            enter_monitor(self);
        else if (self.is_loose.load(std::memory_order_relaxed))
            rejoin(self);
    }
    void end_hook() {
        if (is_shared_) leave_monitor();
    }

    // --- points

    // Before an op that can always be done.
    void point(ThreadState& self, const Op& op) {
        if (is_alone()) return;
        engine_->pend(self.id, op, true);
        go_on(self);
    }
    // A yield or a failed poll: time passes too.
    void pass_time(ThreadState& self, const Op& op);
    // Reads the clock, which moves it.
    std::uint64_t read_clock();

    // --- locks
    // Before taking one: until nobody whom we control holds it. After that, and after leaving it.
    void acquire(ThreadState& self, Object& lock, bool shared, SiteId site);
    void taken(ThreadState& self, Object& lock, bool shared);
    void released(Object& lock, bool shared);

    // --- waits
    // Until the record's objects are signalled, it was granted one, or its time is over.
    void wait(ThreadState& self, const Op& op);
    bool could_go(const ThreadState& thread) const;
    bool is_signalled(const Object& object, HANDLE handle) const;
    // Something happened to the object: who waits for it may be able to go on now, or no more.
    void changed(Object& object);
    // Hands the object's signal to one waiter that the strategy picks, or to all of them. Those who wait for several
    // objects at once need more than one signal and are left out. False if there was nobody.
    bool grant_one(Object& object);
    void grant_all(Object& object);
    void arm(Object& timer);  // it is due at some time from now on

    // --- asynchronous procedure calls
    // One was queued for the thread.
    void queue_call(ThreadState& target);
    // Runs the caller's own, as scheduled code.
    void run_calls(ThreadState& self);

    // --- waits that are not modelled: without the token in between
    void leave(ThreadState& self, const Op& op);
    // The same from outside a hook, and without waiting for anything. False if the thread does not have the token.
    bool leave_quietly(ThreadState& self, const Op& op);
    void come_back(ThreadState& self);
    // From whoever is not scheduled: a wake-up that controlled threads may be waiting for.
    void tell(News news, Key key);
    // The launcher sees no progress: a thread may be spinning.
    void watch();

    // For what is certain to come at once, and needs nobody: the token is kept.
    void await(HANDLE handle);

    // --- birth and death
    ThreadState* birth(ThreadState& parent, const Op& start);
    // It comes when it can: nobody waits for it to get there.
    void expect_later(ThreadState& child);
    void enter(ThreadState& child);          // the child's first call: parks until it is picked
    void await_arrival(ThreadState& child);  // the parent's: until the child is parked
    void end_thread(ThreadState& self);      // its last call: the token goes on
    void bury(ThreadState& victim);          // it is no more
    void abandon(ThreadState& victim);       // the same for one that another thread has ended
    void hold(ThreadState& child);           // made suspended
    ThreadState* thread_by_os_id(DWORD id);
    Object* object_of(ThreadState& thread);  // what others wait for to join it
    // How often it was suspended before.
    std::uint32_t suspend(ThreadState& self, ThreadState& target);
    std::uint32_t resume(ThreadState& target);
    // Makes the parked thread end itself, and waits until it has.
    void end_parked(ThreadState& victim, HANDLE handle, LONG code);
    // Threads that are not ours: one was made, begins, is no more.
    void stranger_made() { starting_.fetch_add(1); }
    void stranger_begins() {
        uncontrolled_.fetch_add(1);
        if (starting_.load() > 0) starting_.fetch_sub(1);
    }
    void stranger_ends() { uncontrolled_.fetch_sub(1); }

    // An exception that nobody handles: the thread that had it, and its stack.
    void report_crash(ThreadState& self);
    // The program ends: no more scheduling.
    void end_run(channel::Verdict verdict, LONG exit_code = 1);
    bool is_over() const { return is_over_.load(); }
    // Nobody else lives: what the thread does concerns nobody, and is neither scheduled nor recorded.
    bool is_alone() const { return !engine_->live().several(); }

    Objects objects;
    Clock clock;
    channel::Control* control = nullptr;
    bool has_io_calls = false;  // the program uses completion routines: alertable waits may end outside
    std::int32_t strangers() const { return uncontrolled_.load() + starting_.load(); }
    void flag() {
        control->flagged = 1;
        engine_->flag();
    }
    Engine& engine() { return *engine_; }

private:
    static constexpr ThreadId guest = no_thread - 1;  // holds the token for an uncontrolled thread

    bool take_request(channel::Control& shared);
    void pin();

    void go_on(ThreadState& self) {
        if (is_shared_) return go_on_shared(self);
        const ThreadId to = next();
        if (to != self.id) give_way(self, to);
    }
    // A stranger only brings news: it must not spend its time on finding out why nobody can run.
    ThreadId next(bool is_stranger = false);
    bool unstick();
    bool wait_for_outside();
    void stop_if_told();
    void give_way(ThreadState& self, ThreadId to);
    void hand_on(bool is_stranger = false);

    void open(ThreadState& thread);
    void hand_to(ThreadId thread) {
        holder_.store(thread);
        open(threads_[thread]);
    }
    bool park(ThreadState& self);
    void ask_for_stack(ThreadState& thread);
    void enter_monitor(ThreadState& self);
    void leave_monitor(bool is_stranger = false);
    void release_monitor();
    void go_on_shared(ThreadState& self);
    void settle(ThreadId self, bool is_stranger = false);
    void nap(DWORD milliseconds);

    bool fire_earliest();
    void fire_passed();
    void fire(ThreadId thread);
    void fire_timer(Object& timer);
    void queue_timer_call(Object& timer);
    std::uint64_t earliest() const;
    ThreadSet takers(const Object& object) const;
    void grant(ThreadId thread, Object& object);
    bool look_again();
    bool can_go(const ThreadState& thread);
    void abandon_mutexes(ThreadState& thread, HANDLE dying);

    void drain() {
        if (!inbox_.is_empty()) empty_inbox();
    }
    void empty_inbox();
    void claim();
    void rejoin(ThreadState& self);
    void loosen(ThreadId thread);

    [[noreturn]] void give_up(channel::Verdict verdict);
    void report_threads();

    static constexpr std::size_t most_timers = 256;

    ThreadState threads_[max_threads];
    std::unique_ptr<Strategy> strategy_;
    std::unique_ptr<Replay> replay_;
    std::unique_ptr<Engine> engine_;
    Estimates estimates_;
    Schedule schedule_;
    DWORD tls_ = 0;
    bool is_shared_ = false;  // parallel or free control
    bool is_free_ = false;
    std::atomic<bool> is_over_{true};
    std::atomic<ThreadId> holder_{no_thread};  // of the token
    SRWLOCK monitor_ = SRWLOCK_INIT;
    Inbox inbox_;
    std::uint32_t outside_ = 0;  // threads in waits that are not modelled
    std::atomic<std::int32_t> uncontrolled_{0}, starting_{0};
    ThreadSet suspended_;
    std::uint64_t next_deadline_ = never;  // not after the earliest one
    Object* timers_[most_timers] = {};
    std::size_t timer_count_ = 0;
};

extern Runtime& runtime;

}  // namespace cuzz::detours
