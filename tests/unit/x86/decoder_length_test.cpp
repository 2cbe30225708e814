// Lengths of encodings written by hand from the manuals: whatever makes one opcode's length depend on prefixes,
// mode or ModRM. Bytes behind the instruction are all 11, so that a length that is too long finds some.

#include "support.h"

#include <gtest/gtest.h>

namespace cuzz::x86 {
namespace {

using namespace testing;

struct Written {
    const char* text;
    const char* what;
};

void expect_lengths(std::initializer_list<Written> encodings, Mode mode) {
    for (const Written& encoding : encodings) {
        std::vector<std::uint8_t> bytes = bytes_of(encoding.text);
        const std::size_t length = bytes.size();
        bytes.resize(length + 20, 0x11);
        const Decoded decoded = decode(bytes, mode, here);
        EXPECT_EQ(decoded.status, Status::valid) << encoding.text << ": " << encoding.what;
        EXPECT_EQ(decoded->length, length) << encoding.text << ": " << encoding.what;
        EXPECT_EQ(decoded->encoding, Encoding::legacy) << encoding.text << ": " << encoding.what;
    }
}

TEST(Length, OfImmediatesFollowsOperandAndAddressSize) {
    expect_lengths(
        {
            {"05 11 11 11 11", "add eax, imm32"},
            {"66 05 11 11", "add ax, imm16"},
            {"48 05 11 11 11 11", "add rax, imm32, sign-extended"},
            {"66 48 05 11 11 11 11", "REX.W wins over 66"},
            {"48 66 05 11 11", "REX that is not last counts for nothing"},
            {"B8 11 11 11 11", "mov eax, imm32"},
            {"66 B8 11 11", "mov ax, imm16"},
            {"48 B8 11 11 11 11 11 11 11 11", "mov rax, imm64"},
            {"49 BF 11 11 11 11 11 11 11 11", "mov r15, imm64"},
            {"41 B0 11", "mov r8b, imm8"},
            {"A1 11 11 11 11 11 11 11 11", "mov eax, moffs64"},
            {"48 A3 11 11 11 11 11 11 11 11", "mov moffs64, rax"},
            {"67 A1 11 11 11 11", "mov eax, moffs32"},
            {"66 A1 11 11 11 11 11 11 11 11", "66 does not change the address"},
            {"68 11 11 11 11", "push imm32"},
            {"66 68 11 11", "push imm16"},
            {"6A 11", "push imm8"},
            {"C8 11 11 11", "enter imm16, imm8"},
            {"C2 11 11", "ret imm16"},
            {"66 C2 11 11", "which stays a word"},
            {"69 C0 11 11 11 11", "imul eax, eax, imm32"},
            {"66 69 C0 11 11", "imul ax, ax, imm16"},
            {"6B C0 11", "imul eax, eax, imm8"},
            {"81 C0 11 11 11 11", "add eax, imm32"},
            {"66 81 C0 11 11", "add ax, imm16"},
            {"83 C0 11", "add eax, imm8"},
            {"C7 C0 11 11 11 11", "mov eax, imm32"},
            {"48 C7 C0 11 11 11 11", "mov rax, imm32"},
            {"66 C7 40 11 11 11", "mov word [rax + disp8], imm16"},
            {"E4 11", "in al, imm8"},
            {"E7 11", "out imm8, eax"},
            {"EC", "in al, dx"},
            {"66 EF", "out dx, ax"},
            {"CD 11", "int imm8"},
        },
        Mode::bits64);
    expect_lengths(
        {
            {"A1 11 11 11 11", "mov eax, moffs32"},
            {"67 A1 11 11", "mov eax, moffs16"},
            {"66 B8 11 11", "mov ax, imm16"},
            {"40", "inc eax, no REX here"},
            {"48", "dec eax"},
            {"D4 11", "aam"},
            {"D5 11", "aad"},
            {"D6", "salc"},
            {"82 C0 11", "the other group 1 with imm8"},
            {"60", "pusha"},
            {"63 C0", "arpl"},
            {"06", "push es"},
            {"27", "daa"},
            {"CE", "into"},
            {"9A 11 11 11 11 11 11", "call far"},
            {"66 EA 11 11 11 11", "jmp far, 16-bit offset"},
        },
        Mode::bits32);
}

TEST(Length, OfGroupThreeDependsOnTheOperation) {
    expect_lengths(
        {
            {"F6 C0 11", "test al, imm8"},
            {"F6 C8 11", "test, the undocumented /1"},
            {"F6 D0", "not al"},
            {"F6 58 11", "neg byte [rax + disp8]"},
            {"F7 C0 11 11 11 11", "test eax, imm32"},
            {"66 F7 C0 11 11", "test ax, imm16"},
            {"48 F7 C0 11 11 11 11", "test rax, imm32"},
            {"F7 05 11 11 11 11 11 11 11 11", "test dword [rip + disp32], imm32"},
            {"F7 D8", "neg eax"},
            {"48 F7 F9", "idiv rcx"},
        },
        Mode::bits64);
}

TEST(Length, OfModRmAndSibForms) {
    expect_lengths(
        {
            {"8B 00", "[rax]"},
            {"8B 40 11", "[rax + disp8]"},
            {"8B 80 11 11 11 11", "[rax + disp32]"},
            {"8B 05 11 11 11 11", "[rip + disp32]"},
            {"41 8B 05 11 11 11 11", "and REX.B changes nothing: rip"},
            {"67 8B 05 11 11 11 11", "[eip + disp32]"},
            {"8B 04 24", "[rsp]"},
            {"41 8B 04 24", "[r12]"},
            {"8B 45 11", "[rbp + disp8]"},
            {"8B 04 25 11 11 11 11", "[disp32], through SIB"},
            {"8B 44 25 11", "[rbp + disp8], through SIB"},
            {"8B 84 25 11 11 11 11", "[rbp + disp32], through SIB"},
            {"41 8B 04 25 11 11 11 11", "REX.B does not make it r13"},
            {"42 8B 04 A5 11 11 11 11", "[r12 * 4 + disp32]"},
            {"8B C0", "register"},
            {"0F 20 00", "mov rax, cr0: mod is ignored"},
            {"0F 22 84", "mov cr0, rsp"},
            {"44 0F 20 C0", "mov rax, cr8"},
        },
        Mode::bits64);
    expect_lengths(
        {
            {"8B 05 11 11 11 11", "[disp32]"},
            {"67 8B 00", "[bx + si]"},
            {"67 8B 04", "[si]: no SIB byte"},
            {"67 8B 06 11 11", "[disp16]"},
            {"67 8B 05", "[di]"},
            {"67 8B 46 11", "[bp + disp8]"},
            {"67 8B 86 11 11", "[bp + disp16]"},
            {"67 66 81 06 11 11 11 11", "add word [disp16], imm16"},
        },
        Mode::bits32);
}

TEST(Length, OfTheEscapedMaps) {
    expect_lengths(
        {
            {"0F 05", "syscall"},
            {"0F 0B", "ud2"},
            {"0F B9 C0", "ud1 has ModRM"},
            {"0F FF C0", "ud0 too, Intel says"},
            {"0F A2", "cpuid"},
            {"0F 31", "rdtsc"},
            {"0F C8", "bswap eax"},
            {"0F 77", "emms"},
            {"0F 70 C0 11", "pshufw"},
            {"66 0F 73 D8 11", "psrldq"},
            {"0F A4 C0 11", "shld imm8"},
            {"0F A5 C0", "shld cl"},
            {"0F BA 28 11", "bts [rax], imm8"},
            {"0F C2 00 11", "cmpps"},
            {"F2 0F C2 C0 11", "cmpsd"},
            {"F3 0F B8 C0", "popcnt"},
            {"F3 48 0F B8 C0", "popcnt rax"},
            {"0F 78 C0", "vmread"},
            {"66 0F 78 C0 11 11", "extrq imm8, imm8"},
            {"F2 0F 78 C0 11 11", "insertq imm8, imm8"},
            {"66 0F 79 C0", "extrq"},
            {"0F 38 00 C0", "pshufb"},
            {"66 0F 38 DC 00", "aesenc"},
            {"F2 0F 38 F1 C0", "crc32"},
            {"66 F2 0F 38 F1 C0", "crc32 eax, ax: 66 and F2 both count"},
            {"0F 38 F0 40 11", "movbe"},
            {"0F 3A 0F C0 11", "palignr"},
            {"66 48 0F 3A 16 C0 11", "pextrq"},
            {"0F 0F C0 9E", "pfadd: the opcode comes last"},
            {"0F 0F 40 11 9E", "pfadd with disp8"},
            {"0F 01 D0", "xgetbv"},
            {"0F AE F0", "mfence"},
            {"0F AE 38", "clflush"},
            {"F3 0F 1E FA", "endbr64"},
            {"F3 0F 1E FB", "endbr32"},
            {"F3 90", "pause"},
            {"F3 0F A7 C8", "VIA's rep xcrypt-ecb"},
        },
        Mode::bits64);
}

TEST(Length, OfNopsThatCompilersPadWith) {
    const std::initializer_list<Written> nops = {
        {"90", "1"},
        {"66 90", "2"},
        {"0F 1F 00", "3"},
        {"0F 1F 40 00", "4"},
        {"0F 1F 44 00 00", "5"},
        {"66 0F 1F 44 00 00", "6"},
        {"0F 1F 80 00 00 00 00", "7"},
        {"0F 1F 84 00 00 00 00 00", "8"},
        {"66 0F 1F 84 00 00 00 00 00", "9"},
        {"66 2E 0F 1F 84 00 00 00 00 00", "10"},
        {"66 66 2E 0F 1F 84 00 00 00 00 00", "11"},
        {"66 66 66 66 66 66 2E 0F 1F 84 00 00 00 00 00", "15"},
    };
    expect_lengths(nops, Mode::bits64);
    expect_lengths(nops, Mode::bits32);
    expect_lengths({{"8D B4 26 00 00 00 00", "lea esi, [esi + eiz + 0]"}, {"8D 74 26 00", "and short"}},
                   Mode::bits32);
}

}  // namespace
}  // namespace cuzz::x86
