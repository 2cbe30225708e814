// The engine: one run's threads, their pending ops, who is enabled, and the order that a strategy gives them.
//
// It knows nothing of Win32 and nothing of time. The mechanism (in the injected DLL) or the simulator tells it
// what threads are about to do and whether they could, and asks who goes on:
//
//     engine.start(strategy, estimates, seed);
//     engine.birth(no_thread, first_op);
//     while ((t = engine.next()) != no_thread) { do t's op;  engine.pend(t, its next op, enabled) or engine.finish(t); }
//     engine.finish_run();
//
// Data flows one way: op → engine → strategy → pick → gate. After `start` the engine neither allocates nor
// throws. It is used by one thread at a time: under serial control whoever holds the token.
#pragma once

#include "scheduler/observer.h"
#include "scheduler/recorder.h"
#include "scheduler/strategy.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace cuzz {

struct Limits {
    std::uint64_t steps = 1'000'000;   // ops in a run, then it is called a livelock
    std::size_t picks = 1'100'000;     // entries of the recorded schedule
    std::uint32_t spin_reads = 1'000;  // reads in a row, alone among others, that look like spinning
};

class Engine {
public:
    explicit Engine(const Limits& limits = {});

    // Observers and estimates must outlive the run. Record elsewhere than in the engine's own memory with
    // `record_into`, before `start`.
    void record_into(std::span<Pick> memory) { recorder_ = Recorder(memory); }
    void record_into(std::span<std::uint64_t> words, std::atomic<std::uint64_t>& size) {
        recorder_ = Recorder(words, size);
    }
    void start(Strategy& strategy, const Estimates& estimates, std::uint64_t seed,
               std::span<Observer* const> observers = {});

    // A thread comes to life with its first op pending and enabled. `no_thread` when the table is full.
    ThreadId birth(ThreadId parent, const Op& first);
    void finish(ThreadId thread);

    // `thread`'s next op; whether it could go on with it.
    void pend(ThreadId thread, const Op& op, bool enabled) {
        pending_[thread] = op;
        enabled_.set(thread, enabled);
    }
    // A thread is back from outside and can go on: a pick like any other.
    void arrive(ThreadId thread) {
        enabled_.insert(thread);
        recorder_.add({Pick::Kind::arrival, OpKind::wait, thread, no_object, 0, 0});
    }
    void block(ThreadId thread) { enabled_.erase(thread); }
    void unblock(ThreadId thread) { enabled_.insert(thread); }
    void block(const ThreadSet& threads) { enabled_.erase(threads); }
    void unblock(const ThreadSet& threads) { enabled_.insert(threads); }

    // Serial control: a point, and who goes on. `no_thread` if nobody can, the limit is reached or the strategy
    // gave up; `stop_reason` says which.
    ThreadId next();

    // Parallel and free control: a point, who may go on, and then who of them did.
    const ThreadSet& admit();
    void commit(ThreadId thread);
    std::uint32_t delay(ThreadId thread) { return strategy_->delay(thread, pending_[thread]); }

    // Picks that are not threads. The spans must not be empty.
    ThreadId choose_waiter(ObjectId object, std::span<const ThreadId> waiters);
    ThreadId choose_timeout(std::span<const ThreadId> waiters);
    std::uint32_t choose_value(std::uint32_t count);

    void flag() { facts_.flagged = true; }
    const RunFacts& finish_run();

    enum class Stop : std::uint8_t { none, nobody_enabled, step_limit, given_up };
    Stop stop_reason() const { return stop_; }

    const ThreadSet& enabled() const { return enabled_; }
    const ThreadSet& live() const { return live_; }
    const Op& pending(ThreadId thread) const { return pending_[thread]; }
    const ThreadName& name(ThreadId thread) const { return names_[thread]; }
    const RunFacts& facts() const { return facts_; }
    const Recorder& recorder() const { return recorder_; }

private:
    Point point() const { return {facts_.steps, last_, enabled_, pending_}; }
    bool begin_point();
    void report_step();
    void note_spinning(const Step& step);
    void note_phase();
    ThreadId choose_thread(Choice::Kind kind, Pick::Kind pick, ObjectId object,
                           std::span<const ThreadId> threads);

    Limits limits_;
    std::vector<Pick> own_picks_;
    Recorder recorder_;
    ThreadSet live_;
    ThreadSet enabled_;
    ThreadSet admitted_;
    std::vector<Op> pending_;              // by thread
    std::vector<ThreadName> names_;        // by thread
    std::vector<std::uint32_t> children_;  // by thread: births so far
    std::uint32_t first_threads_ = 0;

    Strategy* strategy_ = nullptr;
    const Estimates* estimates_ = nullptr;
    std::span<Observer* const> observers_;
    bool every_point_ = false;
    RunFacts facts_;
    Stop stop_ = Stop::none;

    ThreadId last_ = no_thread;  // who executed the last op
    Op last_op_;
    bool unreported_ = false;  // that op's `executed` is still to come
    bool had_choice_ = false;
    std::uint32_t reads_in_row_ = 0;
    std::uint64_t k_in_phase_ = 0;
    bool alone_ = true;  // no choice since the last phase boundary
};

}  // namespace cuzz
