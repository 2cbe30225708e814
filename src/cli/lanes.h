// A schedule as people draw it: a lane for each thread, time going down.
#pragma once

#include "scheduler/schedule.h"
#include "scheduler/simulator/program.h"

#include <cstddef>
#include <string>
#include <vector>

namespace cuzz::cli {

// What the model calls each of the schedule's threads, beside the name that says whose child it is.
std::vector<std::string> thread_titles(const simulator::Program& program, const Schedule& schedule);

// The last `most` ops in lanes; threads beyond what fits in `width` columns are left to the schedule's text, one
// pick a line.
std::string draw_lanes(const Schedule& schedule, const std::vector<std::string>& titles, std::size_t most,
                       std::size_t width);

}  // namespace cuzz::cli
