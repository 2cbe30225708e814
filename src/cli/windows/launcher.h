// One run of a program with our DLL in it: start, inject, wait, and tell how it ended. Whatever the program started
// ends with it, and nothing outlives its time limit.
#pragma once

#include "cli/windows/channel_view.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cuzz::cli {

struct ProgramStart {
    std::wstring program;       // path of the executable
    std::wstring command_line;  // with the program's name, as Windows wants it
    std::wstring dll;
    HANDLE input = nullptr, output = nullptr, error = nullptr;  // inheritable
    DWORD limit_milliseconds = 60'000;
};

enum class End : std::uint8_t {
    not_started,     // `problem` says why
    not_in_control,  // the DLL did not attach
    exited,
    crashed,
    deadlocked,
    livelocked,
    diverged,
    hung  // the time limit
};

struct ProgramEnd {
    End end = End::not_started;
    DWORD exit_code = 0;
    std::string problem;
};

ProgramEnd run_program(const ProgramStart& start, ChannelView& channel);

// The arguments quoted so that the program sees them as they are.
std::wstring make_command_line(const std::vector<std::wstring>& arguments);

std::wstring wide(std::string_view text);    // from UTF-8
std::string narrow(std::wstring_view text);  // to UTF-8

}  // namespace cuzz::cli
