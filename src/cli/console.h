// What goes to the terminal, with colours where they are wanted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cuzz::cli {

enum class Style : std::uint8_t { plain, bold, dim, good, bad };

// Coloured if standard output is a terminal and NO_COLOR is not set.
std::string styled(Style style, std::string_view text);

void print(std::string_view text);     // to standard output
int refuse(std::string_view message);  // "cuzz: …" to standard error; the exit code for bad input

}  // namespace cuzz::cli
