// Repeats a schedule: a wrapper around a strategy, not a strategy that a user picks by name.
//
// Replay consumes the recorded picks in order and compares what it finds: the thread, the op's kind and its code
// site; births by name; for a wake-up and a timeout, who gets it; for a value, out of how many. A different
// object is only a warning, counted, since the heap may hand addresses out anew. Threads are matched by name, and
// names are bound to slots as threads are born. Control is always serial: what ran in parallel or free has left
// the order of its ops, and that order is what is repeated.
//
// The first difference is the divergence. There are three sorts of it:
//   - the program did something else than the schedule says;
//   - the program goes on where the schedule ends, with a point, a birth or a choice of any kind, even one that
//     leaves no alternative: a schedule holds every op of a run, so one that is too short was cut off (or the run
//     that crashed there does not crash any more). `is_truncated` tells this sort;
//   - the program ended before the schedule did.
// In exact mode a divergence ends the run (`pick` says no_thread; the engine stops as `given_up`). In best-effort
// mode the inner strategy takes over there. It hears of everything all along, but is asked nothing before.
//
// An `arrive` in the schedule says that at this step a thread was back from outside. Only the mechanism can wait
// for that: it asks `awaited` before each point. Where nobody does (the simulator has no outside), arrivals are
// passed over, and a thread that is not back shows as one that cannot go on.
//
// Neither allocates nor throws between `begin` and `end`; `describe` is for afterwards.
#pragma once

#include "scheduler/schedule.h"
#include "scheduler/strategy.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace cuzz {

class Replay final : public Strategy {
public:
    enum class Mode : std::uint8_t { exact, best_effort };

    // Both must outlive it.
    Replay(const Schedule& schedule, Strategy& inner, Mode mode);

    Control control() const override { return Control::serial; }
    void begin(const RunStart& run) override;
    void born(const Birth& birth) override;
    void ended(ThreadId thread) override;
    ThreadId pick(const Point& point) override;
    std::uint32_t choose(const Choice& choice) override;
    void executed(const Step& step) override { inner_.executed(step); }
    void yielded(ThreadId thread, const ThreadSet& enabled) override { inner_.yielded(thread, enabled); }
    void phase() override { inner_.phase(); }
    void end(const RunFacts& facts) override;
    Bound bound(const RunFacts&) const override { return {0, 0, "the run was a replay"}; }
    bool wants_every_point() const override { return true; }
    bool has_more() const override { return inner_.has_more(); }

    // Whose arrival from outside the schedule has next, or `no_thread`.
    ThreadId awaited() const;
    // Whose timeout the schedule has next, or `no_thread`. Under virtual time it fires by itself then; one that fired
    // in real time, while others could run, must be fired by the mechanism.
    ThreadId timing_out() const;

    bool has_diverged() const { return found_ != Found::nothing; }
    bool is_truncated() const { return has_diverged() && at_ == schedule_.picks.size(); }
    std::uint64_t divergence_step() const { return step_; }  // 1 for the run's first op
    std::uint64_t other_objects() const { return other_objects_; }

    // The divergence as a sentence, or nothing: "step 17 (pick 23 of 80): the schedule has '1.2 acquire #3 @7',
    // but 1.2 is about to release #3 @8".
    std::string describe() const;

private:
    static constexpr std::uint32_t unknown = ScheduledPick::nobody;

    enum class Found : std::uint8_t {
        nothing,      // no divergence so far
        other_op,     // the thread is about to do something else
        blocked,      // the thread cannot go on
        gone,         // the thread has ended, or was never born
        point,        // a point instead of something that belongs to an op
        birth,        // of `found_thread_`
        waiter,       // a wake-up had to go to somebody
        timeout,      // a timeout had to fire
        value,        // the program asked for a choice out of `found_count_`
        not_waiting,  // the thread is not among those that can be woken or time out
        end           // of the program
    };

    const ScheduledPick* expected();
    ThreadId follow(const Point& point);
    bool follow(const Choice& choice, std::uint32_t& index);
    void diverge(Found found, ThreadId thread = no_thread, const Op& op = {});
    void compare(ObjectId expected, ObjectId found) { other_objects_ += expected != found; }
    bool asks_inner(bool has_choice) const { return has_choice || inner_.wants_every_point(); }
    std::string describe_found() const;

    const Schedule& schedule_;
    Strategy& inner_;
    const Mode mode_;

    std::size_t at_ = 0;      // the next pick; stays where the divergence is
    std::uint64_t step_ = 0;  // the op being done or picked
    std::uint64_t other_objects_ = 0;
    std::vector<ThreadId> slots_;  // by the schedule's thread; `no_thread` if it does not live
    std::array<std::uint32_t, max_threads> threads_{};  // by slot: the schedule's thread, or unknown
    std::vector<ThreadName> names_;                     // by slot

    Found found_ = Found::nothing;
    ThreadName found_thread_;
    Op found_op_;
    std::uint32_t found_count_ = 0;
};

}  // namespace cuzz
