// A failed run of a program, as it is kept and told.
#pragma once

#include "cli/windows/run_slot.h"
#include "scheduler/schedule.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cuzz::cli {

struct ProgramFailure {
    std::string id;  // a signature of what happened
    std::string kind, reason;
    std::uint64_t seed = 0, count = 1;
    Schedule schedule;
    std::vector<std::string> report;  // threads, ops and stacks, a line each
    std::string output, errors;       // what it wrote
};

// From what the slot's last run left. The schedule's head (program, strategy, seed) is the caller's.
ProgramFailure make_failure(const ProgramEnd& end, const RunSlot& slot);
std::string failure_id(const ProgramEnd& end);

// Threads, ops and stacks of a run that crashed, hung or is deadlocked.
std::vector<std::string> describe_threads(const channel::Control& control);

// The last lines of what was written to standard error, for the terminal.
void print_errors(std::string_view errors);

}  // namespace cuzz::cli
