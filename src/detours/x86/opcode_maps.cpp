#include "detours/x86/opcode_maps.h"

namespace cuzz::x86 {
namespace {

// Short, for the tables. Pairs as in the SDM: m is a ModRM byte, i an immediate, j a relative branch.
enum Code : std::uint8_t {
    xx,  // undefined, or a prefix or escape
    np,  // nothing follows
    mr,  // ModRM
    rr,  // ModRM that names registers whatever `mod` says
    mb,  // ModRM, Ib
    mz,  // ModRM, Iz
    ib,  // Ib
    iw,  // Iw
    iz,  // Iz
    iv,  // Iv
    en,  // Iw, Ib
    jb,  // Jb
    jz,  // Jz
    ap,  // Ap
    of,  // Ob, Ov
};

// Intel SDM 2D, tables A-2 (one-byte opcodes), for 32-bit mode.
constexpr Code one_byte[256] = {
    // clang-format off
    // 0   1   2   3   4   5   6   7   8   9   A   B   C   D   E   F
    mr, mr, mr, mr, ib, iz, np, np, mr, mr, mr, mr, ib, iz, np, xx,  // 0: ADD, OR
    mr, mr, mr, mr, ib, iz, np, np, mr, mr, mr, mr, ib, iz, np, np,  // 1: ADC, SBB
    mr, mr, mr, mr, ib, iz, xx, np, mr, mr, mr, mr, ib, iz, xx, np,  // 2: AND, SUB
    mr, mr, mr, mr, ib, iz, xx, np, mr, mr, mr, mr, ib, iz, xx, np,  // 3: XOR, CMP
    np, np, np, np, np, np, np, np, np, np, np, np, np, np, np, np,  // 4: INC, DEC
    np, np, np, np, np, np, np, np, np, np, np, np, np, np, np, np,  // 5: PUSH, POP
    np, np, mr, mr, xx, xx, xx, xx, iz, mz, ib, mb, np, np, np, np,  // 6: BOUND, ARPL or MOVSXD, PUSH, IMUL, INS
    jb, jb, jb, jb, jb, jb, jb, jb, jb, jb, jb, jb, jb, jb, jb, jb,  // 7: Jcc
    mb, mz, mb, mb, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr,  // 8: group 1, TEST, XCHG, MOV, LEA, POP
    np, np, np, np, np, np, np, np, np, np, ap, np, np, np, np, np,  // 9: XCHG, CALLF, FWAIT
    of, of, of, of, np, np, np, np, ib, iz, np, np, np, np, np, np,  // A: MOV, string instructions, TEST
    ib, ib, ib, ib, ib, ib, ib, ib, iv, iv, iv, iv, iv, iv, iv, iv,  // B: MOV
    mb, mb, iw, np, mr, mr, mb, mz, en, np, iw, np, np, ib, np, np,  // C: group 2, RET, LES, LDS, MOV, ENTER, INT
    mr, mr, mr, mr, ib, ib, np, np, mr, mr, mr, mr, mr, mr, mr, mr,  // D: group 2, AAM, AAD, SALC, XLAT, x87
    jb, jb, jb, jb, ib, ib, ib, ib, jz, jz, ap, jb, np, np, np, np,  // E: LOOP, JCXZ, IN, OUT, CALL, JMP
    xx, np, xx, xx, np, np, mr, mr, np, np, np, np, np, np, mr, mr,  // F: INT1, HLT, groups 3, 4 and 5
    // clang-format on
};

// Intel SDM 2D, table A-3 (0F); 0F 0E, 0F 78 and 0F 79 from AMD APM 3, table A-3; 0F A6 and A7 are VIA's PadLock,
// which OpenSSL contains.
constexpr Code two_byte[256] = {
    // clang-format off
    // 0   1   2   3   4   5   6   7   8   9   A   B   C   D   E   F
    mr, mr, mr, mr, xx, np, np, np, np, np, xx, np, xx, mr, np, xx,  // 0: groups 6 and 7, SYSCALL, UD2, FEMMS
    mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr,  // 1: MOVUPS, hints and NOPs
    rr, rr, rr, rr, xx, xx, xx, xx, mr, mr, mr, mr, mr, mr, mr, mr,  // 2: MOV CR, DR; MOVAPS
    np, np, np, np, np, np, xx, np, xx, xx, xx, xx, xx, xx, xx, xx,  // 3: RDTSC, SYSENTER, GETSEC
    mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr,  // 4: CMOVcc
    mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr,  // 5
    mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr,  // 6
    mb, mb, mb, mb, mr, mr, mr, np, mr, mr, xx, xx, mr, mr, mr, mr,  // 7: PSHUF, groups 12 to 14, EMMS
    jz, jz, jz, jz, jz, jz, jz, jz, jz, jz, jz, jz, jz, jz, jz, jz,  // 8: Jcc
    mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr,  // 9: SETcc
    np, np, np, mr, mb, mr, mr, mr, np, np, np, mr, mb, mr, mr, mr,  // A: CPUID, BT, SHLD, RSM, SHRD, group 15
    mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mb, mr, mr, mr, mr, mr,  // B: CMPXCHG, POPCNT, UD1, group 8
    mr, mr, mb, mr, mb, mb, mb, mr, np, np, np, np, np, np, np, np,  // C: XADD, CMPPS, group 9, BSWAP
    mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr,  // D
    mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr,  // E
    mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr, mr,  // F: … UD0
    // clang-format on
};

constexpr Form expand(Code code) {
    switch (code) {
        case xx: return {};
        case np: return {true, ModRm::none, Immediate::none};
        case mr: return {true, ModRm::present, Immediate::none};
        case rr: return {true, ModRm::registers_only, Immediate::none};
        case mb: return {true, ModRm::present, Immediate::byte};
        case mz: return {true, ModRm::present, Immediate::by_operand};
        case ib: return {true, ModRm::none, Immediate::byte};
        case iw: return {true, ModRm::none, Immediate::word};
        case iz: return {true, ModRm::none, Immediate::by_operand};
        case iv: return {true, ModRm::none, Immediate::full_operand};
        case en: return {true, ModRm::none, Immediate::word_byte};
        case jb: return {true, ModRm::none, Immediate::relative_byte};
        case jz: return {true, ModRm::none, Immediate::relative};
        case ap: return {true, ModRm::none, Immediate::far_pointer};
        case of: return {true, ModRm::none, Immediate::address};
    }
    return {};
}

// The superscript i64 of table A-2: not in 64-bit mode. (40 to 4F, 62, C4 and C5 mean something else there.)
constexpr bool absent_in_64_bit_mode(std::uint8_t opcode) {
    return one_of(opcode, 0x06, 0x07, 0x0E, 0x16, 0x17, 0x1E, 0x1F) ||  // PUSH and POP of segment registers
           one_of(opcode, 0x27, 0x2F, 0x37, 0x3F, 0xD4, 0xD5) ||        // decimal arithmetic
           one_of(opcode, 0x60, 0x61, 0x82, 0x9A, 0xCE, 0xD6, 0xEA);  // PUSHA, POPA, group 1, far, INTO, SALC
}

Form two_byte_form(const Selection& selection) {
    // VMREAD; with 66 or F2 SSE4A's EXTRQ and INSERTQ (AMD APM 4).
    if (selection.opcode == 0x78 && selection.mandatory_prefix() != 0 && selection.mandatory_prefix() != 0xF3)
        return {true, ModRm::present, Immediate::byte_byte};
    // POPCNT; without F3 it is JMPE, of Itanium only.
    if (selection.opcode == 0xB8 && selection.mandatory_prefix() != 0xF3) return {};
    return expand(two_byte[selection.opcode]);
}

// SDM 2D, table A-3 read with VEX or EVEX in front: all have ModRM but VZEROUPPER and VZEROALL.
Form vector_two_byte_form(const Selection& selection) {
    if (selection.opcode == 0x77) return expand(selection.encoding == Encoding::vex ? np : xx);
    return expand(one_of(selection.opcode, 0x70, 0x71, 0x72, 0x73, 0xC2, 0xC4, 0xC5, 0xC6) ? mb : mr);
}

// SDM 2D, table A-6, for the one-byte map.
Form one_byte_group(std::uint8_t opcode, std::uint8_t modrm, Form form) {
    const auto reg = static_cast<std::uint8_t>(modrm >> 3 & 7);
    const bool memory = modrm < 0xC0;
    const bool transaction = modrm == 0xF8;  // C6 F8 is XABORT, C7 F8 is XBEGIN
    switch (opcode) {
        case 0x62:  // BOUND; LEA; LES; LDS
        case 0x8D:
        case 0xC4:
        case 0xC5: form.defined = memory; break;
        case 0x8C:  // MOV from and to segment registers, of which there are six
        case 0x8E: form.defined = reg < 6; break;
        case 0x8F: form.defined = reg == 0; break;  // POP; the rest is XOP's or empty
        case 0xC6: form.defined = reg == 0 || transaction; break;
        case 0xC7:
            form.defined = reg == 0 || transaction;
            if (transaction) form.immediate = Immediate::relative;
            break;
        case 0xF6:  // group 3: TEST has an immediate; NOT, NEG, MUL and DIV have none
            if (reg < 2) form.immediate = Immediate::byte;
            break;
        case 0xF7:
            if (reg < 2) form.immediate = Immediate::by_operand;
            break;
        case 0xFE: form.defined = reg < 2; break;  // INC, DEC
        case 0xFF:                                 // INC, DEC, CALL, JMP, PUSH; far ones from memory only
            form.defined = reg != 7 && (memory || (reg != 3 && reg != 5));
            break;
        default: break;
    }
    return form;
}

// And for the two-byte map, as far as user programs go.
Form two_byte_group(std::uint8_t opcode, std::uint8_t modrm, Form form) {
    const auto reg = static_cast<std::uint8_t>(modrm >> 3 & 7);
    const bool memory = modrm < 0xC0;
    if (one_of(opcode, 0x71, 0x72)) form.defined = !memory && one_of(reg, 2, 4, 6);  // shifts of vectors
    if (opcode == 0x73) form.defined = !memory && one_of(reg, 2, 3, 6, 7);
    if (one_of(opcode, 0xB2, 0xB4, 0xB5, 0xC3)) form.defined = memory;                // LSS, LFS, LGS, MOVNTI
    if (opcode == 0xBA) form.defined = reg >= 4;                                      // BT, BTS, BTR, BTC
    if (opcode == 0xC7) form.defined = reg >= 6 || (memory && reg != 0 && reg != 2);  // CMPXCHG8B, RDRAND
    return form;
}

}  // namespace

Form form_of(const Selection& selection) {
    switch (selection.map) {
        case Map::one_byte:
            if (selection.mode == Mode::bits64 && absent_in_64_bit_mode(selection.opcode)) return {};
            return expand(one_byte[selection.opcode]);
        case Map::two_byte:
            return selection.encoding == Encoding::legacy ? two_byte_form(selection)
                                                          : vector_two_byte_form(selection);
        case Map::three_byte_38:
        case Map::evex_5:
        case Map::evex_6:
        case Map::xop_9: return expand(mr);
        case Map::three_byte_3a:
        case Map::xop_8:
        case Map::amd_3dnow: return expand(mb);
        case Map::xop_a: return {true, ModRm::present, Immediate::dword};
    }
    return {};
}

Form form_with_modrm(const Selection& selection, std::uint8_t modrm, Form form) {
    if (selection.encoding != Encoding::legacy) return form;
    if (selection.map == Map::one_byte) return one_byte_group(selection.opcode, modrm, form);
    if (selection.map == Map::two_byte) return two_byte_group(selection.opcode, modrm, form);
    return form;
}

}  // namespace cuzz::x86
