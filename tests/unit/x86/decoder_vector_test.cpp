// VEX, EVEX and XOP, and the old instructions whose opcodes they took: LES, LDS, BOUND and POP.

#include "support.h"

#include <gtest/gtest.h>

namespace cuzz::x86 {
namespace {

using namespace testing;

void expect(const Decoded& decoded, Encoding encoding, Map map, unsigned opcode, unsigned length) {
    EXPECT_EQ(decoded.status, Status::valid);
    EXPECT_EQ(decoded->encoding, encoding);
    EXPECT_EQ(decoded->map, map);
    EXPECT_EQ(decoded->opcode, opcode);
    EXPECT_EQ(decoded->length, length);
}

TEST(Vector, VexOfTwoAndThreeBytes) {
    expect(decode_64("C5 F8 77"), Encoding::vex, Map::two_byte, 0x77, 3);  // vzeroupper: no ModRM
    expect(decode_64("C5 FC 58 C1"), Encoding::vex, Map::two_byte, 0x58, 4);
    expect(decode_64("C5 FD 70 C1 11"), Encoding::vex, Map::two_byte, 0x70, 5);
    expect(decode_64("C5 F8 C2 05 11 11 11 11 11"), Encoding::vex, Map::two_byte, 0xC2, 9);
    expect(decode_64("C4 E2 79 18 00"), Encoding::vex, Map::three_byte_38, 0x18, 5);
    expect(decode_64("C4 E3 7D 19 C1 01"), Encoding::vex, Map::three_byte_3a, 0x19, 6);
    expect(decode_64("C4 E2 F8 F2 C1"), Encoding::vex, Map::three_byte_38, 0xF2, 5);  // andn
    expect(decode_64("64 67 C5 FC 58 00"), Encoding::vex, Map::two_byte, 0x58, 6);    // these prefixes may be
    expect(decode_64("C4 E2 7B 4B 04 08"), Encoding::vex, Map::three_byte_38, 0x4B, 6);  // tileloadd
    expect(decode_64("C4 E3 F0 F0 C1 11"), Encoding::vex, Map::three_byte_3a, 0xF0, 6);
    EXPECT_EQ(decode_64("C5 F8 77")->modrm_offset, 0);
    EXPECT_EQ(decode_64("C4 E2 F8 F2 C1")->operand_size, 8);
}

TEST(Vector, EvexInItsMaps) {
    expect(decode_64("62 F1 7C 48 58 C1"), Encoding::evex, Map::two_byte, 0x58, 6);
    expect(decode_64("62 F1 7C 48 58 40 01"), Encoding::evex, Map::two_byte, 0x58, 7);
    expect(decode_64("62 F1 7C 48 C2 C1 11"), Encoding::evex, Map::two_byte, 0xC2, 7);
    expect(decode_64("62 F2 7D 48 18 05 11 11 11 11"), Encoding::evex, Map::three_byte_38, 0x18, 10);
    expect(decode_64("62 F3 75 48 25 C2 FF"), Encoding::evex, Map::three_byte_3a, 0x25, 7);
    expect(decode_64("62 F5 7C 48 58 C1"), Encoding::evex, Map::evex_5, 0x58, 6);
    expect(decode_64("62 F6 7D 48 98 C1"), Encoding::evex, Map::evex_6, 0x98, 6);
    EXPECT_TRUE(decode_64("62 F2 7D 48 18 05 11 11 11 11")->memory.rip_relative);
    EXPECT_EQ(decode_64("62 F2 7D 48 18 05 10 00 00 00")->memory_target, here + 10 + 16);
}

TEST(Vector, XopInItsMaps) {
    expect(decode_64("8F E8 78 C0 C1 11"), Encoding::xop, Map::xop_8, 0xC0, 6);           // vprotb imm8
    expect(decode_64("8F E9 78 90 C1"), Encoding::xop, Map::xop_9, 0x90, 5);              // vprotb
    expect(decode_64("8F EA 78 10 C1 11 11 11 11"), Encoding::xop, Map::xop_a, 0x10, 9);  // bextr imm32
    expect(decode_32("8F EA 78 10 C1 11 11 11 11"), Encoding::xop, Map::xop_a, 0x10, 9);
    expect(decode_64("8F 00"), Encoding::legacy, Map::one_byte, 0x8F, 2);           // pop [rax]
    expect(decode_32("8F C0"), Encoding::legacy, Map::one_byte, 0x8F, 2);           // pop eax
    expect(decode_64("41 8F 44 24 11"), Encoding::legacy, Map::one_byte, 0x8F, 5);  // pop [r12 + disp8]
    EXPECT_EQ(decode_64("8F 20").status, Status::invalid);                          // neither
    EXPECT_EQ(decode_64("8F EB 78 90 C1").status, Status::invalid);                 // there is no map 11
}

TEST(Vector, OldInstructionsIn32BitMode) {
    expect(decode_32("C4 00"), Encoding::legacy, Map::one_byte, 0xC4, 2);        // les eax, [eax]
    expect(decode_32("C5 45 11"), Encoding::legacy, Map::one_byte, 0xC5, 3);     // lds eax, [ebp + disp8]
    expect(decode_32("62 44 24 11"), Encoding::legacy, Map::one_byte, 0x62, 4);  // bound eax, [esp + disp8]
    expect(decode_32("66 C4 05 11 11 11 11"), Encoding::legacy, Map::one_byte, 0xC4, 7);
    expect(decode_32("C5 F8 77"), Encoding::vex, Map::two_byte, 0x77, 3);
    expect(decode_32("C4 E2 79 18 00"), Encoding::vex, Map::three_byte_38, 0x18, 5);
    expect(decode_32("62 F1 7C 48 58 C1"), Encoding::evex, Map::two_byte, 0x58, 6);
    expect(decode_32("67 C5 FC 58 06 11 11"), Encoding::vex, Map::two_byte, 0x58, 7);  // [disp16]
    // In 64-bit mode the same bytes are vector instructions, here with R clear.
    expect(decode_64("C5 45 58 C1"), Encoding::vex, Map::two_byte, 0x58, 4);
    expect(decode_64("C4 62 79 18 00"), Encoding::vex, Map::three_byte_38, 0x18, 5);
}

TEST(Vector, PrefixesThatMayNotComeBefore) {
    for (const char* text :
         {"66 C5 FC 58 C1", "F2 C5 FC 58 C1", "F3 C4 E2 79 18 00", "F0 C5 FC 58 00", "48 C5 FC 58 C1",
          "66 62 F1 7C 48 58 C1", "40 62 F1 7C 48 58 C1", "66 8F E9 78 90 C1"})
        EXPECT_EQ(decode_64(text).status, Status::invalid) << text;
    EXPECT_EQ(decode_32("66 C5 FC 58 C1").status, Status::invalid);
}

TEST(Vector, MapsAndBitsThatAreEmpty) {
    for (const char* text :
         {"C4 E0 79 18 00", "C4 E4 79 18 00", "62 F0 7C 48 58 C1", "62 F4 7C 48 58 C1", "62 F7 7C 48 58 C1",
          "62 F9 7C 48 58 C1", "62 F1 78 48 58 C1", "62 F1 7C 48 77 C1"})
        EXPECT_EQ(decode_64(text).status, Status::invalid) << text;
}

TEST(Vector, RegistersOfTheMemoryOperand) {
    const Decoded gather = decode_64("C4 E2 75 90 04 A0");  // vpgatherdd ymm0, [rax + ymm4 * 4], ymm1
    EXPECT_EQ(gather->memory.index, 4);
    EXPECT_EQ(gather->memory.scale, 4);
    const Decoded scatter = decode_64("62 A2 7D 41 A0 04 A0");  // vpscatterdd [rax + zmm28 * 4], zmm16
    EXPECT_EQ(scatter->memory.base, 0);
    EXPECT_EQ(scatter->memory.index, 28);
    const Decoded high = decode_64("C4 81 78 28 04 2C");  // vmovaps xmm0, [r12 + r13]
    EXPECT_EQ(high->memory.base, 12);
    EXPECT_EQ(high->memory.index, 13);
    const Decoded low = decode_32("C4 C1 78 28 04 2C");  // B says nothing in 32-bit mode
    EXPECT_EQ(low->memory.base, 4);
    EXPECT_EQ(low->memory.index, 5);
}

}  // namespace
}  // namespace cuzz::x86
