// Replaying a real program. Elsewhere than on Windows there is none to take control of.
#pragma once

#include "scheduler/schedule.h"

namespace cuzz::cli {

// The exit code.
int replay_program(const Schedule& schedule, bool best_effort, bool trace);

}  // namespace cuzz::cli
