// The program that a campaign runs, found and looked at before anybody tries to start it.
#pragma once

#include "scheduler/result.h"

#include <string>
#include <vector>

namespace cuzz::cli {

struct Target {
    std::wstring path;
    std::wstring command_line;  // with the name that the user gave, as Windows wants it
    std::wstring dll;           // ours, beside cuzz.exe
};

// Looks where Windows would. An error is a sentence that says why cuzz cannot take control of it.
Result<Target> find_target(const std::vector<std::wstring>& command);

}  // namespace cuzz::cli
