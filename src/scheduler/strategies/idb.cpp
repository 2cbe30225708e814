// IDB, iterative delay bounding: every schedule once, those without delays first, then those with one, and so on
// (Emmi, Qadeer, Rakamarić, "Delay-bounded scheduling", POPL'11).
//
// The scheduler that delays interfere with is round robin in order of creation, without preemption: a thread runs
// until it blocks, ends or yields, then the next one has its turn. A delay skips the thread whose turn it is, so
// the j-th after it costs j delays. Threads that the fair rule holds back (systematic.h) are skipped for nothing.
//
// Bound: 1 once all schedules have been run; nothing before that, nor for a search that `bound` has kept short.

#include "scheduler/registry.h"
#include "scheduler/strategies/systematic.h"

namespace cuzz {

namespace {

constexpr OptionInfo options[] = {
    {"bound", "the most delays in a run", "none", 0, 1000000, "none"},
    memory_info,
};

}  // namespace

extern constinit const StrategyInfo idb_info = {
    "idb",
    "every schedule once, by number of delays",
    "Emmi et al., POPL'11",
    Control::serial,
    options,
    "random-walk",
    [](const Options& o) { return Systematic::make(Systematic::Counts::delays, o); },
    true};

}  // namespace cuzz
