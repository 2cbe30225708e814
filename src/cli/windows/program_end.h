// How a run of a program ended, and what to call it.
#pragma once

#include "channel/channel.h"

#include <cstdint>
#include <string>

namespace cuzz::cli {

enum class End : std::uint8_t {
    not_started,     // `problem` says why
    not_in_control,  // the DLL did not attach
    exited,
    terminated,  // TerminateProcess on itself
    aborted,     // abort()
    crashed,
    vanished,  // ended without a word: neither an exit nor an exception that anybody saw
    deadlocked,
    livelocked,
    diverged,
    hung  // the time limit
};

struct ProgramEnd {
    End end = End::not_started;
    std::uint32_t code = 0;     // what it exited with, or the exception that nobody handled
    std::string problem;        // or a remark
    bool is_potential = false;  // a deadlock that threads which are not under control might have resolved

    bool was_in_control() const { return end != End::not_started && end != End::not_in_control; }
    bool is_failure() const { return end > End::terminated || (end >= End::exited && code != 0); }
    // "deadlock", "potential deadlock", "crash 0xC0000005", "exit code 1": what happened, not which run showed it.
    std::string kind() const;
};

// From what the DLL left in the channel and what only the launcher saw.
ProgramEnd judge(const channel::Control& control, std::uint32_t exit_code, bool timed_out);

// "access violation" for 0xC0000005; empty where there is no name.
std::string name_of_status(std::uint32_t code);

}  // namespace cuzz::cli
