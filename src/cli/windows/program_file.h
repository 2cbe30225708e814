// What a file says of itself before anybody tries to run it.
#pragma once

#include <string>

namespace cuzz::cli {

// Empty if cuzz can take control of this program, else the sentence that says why not.
std::string why_not(const std::wstring& path);

}  // namespace cuzz::cli
