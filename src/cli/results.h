// Where failures are kept: <folder>/<program>/failures/<id>/, schedule.txt and what belongs to it.
#pragma once

#include "scheduler/result.h"
#include "scheduler/schedule.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cuzz::cli {

// Makes sure that failures can be kept there, before anything is run; the message if not.
std::optional<Error> prepare_results(std::string_view folder);

// What the failed run read or wrote, to be kept beside the schedule.
struct KeptFile {
    std::string_view name;
    std::string_view content;
};

// The path that the schedule was written to, or why it could not be.
Result<std::string> save_schedule(const Schedule& schedule, std::uint64_t seed, std::string_view program,
                                  std::string_view id, std::string_view folder,
                                  std::span<const KeptFile> beside = {});

}  // namespace cuzz::cli
