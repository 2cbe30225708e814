// Hashing of numbers, the same on every system.
#pragma once

#include <cstdint>

namespace cuzz {

// The finalizer of splitmix64: every bit of the input moves every bit of the output.
constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}
constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    return mix(a + 0x9E3779B97F4A7C15u + mix(b));
}

}  // namespace cuzz
