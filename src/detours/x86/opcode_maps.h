// What follows each opcode: the part of the manuals' opcode maps that decides an instruction's length.
#pragma once

#include "detours/x86/instruction.h"

#include <cstdint>

namespace cuzz::x86 {

template <class... Bytes>
constexpr bool one_of(std::uint8_t byte, Bytes... bytes) {
    return ((byte == bytes) || ...);
}

// The immediate of an opcode, in the letters of the SDM's appendix A.2.
enum class Immediate : std::uint8_t {
    none,
    byte,           // Ib
    word,           // Iw
    word_byte,      // Iw, Ib: ENTER
    byte_byte,      // Ib, Ib: EXTRQ, INSERTQ
    by_operand,     // Iz: 2 bytes with 16-bit operands, else 4
    full_operand,   // Iv: 2, 4 or 8: MOV to a register
    dword,          // 4: XOP's map A
    relative_byte,  // Jb
    relative,       // Jz
    far_pointer,    // Ap
    address,        // Ob, Ov: an absolute address of address size
};

enum class ModRm : std::uint8_t {
    none,
    present,
    registers_only,  // `mod` is ignored: MOV to and from control and debug registers
};

struct Form {
    bool defined = false;
    ModRm modrm = ModRm::none;
    Immediate immediate = Immediate::none;
};

// What selects a form besides the opcode.
struct Selection {
    Mode mode = Mode::bits64;
    Encoding encoding = Encoding::legacy;
    Map map = Map::one_byte;
    std::uint8_t opcode = 0;
    bool operand_override = false;  // 66
    std::uint8_t repeat = 0;        // F2, F3 or 0

    // The prefix that is part of a two-byte opcode: F2 and F3 come before 66 (SDM 2A, 2.1.2).
    constexpr std::uint8_t mandatory_prefix() const {
        if (repeat != 0) return repeat;
        return operand_override ? 0x66 : 0;
    }
};

// Prefixes and escapes are not opcodes: they are undefined here.
Form form_of(const Selection& selection);

// Opcodes whose form depends on ModRM: TEST in group 3, XABORT and XBEGIN in group 11, and the empty places of
// the groups. `form` is what form_of said.
Form form_with_modrm(const Selection& selection, std::uint8_t modrm, Form form);

}  // namespace cuzz::x86
