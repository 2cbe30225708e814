// Replaying a real program. Elsewhere than on Windows there is none to take control of.
#pragma once

#include "scheduler/schedule.h"

#include <cstdint>

namespace cuzz::cli {

struct ReplayOptions {
    bool is_best_effort = false;
    bool has_trace = false;
    std::uint64_t repeat = 0;            // so many times, compared with each other; 0: once
    std::uint64_t timeout_seconds = 60;  // of each run
};

// The exit code.
int replay_program(const Schedule& schedule, const ReplayOptions& options);

}  // namespace cuzz::cli
