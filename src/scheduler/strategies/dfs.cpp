// DFS: every schedule once, depth first (the stateless search of Godefroid, "Model checking for programming
// languages using VeriSoft", POPL'97, without partial-order reduction).
//
// Complete for programs small enough, and worse than chance for all others, where it spends its runs on the last
// few choices. When nothing is left, its bound is 1 for bugs of any depth: it belongs to the last run but speaks of
// all of them, each schedule having been run. Spins: see systematic.h.

#include "scheduler/registry.h"
#include "scheduler/strategies/systematic.h"

namespace cuzz {

namespace {

constexpr OptionInfo options[] = {memory_info};

}  // namespace

extern constinit const StrategyInfo dfs_info = {
    "dfs",
    "every schedule once, depth first",
    "Godefroid, POPL'97",
    Control::serial,
    options,
    "random-walk",
    [](const Options& o) { return Systematic::make(Systematic::Counts::nothing, o); },
    true};

}  // namespace cuzz
