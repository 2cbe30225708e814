// What goes to the terminal: colours where they are wanted and work, and lines that fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cuzz::cli {

enum class Style : std::uint8_t { plain, bold, dim, good, bad };

// Before anything is printed: line ends as they are, colours if the terminal has them.
void prepare_console();

// Coloured if standard output is a terminal that understands it and NO_COLOR is not set.
std::string styled(Style style, std::string_view text);

// Columns of the terminal; 100 if there is none.
std::size_t console_width();

void print(std::string_view text);     // to standard output
int refuse(std::string_view message);  // "cuzz: ..." to standard error; the exit code for bad input

// False if something that was printed did not arrive.
bool was_printed();

// True once the user has asked to stop (Ctrl-C): finish what is under way, say what there is, and end.
bool is_interrupted();

// How the user calls us, for commands to be copied: "cuzz", or what CUZZ_COMMAND says.
std::string own_name();

// In quotes if it has blanks.
std::string in_quotes(std::string_view argument);

}  // namespace cuzz::cli
