// What every run reads as its standard input: the same, from the start.
//
// A console or NUL is handed on as it is. A file or a pipe is read once, up to its end, into a scratch file. A pipe that
// stays open and silent (as build servers like to leave it) must not stop us: what came until then is the input.
#pragma once

#include "cli/windows/scratch_file.h"

#include <optional>
#include <string>

namespace cuzz::cli {

class ProgramInput {
public:
    ProgramInput() = default;  // our own standard input, as it is
    static ProgramInput taken_in();

    // For a slot to give to its runs, one after the other; null stands for our own standard input.
    Handle open() const { return copy_ ? open_again(*copy_) : Handle(); }
    // To be kept with a failure; empty if there was none.
    std::string content() const;
    // What the user should know of it, or empty.
    const std::string& remark() const { return remark_; }

private:
    std::optional<ScratchFile> copy_;
    std::string remark_;
};

}  // namespace cuzz::cli
