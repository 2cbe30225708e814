// Decodes one x86 or x64 instruction: its length, its parts, where it goes. See instruction.h.
//
//     if (const x86::Decoded decoded = x86::decode(code, x86::Mode::bits64, address)) use(decoded->length);
//
// It runs inside hooks: no allocation, no exception, no global constructor, nothing from the C runtime.
//
// What the processor refuses (#UD) is refused here wherever that tells code from data: opcodes that the manuals
// leave empty in the one-byte and the 0F map, empty places of the integer groups, register forms of LEA and the
// like, LOCK where it is not allowed. Elsewhere (x87, 0F with one prefix or another, 0F 38, 0F 3A, all of VEX,
// EVEX and XOP) lengths do not depend on what is defined, and everything is taken, so that instructions younger
// than this file keep their right length. APX (REX2, EVEX map 4) is refused.
//
// Where the vendors differ: 66 before a near branch in 64-bit mode is ignored, as Intel does (AMD cuts the target
// to 16 bits, of no use to a Windows program); UD0 has a ModRM byte, as Intel says; LOCK MOV CR0, AMD's way to
// CR8, is refused.
#pragma once

#include "detours/x86/instruction.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace cuzz::x86 {

inline constexpr std::size_t longest_instruction = 15;

enum class Status : std::uint8_t {
    valid,
    truncated,  // the bytes end before the instruction does
    invalid,    // no instruction starts with these bytes
    too_long,   // it would need more than 15 bytes
};

struct Decoded {
    Status status = Status::invalid;
    Instruction instruction;  // complete only if the status is valid

    constexpr explicit operator bool() const { return status == Status::valid; }
    constexpr const Instruction* operator->() const { return &instruction; }
    constexpr const Instruction& operator*() const { return instruction; }
};

// The instruction at the start of `bytes`, which `address` is the address of. Never reads behind `bytes`, nor
// more than 15 of them; bytes behind the instruction do not change the result.
Decoded decode(std::span<const std::uint8_t> bytes, Mode mode, std::uint64_t address);

}  // namespace cuzz::x86
