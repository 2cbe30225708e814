// Preempt bound: a few preemptions at random points, none elsewhere (the PB policy of Nagarakatte et al.,
// "Multicore acceleration of priority-based schedulers", PLDI'12, section 3.2: a random walk through the space
// of Musuvathi and Qadeer, "Iterative context bounding", PLDI'07, which `ipb` searches systematically).
//
// c points are drawn from 1 … k, independently; there the running thread has to give way to another enabled one.
// Between them it runs until it blocks, ends or yields. Whoever comes next is always drawn at random.
//
// The paper leaves the distribution open; ours is uniform. Two draws may fall together or onto a point where the
// thread is blocked anyway: then there are fewer preemptions. A run past its k draws c more for the next k points,
// so that long runs stay perturbed. There is no bound.

#include "scheduler/registry.h"
#include "scheduler/strategies/change_points.h"

#include <algorithm>

namespace cuzz {

namespace {

class PreemptBound final : public Strategy {
public:
    explicit PreemptBound(const Options& options) : count_(static_cast<std::uint32_t>(options.number("c"))) {}

    void begin(const RunStart& run) override {
        Strategy::begin(run);
        k_ = std::max<std::uint64_t>(run.estimates.k, 1);
        yielder_ = no_thread;
        points_.draw(random_, count_, k_);
    }

    ThreadId pick(const Point& point) override {
        const bool preempts = point.current != no_thread && is_drawn();
        ThreadSet others = point.enabled;
        if (point.current != no_thread && others.contains(point.current)) {
            if (!preempts && point.current != yielder_) return point.current;
            others.erase(point.current);
        }
        return others.any(random_);
    }

    void executed(const Step&) override { yielder_ = no_thread; }
    void yielded(ThreadId thread, const ThreadSet&) override { yielder_ = thread; }

private:
    // Whether this point is one of the drawn ones.
    bool is_drawn() {
        if (!points_.advance()) {
            points_.draw(random_, count_, k_);
            points_.advance();
        }
        bool drawn = false;
        while (points_.take() != 0) drawn = true;
        return drawn;
    }

    const std::uint32_t count_;
    std::uint64_t k_ = 1;
    ChangePoints points_;
    ThreadId yielder_ = no_thread;  // who executed the last op, if that was a yield
};

constexpr OptionInfo options[] = {{"c", "how many preemptions", "2", 0, max_depth}};

}  // namespace

extern constinit const StrategyInfo preempt_bound_info = {
    "preempt-bound",
    "c preemptions at random points, none elsewhere",
    "Nagarakatte et al., PLDI'12, section 3.2",
    Control::serial,
    options,
    "preempt-bound:c=0",
    [](const Options& o) -> std::unique_ptr<Strategy> { return std::make_unique<PreemptBound>(o); }};

}  // namespace cuzz
