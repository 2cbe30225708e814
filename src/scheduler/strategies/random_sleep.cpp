// Random sleep: nobody is controlled, but before an op a thread sometimes sleeps for a little while (the RS policy
// of Nagarakatte et al., "Multicore acceleration of priority-based schedulers", PLDI'12, section 3.2: once in 30
// ops, which "performed well").
//
// The paper does not say how long; ours is given in units of a short op, for the mechanism to turn into time.
// There is no bound, and a seed alone does not repeat a run.

#include "scheduler/registry.h"

namespace cuzz {

namespace {

class RandomSleep final : public Strategy {
public:
    explicit RandomSleep(const Options& options)
        : odds_(static_cast<std::uint32_t>(options.number("odds"))),
          length_(static_cast<std::uint32_t>(options.number("length"))) {}

    Control control() const override { return Control::free; }

    std::uint32_t delay(ThreadId, const Op&) override { return random_.one_in(odds_) ? length_ : 0; }

    // Only for a mechanism that runs one thread at a time after all.
    ThreadId pick(const Point& point) override { return point.enabled.any(random_); }

private:
    const std::uint32_t odds_, length_;
};

constexpr OptionInfo options[] = {
    {"odds", "one in so many ops is delayed; 0: none", "30", 0, 1000000},
    {"length", "how long, in units of a short op", "100", 1, 1000000},
};

}  // namespace

extern constinit const StrategyInfo random_sleep_info = {
    "random-sleep",
    "the machine's own schedule, with a short sleep before some ops",
    "Nagarakatte et al., PLDI'12, section 3.2",
    Control::free,
    options,
    "none",
    [](const Options& o) -> std::unique_ptr<Strategy> { return std::make_unique<RandomSleep>(o); }};

}  // namespace cuzz
