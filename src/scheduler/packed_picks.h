// Picks in half the space, for memory that is touched for the first time in every run: a page fault for each 256 picks
// costs as much as the picks themselves.
//
// A run of an op, which nearly all picks are, is one word: its top bit, the op (5 bits), the thread (10), whether there
// was a choice (1), the object (15), the site (32). Everything else, and objects with a higher number, takes two.
#pragma once

#include "scheduler/pick.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cuzz {

static_assert(static_cast<unsigned>(OpKind::count) <= 32 && max_threads <= 1024);

inline constexpr std::uint64_t is_short = std::uint64_t{1} << 63;

// How many words were written: 1 or 2. There must be room for two.
inline std::size_t pack(const Pick& pick, std::uint64_t* words) {
    if (pick.kind == Pick::Kind::run && pick.object < (1u << 15) && pick.value <= 1) {
        words[0] = is_short | std::uint64_t{static_cast<std::uint8_t>(pick.op)} << 58 |
                   std::uint64_t{pick.thread} << 48 | std::uint64_t{pick.value} << 47 |
                   std::uint64_t{pick.object} << 32 | pick.site;
        return 1;
    }
    words[0] = std::uint64_t{static_cast<std::uint8_t>(pick.kind)} << 56 |
               std::uint64_t{static_cast<std::uint8_t>(pick.op)} << 48 | std::uint64_t{pick.thread} << 32 |
               pick.value;
    words[1] = std::uint64_t{pick.object} << 32 | pick.site;
    return 2;
}

// All that is whole: a last pick of which one word is missing is left out.
std::vector<Pick> unpack(std::span<const std::uint64_t> words);

}  // namespace cuzz
