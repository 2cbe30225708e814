// The contract between the engine and a strategy: the policy that picks who goes on at a point.
//
// Mechanism and policy are apart (the NeedlePoint lesson). The engine knows who lives, who is enabled and what
// each thread is about to do; a strategy hears of it through the calls below and only picks. A strategy is one
// file under `strategies/`, cites its paper, says where it deviates, and is known elsewhere only by its line
// in `registry.cpp`.
//
// The order of calls in a run:
//
//     begin                                   may allocate; everything below may not, and never throws
//     born (once for each first thread)
//     { pick | admit | delay                  a point: which comes depends on the strategy's control
//       born / ended                          what the op did to other threads
//       executed                              the op is done, and so are its effects on who is enabled
//       yielded                               that op was a yield, or looked like spinning
//       phase }*                              one thread is alone again
//     end
//
// `choose` may come at any time: while an op is done, while a first thread comes to its first op, or when nobody can
// run and a timeout must fire. A run must be a pure function of options,
// estimates and seed: keep no other state from one run to the next (the systematic strategies, whose next run
// is what the last one left open, are the exception and say so).
#pragma once

#include "scheduler/control.h"
#include "scheduler/estimates.h"
#include "scheduler/facts.h"
#include "scheduler/ops.h"
#include "scheduler/random.h"
#include "scheduler/thread_name.h"
#include "scheduler/thread_set.h"

#include <cstdint>
#include <span>

namespace cuzz {

struct RunStart {
    std::uint64_t seed;
    const Estimates& estimates;  // outlives the run
};

struct Birth {
    ThreadId child;
    ThreadId parent;                 // `no_thread` for a thread that was there from the start
    const ThreadName& name;          // valid during the call
    const ThreadEstimate* estimate;  // what calibration saw of the thread with that name, or null
};

struct Point {
    std::uint64_t step;  // ops executed so far
    ThreadId current;    // who executed the last one; `no_thread` at the start
    const ThreadSet& enabled;
    std::span<const Op> pending;  // by thread; valid for every live thread, enabled or not
};

struct Step {
    ThreadId thread;
    Op op;
    // Two threads were enabled at its point or are now: a change of priority right after it can matter. This is
    // what k counts: sequential stretches are left out, the op that enables a second thread is not.
    bool counted;
    const ThreadSet& enabled;  // now, after it
    const Op* next;            // what the same thread does next, or null if it has ended
};

// A pick that is not a thread.
struct Choice {
    enum class Kind : std::uint8_t {
        waiter,   // who gets a wake-up: an index into `threads`
        timeout,  // whose timeout fires, nobody being able to run: an index into `threads`
        value     // a number that the program asked for
    };
    Kind kind;
    std::uint32_t count;  // pick 0 … count − 1
    ObjectId object;
    std::span<const ThreadId> threads;  // of size count, or empty
};

class Strategy {
public:
    Strategy() = default;
    Strategy(const Strategy&) = delete;
    Strategy& operator=(const Strategy&) = delete;
    virtual ~Strategy() = default;

    virtual Control control() const { return Control::serial; }

    // The only call of a run that may allocate. Overriders call it first: it seeds `random_`.
    virtual void begin(const RunStart& run) { random_.reseed(run.seed); }
    virtual void born(const Birth&) {}
    virtual void ended(ThreadId) {}

    // Serial control: who goes on, out of two or more enabled threads. `no_thread` ends the run.
    virtual ThreadId pick(const Point& point) = 0;

    // Parallel control: who may go on, out of the enabled threads; at least one.
    virtual void admit(const Point& point, ThreadSet& admitted) {
        admitted.clear();
        admitted.insert(pick(point));
    }

    // Free control: how long to hold a thread back before its op, in units of a short op.
    virtual std::uint32_t delay(ThreadId, const Op&) { return 0; }

    virtual std::uint32_t choose(const Choice& choice) { return random_.below(choice.count); }

    virtual void executed(const Step&) {}
    virtual void yielded(ThreadId, const ThreadSet& /*enabled*/) {}
    virtual void phase() {}
    virtual void end(const RunFacts&) {}

    // What theory promises for the run that has just ended.
    virtual Bound bound(const RunFacts&) const { return {}; }

    // Draws from the tape instead of the seed: see `Tape`.
    void use(Tape* tape) { random_.use(tape); }

    // Asked at points without a choice too (replay compares every op).
    virtual bool wants_every_point() const { return false; }

    // False once there is nothing left to try (the systematic strategies).
    virtual bool has_more() const { return true; }

protected:
    Random random_;
};

}  // namespace cuzz
