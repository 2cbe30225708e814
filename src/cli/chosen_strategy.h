// The strategy that --strategy and --depth ask for.
#pragma once

#include "cli/command_line.h"
#include "scheduler/registry.h"

namespace cuzz::cli {

// --depth is the strategy's option d, for those that have one.
Result<StrategyChoice> chosen_strategy(const CommandLine& line);

}  // namespace cuzz::cli
