// Preempt always: at every point on to another thread, uniform over the other enabled ones (the PA policy of
// Nagarakatte et al., "Multicore acceleration of priority-based schedulers", PLDI'12, section 3.2).
//
// With two threads that never block this is strict alternation: only the first pick is random. There is no bound.

#include "scheduler/registry.h"

namespace cuzz {

namespace {

class PreemptAlways final : public Strategy {
public:
    ThreadId pick(const Point& point) override {
        ThreadSet others = point.enabled;
        if (point.current != no_thread) others.erase(point.current);
        return others.any(random_);
    }
};

}  // namespace

extern constinit const StrategyInfo preempt_always_info = {
    "preempt-always",
    "a switch to another random thread at every point",
    "Nagarakatte et al., PLDI'12, section 3.2",
    Control::serial,
    {},
    "preempt-always",
    [](const Options&) -> std::unique_ptr<Strategy> { return std::make_unique<PreemptAlways>(); }};

}  // namespace cuzz
