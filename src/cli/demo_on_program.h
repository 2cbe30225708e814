// The demo's first part, on a real program.
#pragma once

#include <optional>
#include <string_view>

namespace cuzz::cli {

// The exit code; nothing if there is no sample to be found, or no Windows to run it on.
std::optional<int> demo_on_program(std::string_view results);

}  // namespace cuzz::cli
