// What the systematic strategies (`dfs`, `ipb`, `idb`) share: every schedule once, in order of its cost.
//
// Without a reason to do otherwise a run follows a default policy: a thread runs until it blocks, ends or yields,
// then the next one in order of creation gets its turn. A schedule is the list of its deviations from that
// ("at choice 7 take option 2"). While a run goes on, it logs how many options each choice had; at the begin of the
// next run the log goes into the tree of schedules (schedule_tree.h), which says what to run next.
//
// Waiters, timeouts and values are choices like threads, and cost nothing.
//
// Spinning: the fair rule of Musuvathi and Qadeer, "Fair stateless model checking", PLDI'08, Algorithm 1. A thread
// that yields for the second time steps back behind those that got no turn in between although they could have
// had one. Schedules that let it spin on while they starve do not exist for the search; a single yield changes
// nothing. Spins without a yield count as yielding when our patience ends (patience.h).
//
// Unlike other strategies these keep state from one run to the next: what the runs so far have left open.
#pragma once

#include "scheduler/options.h"
#include "scheduler/schedule_tree.h"
#include "scheduler/strategies/patience.h"
#include "scheduler/strategy.h"
#include "scheduler/thread_set.h"

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace cuzz {

class Systematic final : public Strategy {
public:
    enum class Counts : std::uint8_t { nothing, preemptions, delays };

    // `bound`: on what is counted.
    Systematic(Counts counts, std::uint32_t bound, std::size_t capacity);
    // With the options "bound" (but for `dfs`) and "memory".
    static std::unique_ptr<Strategy> make(Counts counts, const Options& options);

    void begin(const RunStart& run) override;
    void born(const Birth& birth) override;
    void ended(ThreadId thread) override;
    ThreadId pick(const Point& point) override;
    std::uint32_t choose(const Choice& choice) override { return decide(choice.count, Cost::nothing); }
    void executed(const Step& step) override;
    void yielded(ThreadId thread, const ThreadSet& enabled) override;
    void end(const RunFacts& facts) override;
    Bound bound(const RunFacts& facts) const override;
    bool has_more() const override { return has_more_; }

private:
    static constexpr std::size_t most_choices = std::size_t{1} << 20;

    // What the fair rule knows of a thread that has yielded, since its last yield.
    struct Fairness {
        ThreadSet behind;    // it goes on only when none of these can
        ThreadSet enabled;   // all the time
        ThreadSet disabled;  // by an op of its own
        ThreadSet ran;
    };

    std::uint32_t decide(std::uint32_t count, Cost cost);
    bool is_held_back(ThreadId thread, const ThreadSet& enabled) const;
    std::span<const LoggedChoice> log() const { return {log_.get(), logged_}; }

    const Counts counts_;
    ScheduleTree tree_;
    std::unique_ptr<LoggedChoice[]> log_;
    std::size_t logged_ = 0;
    const std::vector<ScheduleTree::Deviation>* deviations_ = nullptr;
    std::size_t next_deviation_ = 0;
    bool in_run_ = false, ran_ = false;  // a log is being written, awaits to be added
    bool has_more_ = true;
    bool lost_ = false;        // a run was longer than the log, flagged, or did not repeat its prefix
    bool steps_back_ = false;  // the fair rule has held a thread back

    std::array<ThreadId, max_threads> order_{};       // live threads by creation
    std::array<std::uint32_t, max_threads> birth_{};  // by thread: the number of its birth
    std::uint32_t live_ = 0, births_ = 0;
    std::uint32_t turn_ = 0;          // births below this have had theirs
    ThreadId running_ = no_thread;    // who executed the last op, unless it yielded
    std::vector<Fairness> fairness_;  // by thread
    ThreadSet yielders_;              // for whom that holds something
    ThreadSet enabled_before_;        // the last op
    Patience patience_;
};

inline constexpr OptionInfo memory_info = {"memory", "how many schedules still to be run are kept in mind",
                                           "1000000", 1, 100000000};

}  // namespace cuzz
