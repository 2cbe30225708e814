// One decoded x86 instruction: where its parts are, and what it does to the flow of control and to memory.
//
// An instruction is at most 15 bytes, in this order; all but the opcode may be missing:
//
//     legacy prefixes | REX, VEX, EVEX or XOP | opcode escape and opcode | ModRM | SIB | displacement | immediate
//
// Sources: Intel SDM volume 2, chapter 2 (formats; tables 2-1 to 2-3 for ModRM and SIB), appendix A (opcode maps);
// AMD APM volume 3, sections 1.2 to 1.10 and appendix A (XOP, 3DNow!, SSE4A, which Intel does not describe).
//
// This is what relocating and patching code needs, and no more: there are no mnemonics and no list of operands.
#pragma once

#include <cstdint>

namespace cuzz::x86 {

enum class Mode : std::uint8_t { bits32, bits64 };

// How the opcode was reached. The last three stand in for the 0F escapes and the 66, F2 and F3 prefixes.
enum class Encoding : std::uint8_t { legacy, vex, evex, xop };

// Which table the opcode is from. The values are those of VEX.mmmmm, EVEX.mmm and XOP.mmmmm.
enum class Map : std::uint8_t {
    one_byte = 0,
    two_byte = 1,       // 0F
    three_byte_38 = 2,  // 0F 38
    three_byte_3a = 3,  // 0F 3A
    evex_5 = 5,         // half precision (AVX512-FP16)
    evex_6 = 6,
    xop_8 = 8,
    xop_9 = 9,
    xop_a = 10,
    amd_3dnow = 0x0F,  // 0F 0F, with the opcode after the operands
};

enum class Flow : std::uint8_t {
    next,              // goes on behind itself (INT n and SYSCALL too: they come back)
    jump,              // to `target`
    conditional_jump,  // Jcc: to `target` or on
    loop,              // LOOP, LOOPE, LOOPNE, JCXZ: the same, but there is no form with a longer displacement
    transaction,       // XBEGIN: on, and to `target` if the transaction aborts
    call,              // to `target`, and back
    indirect_jump,     // to an address from a register or from memory
    indirect_call,
    far_jump,  // through a selector: 9A, EA, FF /3, FF /5
    far_call,
    returns,  // RET, RETF, IRET, SYSRET, SYSEXIT, RSM
    stops,    // INT3, UD0, UD1, UD2, HLT, INT 29h (Windows' __fastfail): what follows need not be code
};

// A part of the instruction that holds a number: bytes offset … offset + size − 1. Size 0: there is none.
struct Field {
    std::uint8_t offset = 0;
    std::uint8_t size = 0;

    constexpr explicit operator bool() const { return size != 0; }
};

inline constexpr std::uint8_t no_register = 0xFF;

// The memory operand of a ModRM byte, or of a MOV between accumulator and absolute address (A0 to A3). What an
// instruction reaches without naming it (push, movs) is not here.
//
// Address: segment base + base + index * scale + displacement, in `address_size` bytes. Registers have their
// encoded numbers, 0 to 15, extensions applied; with gathers and scatters the index is a vector register, 0 to 31.
struct Memory {
    bool present = false;
    bool rip_relative = false;  // to the end of the instruction; Instruction::memory_target is the sum
    std::uint8_t base = no_register;
    std::uint8_t index = no_register;
    std::uint8_t scale = 1;
};

struct Prefixes {
    std::uint8_t count = 0;         // bytes before the opcode and its escapes, or before VEX, EVEX or XOP
    std::uint8_t segment = 0;       // the last of 26 2E 36 3E 64 65, or 0; in 64-bit mode of 64 (FS), 65 (GS)
    std::uint8_t repeat = 0;        // F2 or F3, the last one, or 0
    std::uint8_t rex = 0;           // 40 to 4F directly before the opcode, or 0
    bool lock = false;              // F0
    bool operand_override = false;  // 66
    bool address_override = false;  // 67
};

struct Instruction {
    std::uint64_t address = 0;
    std::uint64_t target = 0;         // of a relative branch (has_target)
    std::uint64_t memory_target = 0;  // of a RIP-relative operand
    // Both sign-extended. EVEX scales a displacement of one byte by its operand; that is not done here.
    std::int64_t displacement_value = 0;
    std::int64_t immediate_value = 0;  // of the first immediate
    Prefixes prefixes;
    Memory memory;
    Field displacement;      // part of a memory operand; of a RIP-relative one always 4 bytes
    Field immediate;         // constant, relative branch distance, or the offset of a far pointer
    Field second_immediate;  // ENTER's level, EXTRQ's and INSERTQ's index, the selector of a far pointer
    Mode mode = Mode::bits64;
    Encoding encoding = Encoding::legacy;
    Map map = Map::one_byte;
    Flow flow = Flow::next;
    std::uint8_t length = 0;
    std::uint8_t opcode = 0;
    std::uint8_t opcode_offset = 0;
    std::uint8_t modrm_offset = 0;  // 0: there is none (at 0 there is always the opcode or a prefix)
    std::uint8_t sib_offset = 0;    // 0: there is none
    std::uint8_t modrm = 0;
    std::uint8_t sib = 0;
    std::uint8_t operand_size = 0;  // 2, 4 or 8, as 66 and W say; not that an opcode is for bytes or vectors
    std::uint8_t address_size = 0;  // 2, 4 or 8

    // Reads and writes its memory operand in one indivisible step: LOCK, XCHG with memory (locked without a
    // prefix, SDM 3A, 9.1.2.1), and the younger CMPccXADD, AADD, AAND, AOR and AXOR. A failed CMPXCHG writes too.
    bool atomic = false;

    constexpr std::uint8_t mod() const { return static_cast<std::uint8_t>(modrm >> 6); }
    constexpr std::uint8_t reg() const {
        return static_cast<std::uint8_t>(modrm >> 3 & 7);
    }  // three bits, without extension
    constexpr std::uint8_t rm() const { return static_cast<std::uint8_t>(modrm & 7); }
    constexpr std::uint64_t end() const { return address + length; }

    constexpr bool has_target() const {
        return flow == Flow::jump || flow == Flow::conditional_jump || flow == Flow::loop ||
               flow == Flow::transaction || flow == Flow::call;
    }

    // Control never reaches what follows.
    constexpr bool ends_flow() const {
        return flow == Flow::jump || flow == Flow::indirect_jump || flow == Flow::far_jump ||
               flow == Flow::returns || flow == Flow::stops;
    }
};

}  // namespace cuzz::x86
