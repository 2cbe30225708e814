// Windows' UTF-16 and our UTF-8, and command lines as Windows wants them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cuzz::cli {

std::wstring wide(std::string_view text);    // from UTF-8
std::string narrow(std::wstring_view text);  // to UTF-8

// The arguments quoted so that the program sees them as they are.
std::wstring make_command_line(const std::vector<std::wstring>& arguments);
std::vector<std::wstring> split_command_line(const std::wstring& line);

// What Windows says of an error.
std::string error_text(std::uint32_t code);

}  // namespace cuzz::cli
