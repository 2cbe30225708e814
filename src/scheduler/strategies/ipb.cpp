// IPB, iterative preemption bounding: every schedule once, those without preemptions first, then those with one,
// and so on (Musuvathi and Qadeer, "Iterative context bounding for systematic testing of multithreaded programs",
// PLDI'07).
//
// A preemption is a switch away from a thread that could have gone on and did not just yield. Switches that the
// fair rule forces are free, as in CHESS (systematic.h). Where the paper goes breadth first within a number of
// preemptions, this goes depth first.
//
// Bound: 1 once all schedules have been run; nothing before that, nor for a search that `bound` has kept short.

#include "scheduler/registry.h"
#include "scheduler/strategies/systematic.h"

namespace cuzz {

namespace {

constexpr OptionInfo options[] = {
    {"bound", "the most preemptions in a run", "none", 0, 1000000, "none"},
    memory_info,
};

}  // namespace

extern constinit const StrategyInfo ipb_info = {
    "ipb",
    "every schedule once, by number of preemptions",
    "Musuvathi and Qadeer, PLDI'07",
    Control::serial,
    options,
    "random-walk",
    [](const Options& o) { return Systematic::make(Systematic::Counts::preemptions, o); },
    true};

}  // namespace cuzz
