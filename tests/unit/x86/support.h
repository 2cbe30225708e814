// Writing instructions as in the manuals: "F0 48 0F C7 0B".
#pragma once

#include "detours/x86/decoder.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace cuzz::x86::testing {

inline constexpr std::uint64_t here = 0x140001000;  // where 64-bit code is; 32-bit code is at the low half

inline std::vector<std::uint8_t> bytes_of(std::string_view text) {
    std::vector<std::uint8_t> bytes;
    unsigned digits = 0, value = 0;
    for (const char c : text) {
        if (c == ' ') continue;
        value = value * 16 + static_cast<unsigned>(c <= '9' ? c - '0' : c - 'A' + 10);
        if (++digits % 2 == 0) bytes.push_back(static_cast<std::uint8_t>(value));
        value = digits % 2 == 0 ? 0 : value;
    }
    return bytes;
}

inline Decoded decode_64(std::string_view text) { return decode(bytes_of(text), Mode::bits64, here); }
inline Decoded decode_32(std::string_view text) {
    return decode(bytes_of(text), Mode::bits32, here & 0xFFFFFFFFu);
}

}  // namespace cuzz::x86::testing
