// Moving the first instructions of a function elsewhere, so that a jump fits in their place.
#pragma once

#include "detours/runtime/platform.h"

namespace cuzz::detours {

inline constexpr std::size_t jump_size = 5;  // E9 and a displacement
inline constexpr std::size_t most_moved_bytes =
    64;  // room that the moved instructions may need, with a jump back

// Copies whole instructions from `code` to `to` until at least `jump_size` bytes are free, each with the same
// effect as in its old place, and adds a jump to the rest of the function. Filler after a short function counts. How many bytes of `code` were moved; 0 if
// an instruction cannot be.
std::size_t move_instructions(const std::uint8_t* code, std::uint8_t* to);

// A jump of `jump_size` bytes at `at`; false if the target is too far.
bool write_jump(std::uint8_t* at, const void* target);

}  // namespace cuzz::detours
