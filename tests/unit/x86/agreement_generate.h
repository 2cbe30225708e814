// Made-up instructions, because compilers use few of those there are: every map, prefixes, VEX, EVEX and XOP.
#pragma once

#include "detours/x86/instruction.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cuzz::x86 {

// Each in a slot of 32 bytes: at most 15 that mean something, then NOPs, so that whatever a sweep makes of one
// slot it starts afresh in the next.
inline constexpr std::size_t slot_size = 32;

std::vector<std::uint8_t> generate(Mode mode, std::size_t slots, std::uint64_t seed);

}  // namespace cuzz::x86
