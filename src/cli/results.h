// Where failures are kept: <folder>/<program>/failures/<id>/schedule.txt.
#pragma once

#include "scheduler/result.h"
#include "scheduler/schedule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cuzz::cli {

// Makes sure that failures can be kept there, before anything is run; the message if not.
std::optional<Error> prepare_results(std::string_view folder);

// The path that the schedule was written to, or why it could not be.
Result<std::string> save_schedule(const Schedule& schedule, std::uint64_t seed, std::string_view program,
                                  std::string_view id, std::string_view folder);

}  // namespace cuzz::cli
