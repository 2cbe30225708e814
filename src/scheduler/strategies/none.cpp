// None: the machine's own schedule, only watched. What the papers call "native" or "stress": the baseline that
// shows what control is worth.

#include "scheduler/registry.h"

namespace cuzz {

namespace {

class None final : public Strategy {
public:
    Control control() const override { return Control::free; }

    // Only for a mechanism that runs one thread at a time after all.
    ThreadId pick(const Point& point) override { return point.enabled.any(random_); }
};

}  // namespace

extern constinit const StrategyInfo none_info = {
    "none",
    "the machine's own schedule, only watched",
    "the papers' baseline",
    Control::free,
    {},
    "none",
    [](const Options&) -> std::unique_ptr<Strategy> { return std::make_unique<None>(); }};

}  // namespace cuzz
