// "Did you mean …?": the nearest of a few names, for messages about bad input.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cuzz {

// "did you mean pct? The names are dfs, pct and pos", without the question if nothing is near.
std::string suggest(std::string_view given, std::span<const std::string_view> names);

}  // namespace cuzz
