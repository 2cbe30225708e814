// Random walk: at each point, uniform over the enabled threads. The baseline of the POS and stride papers.
//
// Every schedule of k points among at most n threads has probability at least n^-k (PCT paper, section 1): the
// only bound there is, and worth nothing but for tiny programs.

#include "scheduler/registry.h"
#include "scheduler/strategies/any_schedule_bound.h"

namespace cuzz {

namespace {

class RandomWalk final : public Strategy {
public:
    ThreadId pick(const Point& point) override { return point.enabled.any(random_); }

    void begin(const RunStart& run) override {
        Strategy::begin(run);
        estimates_ = &run.estimates;
    }

    Bound bound(const RunFacts& facts) const override { return any_schedule_bound(facts, *estimates_); }

private:
    const Estimates* estimates_ = nullptr;
};

}  // namespace

extern constinit const StrategyInfo random_walk_info = {
    "random-walk",
    "uniform over the enabled threads at every point",
    "POS paper, section 1; stride paper, II.A",
    Control::serial,
    {},
    "random-walk",
    [](const Options&) -> std::unique_ptr<Strategy> { return std::make_unique<RandomWalk>(); }};

}  // namespace cuzz
