// The fields of decoded instructions: prefixes, places, operands, flow of control, atomicity, refusals.

#include "support.h"

#include <gtest/gtest.h>

namespace cuzz::x86 {
namespace {

using namespace testing;

void expect_field(Field field, unsigned offset, unsigned size) {
    EXPECT_EQ(field.offset, offset);
    EXPECT_EQ(field.size, size);
}

TEST(Decoder, SaysWhereThePartsAre) {
    // lock add dword gs:[r12 + rcx * 4 - 0x78], 0x11223344
    const Decoded decoded = decode_64("65 F0 41 81 44 8C 88 44 33 22 11");
    ASSERT_TRUE(decoded);
    EXPECT_EQ(decoded->length, 11);
    EXPECT_EQ(decoded->prefixes.count, 3);
    EXPECT_EQ(decoded->prefixes.segment, 0x65);
    EXPECT_EQ(decoded->prefixes.rex, 0x41);
    EXPECT_TRUE(decoded->prefixes.lock);
    EXPECT_EQ(decoded->map, Map::one_byte);
    EXPECT_EQ(decoded->opcode, 0x81);
    EXPECT_EQ(decoded->opcode_offset, 3);
    EXPECT_EQ(decoded->modrm_offset, 4);
    EXPECT_EQ(decoded->mod(), 1);
    EXPECT_EQ(decoded->reg(), 0);
    EXPECT_EQ(decoded->rm(), 4);
    EXPECT_EQ(decoded->sib_offset, 5);
    EXPECT_EQ(decoded->sib, 0x8C);
    expect_field(decoded->displacement, 6, 1);
    EXPECT_EQ(decoded->displacement_value, -0x78);
    expect_field(decoded->immediate, 7, 4);
    EXPECT_EQ(decoded->immediate_value, 0x11223344);
    expect_field(decoded->second_immediate, 0, 0);
    EXPECT_TRUE(decoded->memory.present);
    EXPECT_FALSE(decoded->memory.rip_relative);
    EXPECT_EQ(decoded->memory.base, 12);
    EXPECT_EQ(decoded->memory.index, 1);
    EXPECT_EQ(decoded->memory.scale, 4);
    EXPECT_TRUE(decoded->atomic);
    EXPECT_EQ(decoded->flow, Flow::next);
    EXPECT_EQ(decoded->end(), here + 11);
}

TEST(Decoder, KeepsTheLastOfSeveralPrefixes) {
    EXPECT_EQ(decode_64("F2 F3 A4")->prefixes.repeat, 0xF3);
    EXPECT_EQ(decode_64("F3 F2 A4")->prefixes.repeat, 0xF2);
    EXPECT_EQ(decode_32("26 65 A4")->prefixes.segment, 0x65);
    EXPECT_EQ(decode_32("65 26 A4")->prefixes.segment, 0x26);
    EXPECT_EQ(decode_64("65 26 A4")->prefixes.segment, 0x65) << "ES does nothing in 64-bit mode";
    EXPECT_EQ(decode_64("3E FF E0")->prefixes.segment, 0) << "notrack";
    EXPECT_EQ(decode_64("48 49 89 C0")->prefixes.rex, 0x49);
    EXPECT_EQ(decode_64("48 66 89 C0")->prefixes.rex, 0) << "not directly before the opcode";
    EXPECT_EQ(decode_64("48 66 89 C0")->operand_size, 2);
    EXPECT_EQ(decode_64("66 48 89 C0")->operand_size, 8);
    EXPECT_EQ(decode_64("67 89 00")->address_size, 4);
    EXPECT_EQ(decode_32("67 89 00")->address_size, 2);
}

TEST(Decoder, FindsBothImmediates) {
    const Decoded enter = decode_64("C8 22 11 03");
    expect_field(enter->immediate, 1, 2);
    expect_field(enter->second_immediate, 3, 1);
    EXPECT_EQ(enter->immediate_value, 0x1122);
    const Decoded far_jump = decode_32("EA 44 33 22 11 08 00");
    expect_field(far_jump->immediate, 1, 4);
    expect_field(far_jump->second_immediate, 5, 2);
    const Decoded far_call = decode_32("66 9A 22 11 08 00");
    expect_field(far_call->immediate, 2, 2);
    expect_field(far_call->second_immediate, 4, 2);
    const Decoded extract = decode_64("66 0F 78 C0 05 06");
    expect_field(extract->immediate, 4, 1);
    expect_field(extract->second_immediate, 5, 1);
    const Decoded wide = decode_64("48 B8 88 77 66 55 44 33 22 F1");
    expect_field(wide->immediate, 2, 8);
    EXPECT_EQ(static_cast<std::uint64_t>(wide->immediate_value), 0xF122334455667788u);
}

TEST(Decoder, TakesAbsoluteAddressesForMemoryOperands) {
    const Decoded load = decode_64("48 A1 88 77 66 55 44 33 22 11");
    EXPECT_TRUE(load->memory.present);
    EXPECT_EQ(load->memory.base, no_register);
    expect_field(load->displacement, 2, 8);
    EXPECT_EQ(load->displacement_value, 0x1122334455667788);
    expect_field(decode_64("67 A1 44 33 22 11")->displacement, 2, 4);
    expect_field(decode_32("67 A1 22 11")->displacement, 2, 2);
}

TEST(Decoder, HasTheOpcodeOf3DNowBehindTheOperands) {
    const Decoded add = decode_64("0F 0F 40 10 9E");
    EXPECT_EQ(add->map, Map::amd_3dnow);
    EXPECT_EQ(add->opcode, 0x9E);
    EXPECT_EQ(add->opcode_offset, 4);
    EXPECT_FALSE(add->immediate);
    expect_field(add->displacement, 3, 1);
}

TEST(Decoder, ResolvesOperandsRelativeToTheEnd) {
    const Decoded load = decode_64("48 8B 05 10 00 00 00");
    EXPECT_TRUE(load->memory.rip_relative);
    EXPECT_EQ(load->memory.base, no_register);
    EXPECT_EQ(load->memory_target, here + 7 + 0x10);
    expect_field(load->displacement, 3, 4);
    const Decoded back = decode_64("C7 05 F6 FF FF FF 01 00 00 00");  // mov dword [rip - 10], 1: itself
    EXPECT_EQ(back->memory_target, here) << "counted from behind the immediate";
    EXPECT_EQ(decode_64("67 8B 05 10 00 00 00")->memory_target, (here + 7 + 0x10) & 0xFFFFFFFFu);
    EXPECT_FALSE(decode_32("8B 05 10 00 00 00")->memory.rip_relative);
    EXPECT_FALSE(decode_64("8B 04 25 10 00 00 00")->memory.rip_relative);
    EXPECT_FALSE(decode_64("0F 20 05")->memory.present) << "a control register, whatever mod says";
}

TEST(Decoder, Knows16BitOperands) {
    const Decoded sum = decode_32("67 8B 43 10");  // mov eax, [bp + di + 0x10]
    EXPECT_EQ(sum->memory.base, 5);
    EXPECT_EQ(sum->memory.index, 7);
    EXPECT_EQ(decode_32("67 8B 07")->memory.base, 3);  // [bx]
    EXPECT_EQ(decode_32("67 8B 06 22 11")->memory.base, no_register);
}

void expect_branch(const Decoded& decoded, Flow flow, std::uint64_t target, bool ends) {
    ASSERT_TRUE(decoded);
    EXPECT_EQ(decoded->flow, flow);
    EXPECT_TRUE(decoded->has_target());
    EXPECT_EQ(decoded->target, target);
    EXPECT_EQ(decoded->ends_flow(), ends);
}

TEST(Flow, OfRelativeBranches) {
    expect_branch(decode_64("EB FE"), Flow::jump, here, true);
    expect_branch(decode_64("E9 00 01 00 00"), Flow::jump, here + 0x105, true);
    expect_branch(decode_64("E8 FB FF FF FF"), Flow::call, here, false);
    expect_branch(decode_64("74 10"), Flow::conditional_jump, here + 0x12, false);
    expect_branch(decode_64("0F 85 00 FF FF FF"), Flow::conditional_jump, here + 6 - 0x100, false);
    expect_branch(decode_64("E2 FE"), Flow::loop, here, false);
    expect_branch(decode_64("E3 10"), Flow::loop, here + 0x12, false);     // jrcxz
    expect_branch(decode_64("67 E3 10"), Flow::loop, here + 0x13, false);  // jecxz
    expect_branch(decode_64("F2 E9 00 01 00 00"), Flow::jump, here + 0x106, true);
    expect_branch(decode_64("2E 74 10"), Flow::conditional_jump, here + 0x13, false);
    expect_branch(decode_64("C7 F8 10 00 00 00"), Flow::transaction, here + 0x16, false);
    expect_branch(decode_64("66 C7 F8 F0 FF"), Flow::transaction, here + 5 - 0x10, false);
}

TEST(Flow, OfBranchesWithAnOperandSize) {
    expect_branch(decode_64("66 E9 00 01 00 00"), Flow::jump, here + 0x106, true);  // ignored, as by Intel
    expect_branch(decode_64("66 48 E8 00 01 00 00"), Flow::call, here + 0x107, false);
    const std::uint64_t low = here & 0xFFFFFFFFu;  // 0x40001000
    expect_branch(decode_32("E9 00 01 00 00"), Flow::jump, low + 0x105, true);
    expect_branch(decode_32("66 E9 00 01"), Flow::jump, 0x1104, true);
    expect_branch(decode_32("66 E8 00 01"), Flow::call, 0x1104, false);
    expect_branch(decode_32("66 0F 84 00 01"), Flow::conditional_jump, 0x1105, false);
    expect_branch(decode_32("66 EB FE"), Flow::jump, 0x1001, true);
    expect_branch(decode_32("66 C7 F8 00 01"), Flow::transaction, low + 0x105, false);  // XBEGIN does not cut
    expect_branch(decode(bytes_of("E9 00 00 00 80"), Mode::bits32, 0xFFFFFFF0u), Flow::jump, 0x7FFFFFF5u,
                  true);
}

TEST(Flow, OfEverythingElse) {
    const struct {
        const char* text;
        Flow flow;
        bool ends;
    } cases[] = {
        {"FF E0", Flow::indirect_jump, true},
        {"FF 25 00 00 00 00", Flow::indirect_jump, true},
        {"48 FF E1", Flow::indirect_jump, true},
        {"3E FF E0", Flow::indirect_jump, true},
        {"FF D0", Flow::indirect_call, false},
        {"FF 15 00 00 00 00", Flow::indirect_call, false},
        {"FF 18", Flow::far_call, false},
        {"48 FF 28", Flow::far_jump, true},
        {"FF 30", Flow::next, false},
        {"C3", Flow::returns, true},
        {"F3 C3", Flow::returns, true},
        {"C2 08 00", Flow::returns, true},
        {"CB", Flow::returns, true},
        {"CA 08 00", Flow::returns, true},
        {"48 CF", Flow::returns, true},
        {"48 0F 07", Flow::returns, true},
        {"CC", Flow::stops, true},
        {"0F 0B", Flow::stops, true},
        {"0F B9 C0", Flow::stops, true},
        {"0F FF C0", Flow::stops, true},
        {"F4", Flow::stops, true},
        {"CD 29", Flow::stops, true},
        {"CD 2E", Flow::next, false},
        {"F1", Flow::next, false},
        {"0F 05", Flow::next, false},
        {"C7 C0 F8 00 00 00", Flow::next, false},
        {"C6 F8 11", Flow::next, false},
        {"F3 0F 1E FA", Flow::next, false},
    };
    for (const auto& c : cases) {
        const Decoded decoded = decode_64(c.text);
        ASSERT_TRUE(decoded) << c.text;
        EXPECT_EQ(decoded->flow, c.flow) << c.text;
        EXPECT_EQ(decoded->ends_flow(), c.ends) << c.text;
        EXPECT_FALSE(decoded->has_target()) << c.text;
    }
    EXPECT_EQ(decode_32("9A 00 00 00 00 08 00")->flow, Flow::far_call);
    EXPECT_EQ(decode_32("EA 00 00 00 00 08 00")->flow, Flow::far_jump);
}

TEST(Atomic, IsWhatLockAndExchangeAre) {
    for (const char* text : {
             "F0 01 08",
             "F0 08 08",
             "F0 48 11 08",
             "F0 19 08",
             "F0 21 08",
             "F0 29 08",
             "F0 66 31 08",  // add … xor
             "F0 80 00 01",
             "F0 81 08 01 00 00 00",
             "F0 83 0C 24 00",
             "F0 48 83 30 01",  // with an immediate
             "F0 FE 00",
             "F0 FF 08",
             "F0 F6 10",
             "F0 48 F7 18",  // inc, dec, not, neg
             "F0 0F AB 08",
             "F0 0F B3 08",
             "F0 0F BB 08",
             "F0 0F BA 28 01",  // bts, btr, btc
             "F0 0F B1 11",
             "F0 0F B0 11",
             "F0 48 0F C1 08",
             "F0 0F C7 09",
             "F0 48 0F C7 0B",
             "F0 87 08",
             "87 08",
             "86 08",
             "48 87 05 10 00 00 00",
             "66 F0 0F B1 11",
             "F2 F0 0F B1 11",
             "F3 87 08",
             "0F 38 FC 08",
             "C4 E2 71 E6 10",  // aadd, cmpbexadd
         }) {
        const Decoded decoded = decode_64(text);
        ASSERT_TRUE(decoded) << text;
        EXPECT_TRUE(decoded->atomic) << text;
        EXPECT_TRUE(decoded->memory.present) << text;
    }
    for (const char* text :
         {"01 08", "0F B1 11", "48 0F C7 0B", "87 C8", "90", "48 91", "8B 08", "F3 89 08", "0F BA 20 01"}) {
        const Decoded decoded = decode_64(text);
        ASSERT_TRUE(decoded) << text;
        EXPECT_FALSE(decoded->atomic) << text;
    }
}

TEST(Atomic, LockIsRefusedWhereTheProcessorRefusesIt) {
    for (const char* text : {"F0 01 C8", "F0 03 08", "F0 38 08", "F0 83 38 00", "F0 0F BA 20 01", "F0 89 08",
                             "F0 90", "F0 F7 20", "F0 FF 10", "F0 0F C7 C8", "F0 87 C8", "F0 05 11 11 11 11",
                             "F0 0F 38 FC 08", "F0 0F 20 C0"})
        EXPECT_EQ(decode_64(text).status, Status::invalid) << text;
}

TEST(Decoder, RefusesWhatTheManualsLeaveEmpty) {
    for (const char* text : {"06", "0E", "16", "1F", "27", "37", "60", "61", "82 C0 11",
                             "9A 11 11 11 11 11 11", "CE", "D4 0A", "D5 0A", "D6", "EA 11 11 11 11 11 11"})
        EXPECT_EQ(decode_64(text).status, Status::invalid) << text << " in 64-bit mode";
    for (const char* text :
         {"0F 04",    "0F 0A",    "0F 0C", "0F 24 C0", "0F 36",       "0F 39",       "0F 3F",
          "0F 7A C0", "0F B8 C0", "8D C0", "8C F0",    "C6 78 11 11", "C6 C8 11",    "C7 C8 11 11 11 11",
          "FE D0",    "FF F8",    "FF D8", "FF E8",    "0F 71 C0 11", "0F 73 10 11", "0F BA C0 11",
          "0F B2 C0", "0F C7 C8"}) {
        EXPECT_EQ(decode_64(text).status, Status::invalid) << text;
        EXPECT_EQ(decode_32(text).status, Status::invalid) << text;
    }
}

}  // namespace
}  // namespace cuzz::x86
