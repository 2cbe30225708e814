// Where one run after the other takes place: shared memory, files for what the program reads and writes, a core. A
// campaign has as many slots as it makes runs at once.
#pragma once

#include "cli/windows/launcher.h"
#include "cli/windows/program_input.h"
#include "cli/windows/scratch_file.h"

#include <cstdint>
#include <span>

namespace cuzz::cli {

class RunSlot {
public:
    // `core`: for runs that ask for one; −1: the one that we happen to be on.
    RunSlot(const Target& target, const ProgramInput& input, DWORD limit_milliseconds,
            std::int32_t core = -1);

    // `request.core` is filled in if `is_pinned`. What the run left can be looked at until the next one.
    ProgramEnd run(RunRequest request, bool is_pinned);

    ChannelView& channel() { return channel_; }
    const channel::Control& control() const { return channel_.control(); }
    std::vector<Pick> picks() const { return channel_.picks(); }
    const ScratchFile& output() const { return output_; }
    const ScratchFile& errors() const { return errors_; }

private:
    const Target& target_;
    ProgramStart start_;
    std::int32_t core_;
    ChannelView channel_;
    ScratchFile output_, errors_;
    Handle input_;
};

// The cores that this process may use.
std::vector<std::int32_t> allowed_cores();

}  // namespace cuzz::cli
