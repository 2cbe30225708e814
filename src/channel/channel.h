// The shared memory between cuzz.exe and the DLL inside the program: what to do, and what came of it.
//
// The launcher owns it, so that a crash, TerminateProcess or a hang of the program loses nothing. Both sides may
// be of different bitness: fixed-width fields only, offsets instead of pointers. The launcher fills the first part
// before the program starts; the DLL alone writes the second one, the launcher reads it once the program has ended
// (and the counters at any time).
#pragma once

#include "scheduler/packed_picks.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cuzz::channel {

inline constexpr std::uint32_t magic = 0x7A7A7563;  // "cuzz"
inline constexpr std::uint32_t version = 4;         // changes with this layout: both sides must agree

// How far the DLL has come.
enum class Stage : std::uint32_t {
    none,      // not loaded, or not yet
    attached,  // hooks are placed, the program runs
    refused,   // it could not take control: `message` says why
    ended      // the run's end was seen and `verdict` is set
};

// What the DLL saw at the end. The launcher adds what only it can see: exit code, time limit.
enum class Verdict : std::uint32_t {
    none,
    exited,   // the program ended by itself
    crashed,  // an exception that nobody handled
    deadlocked,
    livelocked,  // the step limit was reached
    diverged     // a replay could not go on
};

// Which call made a program that `exited` do so.
enum class ExitCall : std::uint32_t {
    exit,
    terminate,  // TerminateProcess on itself
    abort
};

struct Frame {
    std::uint64_t address = 0;
};

// One thread in the report of a deadlock or a crash.
struct ThreadReport {
    static constexpr std::size_t most_frames = 24;
    char name[48] = {};
    OpKind op = OpKind::start;
    std::uint8_t is_blocked = 0;
    std::uint8_t is_guilty = 0;  // part of the cycle, or the one that crashed
    std::uint32_t object = 0;
    std::int32_t waits_for = -1;  // index of the thread that holds the object, if known
    std::uint32_t frame_count = 0;
    std::uint64_t frames[most_frames] = {};
};

struct ModuleRecord {
    std::uint64_t base = 0;
    std::uint64_t size = 0;
    char16_t path[260] = {};
};

struct Control {
    // --- filled by the launcher
    std::uint32_t magic = 0, version = 0;
    std::uint64_t total_size = 0;
    std::uint64_t seed = 0;
    std::uint64_t max_steps = 0;
    std::uint32_t is_real_time = 0;
    std::uint32_t is_best_effort = 0;
    std::int32_t core = -1;  // under serial control every thread runs on this one; −1: wherever Windows likes
    std::uint64_t strategy_offset = 0, strategy_size = 0;    // "pct:d=2,…"
    std::uint64_t estimates_offset = 0, estimates_size = 0;  // as estimates.h has them; empty: calibrate
    std::uint64_t schedule_offset = 0, schedule_size = 0;    // to replay; empty: none
    std::uint64_t picks_offset = 0, picks_capacity = 0;      // packed, in words of 8 bytes

    // --- written by the DLL
    std::atomic<Stage> stage{Stage::none};
    std::atomic<Verdict> verdict{Verdict::none};
    std::uint64_t watch_routine = 0;  // in the program: a thread that starts there looks for who only spins
    char message[1024] = {};          // why it was refused, what diverged
    std::atomic<std::uint64_t> picks{0}, picks_lost{0};
    std::atomic<std::uint64_t> steps{0}, counted{0};  // all ops, and k
    std::uint64_t counted_in_phase = 0;               // the most in one phase
    std::uint32_t threads_born = 0, phases = 0;
    std::uint32_t hooks_placed = 0, hooks_missing = 0;  // proof of control
    std::uint64_t waits_outside = 0;                    // waits that are not modelled
    std::uint32_t loosed = 0;                           // times that a thread was let go because it only spun
    std::uint32_t uncontrolled = 0;                     // threads that are not ours, the most at one time
    std::uint32_t is_potential = 0;                     // such threads were about when nobody could run
    std::uint32_t flagged = 0;
    std::uint32_t crash_code = 0;
    std::uint64_t crash_address = 0;
    std::uint32_t bound_depth = 0;
    double bound_hit = 0;
    char bound_caveat[128] = {};
    std::uint32_t profile_size = 0;
    std::uint32_t thread_count = 0, module_count = 0;
    ThreadReport threads[64];
    ModuleRecord modules[256];
    char profile[65536] = {};  // estimates that this run would give, as text
    std::atomic<ExitCall> exit_call{ExitCall::exit};
};

inline char* text_at(Control& control, std::uint64_t offset) {
    return reinterpret_cast<char*>(&control) + offset;
}
inline std::string_view view_at(Control& control, std::uint64_t offset, std::uint64_t size) {
    return {text_at(control, offset), static_cast<std::size_t>(size)};
}
inline std::uint64_t* picks_of(Control& control) {
    return reinterpret_cast<std::uint64_t*>(text_at(control, control.picks_offset));
}

}  // namespace cuzz::channel
