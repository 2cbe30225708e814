// What is known of a program before a run: how many threads, how many points, who touches what.
//
// Calibration measures these over a few runs without change points; then they are frozen and written into the
// journal and the replay line, so that a run is a pure function of program, strategy, options, estimates and
// seed. `profile.h` makes them; `to_text` and `parse_estimates` carry them.
#pragma once

#include "scheduler/ops.h"
#include "scheduler/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cuzz {

struct ObjectAccesses {
    ObjectId object = no_object;
    std::uint64_t count = 0;

    friend bool operator==(const ObjectAccesses&, const ObjectAccesses&) = default;
};

struct ThreadEstimate {
    std::string name;          // as in thread_name.h
    std::uint64_t length = 0;  // ops it did while another thread was enabled (the stride paper's L)
    std::vector<ObjectAccesses> accesses;  // by object, ascending

    friend bool operator==(const ThreadEstimate&, const ThreadEstimate&) = default;
};

struct Estimates {
    std::uint32_t n = 2;                  // threads
    std::uint64_t steps = 100;            // ops, whether or not there was a choice
    std::uint64_t k = 100;                // points with a choice
    std::uint64_t k_sync = 100;           // those of them that are not plain reads and writes
    std::uint64_t k_phase = 100;          // the most of them in one phase (the PCT paper's k_eff)
    std::vector<ThreadEstimate> threads;  // by name, ascending; empty without a profile

    // All numbers above are at least 1 and at most this, so that nothing computed from them overflows.
    static constexpr std::uint64_t most = std::uint64_t{1} << 48;

    // The estimate of the thread with that name, or null. Does not allocate.
    const ThreadEstimate* find(std::string_view name) const;

    friend bool operator==(const Estimates&, const Estimates&) = default;
};

// One line: "n=4,steps=300,k=212,sync=90,phase=75;1=34:1*3+2*8;1.1=89". Names, then length, then accesses by object.
std::string to_text(const Estimates& estimates);
Result<Estimates> parse_estimates(std::string_view text);

}  // namespace cuzz
