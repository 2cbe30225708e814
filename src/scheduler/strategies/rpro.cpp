// RPro: PCT with its change points close together (Cai, Yang, "Radius aware probabilistic testing of deadlocks
// with guarantees", ASE'16).
//
// The ops whose order makes a bug, deadlocks above all, tend to lie within a short stretch of the run, their
// radius r. So only the first change point is uniform in 1 … k; the other d − 2 are uniform in a window of r steps
// around it. All else is PCT (pct.cpp): random priorities, the thread that executes step k_i falls to d − i.
//
// What "within r" means, since we have only a summary of the paper: the window has r steps, the first change
// point's own among them, (r − 1)/2 of the others before it and the rest after it, and it is moved inwards at the
// ends of 1 … k. On both sides, because which change point is first by number says nothing of which comes first
// in time. Each wanted step in the window is then drawn with probability 1/r at least, so a bug shows with
// probability at least 1/(n·k·r^(d−2)) if all its change points lie in the window around the first: certainly if
// no two of them are more than (r − 1)/2 steps apart. With d = 1 or 2 this is PCT and its bound.
//
// As in PCT, one in 16 yields sends a thread below all others, a run past its k draws anew, only steps at
// points with a choice count, and of several waiters the one with the highest priority is woken.

#include "scheduler/registry.h"
#include "scheduler/strategies/change_points.h"
#include "scheduler/strategies/pct_priorities.h"

#include <algorithm>
#include <cmath>

namespace cuzz {

namespace {

class Rpro final : public Strategy {
public:
    explicit Rpro(const Options& options)
        : depth_option_(static_cast<std::uint32_t>(options.number("d"))), radius_(options.number("r")) {}

    void begin(const RunStart& run) override {
        Strategy::begin(run);
        depth_ = depth_option_ != 0 ? depth_option_ : draw_depth(random_);
        n_ = std::max<std::uint32_t>(run.estimates.n, 1);
        k_ = std::max<std::uint64_t>(run.estimates.k, 1);
        demoted_ = redrawn_ = false;
        priorities_.clear();
        draw_change_points();
    }

    void born(const Birth& birth) override { priorities_.enter(birth.child, random_); }
    void ended(ThreadId thread) override { priorities_.leave(thread); }
    ThreadId pick(const Point& point) override { return priorities_.top(point.enabled); }

    std::uint32_t choose(const Choice& choice) override {
        return choice.kind == Choice::Kind::waiter ? priorities_.top(choice.threads)
                                                   : Strategy::choose(choice);
    }

    void executed(const Step& step) override {
        if (!step.counted) return;
        if (!changes_.advance()) redraw();
        while (const std::uint32_t i = changes_.take())
            if (step.next != nullptr) priorities_.change(step.thread, depth_, i);
    }

    void yielded(ThreadId thread, const ThreadSet&) override {
        if (!random_.one_in(16)) return;
        demoted_ = true;
        priorities_.demote(thread);
    }

    Bound bound(const RunFacts& facts) const override {
        if (facts.flagged) return flagged_bound;
        if (demoted_) return {0, 0, "a yielding thread was demoted"};
        if (redrawn_ || facts.n > n_ || facts.k > k_) return past_estimates_bound;
        if (depth_ == 1) return {1, 1.0 / n_, ""};
        const double first = 1 / (n_ * static_cast<double>(k_));
        if (depth_ == 2) return {2, first, ""};
        return {depth_, first * std::pow(static_cast<double>(window()), 2.0 - depth_),
                "if its change points lie within r of the first"};
    }

private:
    std::uint64_t window() const { return std::min(radius_, k_); }

    void draw_change_points() {
        changes_.restart(k_);
        if (depth_ == 1) return;
        const std::uint64_t first = 1 + random_.below64(k_);
        changes_.add(first, 1);
        const std::uint64_t before = std::min((window() - 1) / 2, first - 1);
        const std::uint64_t start = std::min(first - before, k_ - window() + 1);
        for (std::uint32_t i = 2; i < depth_; ++i) changes_.add(start + random_.below64(window()), i);
    }

    void redraw() {
        redrawn_ = true;
        priorities_.redraw(random_);
        draw_change_points();
    }

    const std::uint32_t depth_option_;
    const std::uint64_t radius_;

    PctPriorities priorities_;
    ChangePoints changes_;
    std::uint32_t depth_ = 1, n_ = 1;
    std::uint64_t k_ = 1;
    bool demoted_ = false, redrawn_ = false;
};

constexpr OptionInfo options[] = {
    depth_info,
    {"r", "the change points lie within so many steps (the paper also has 50)", "10", 1, 1'000'000},
};

}  // namespace

extern constinit const StrategyInfo rpro_info = {
    "rpro",
    "PCT with its change points close together: better for bugs that happen in a short stretch",
    "Cai and Yang, ASE'16",
    Control::serial,
    options,
    "random-walk",
    [](const Options& o) -> std::unique_ptr<Strategy> { return std::make_unique<Rpro>(o); }};

}  // namespace cuzz
