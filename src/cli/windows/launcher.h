// One run of a program with our DLL in it: start, inject, wait, and tell how it ended. Whatever the program started
// ends with it, and nothing outlives its time limit.
#pragma once

#include "cli/windows/channel_view.h"
#include "cli/windows/program_end.h"
#include "cli/windows/target.h"

namespace cuzz::cli {

struct ProgramStart {
    HANDLE input = nullptr, output = nullptr, error = nullptr;  // inheritable
    DWORD limit_milliseconds = 60'000;
};

ProgramEnd run_program(const Target& target, const ProgramStart& start, ChannelView& channel);

}  // namespace cuzz::cli
