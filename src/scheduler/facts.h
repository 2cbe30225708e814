// What a finished run was, and what a strategy may claim for it.
#pragma once

#include <cstdint>
#include <limits>

namespace cuzz {

struct RunFacts {
    std::uint32_t n = 0;        // threads born
    std::uint64_t steps = 0;    // ops executed
    std::uint64_t k = 0;        // those at a point with a choice, or that made one
    std::uint64_t k_sync = 0;   // those of them that are not plain reads and writes
    std::uint64_t k_phase = 0;  // the most of them in one phase
    std::uint32_t phases = 0;   // how often two threads became enabled after one was alone
    std::uint64_t choices = 0;  // picks other than threads: waiters, timeouts, values
    bool flagged = false;       // cut short, or not wholly in control: the run proves nothing
};

// "A bug of depth at most `depth`, if there is one, shows in such a run with probability at least `hit`."
struct Bound {
    static constexpr std::uint32_t any_depth = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t depth = 0;  // 0: theory says nothing
    double hit = 0;
    const char* caveat = "";  // what the theorem speaks of, or why this run counts for nothing
};

// The two reasons that all strategies share.
inline constexpr Bound flagged_bound{0, 0, "they were cut short or not wholly in control"};
inline constexpr Bound past_estimates_bound{0, 0, "they went past their n or k"};

}  // namespace cuzz
