// No input makes the decoder read outside of it, and an instruction is decoded from its own bytes alone. The bytes
// are handed over in allocations of exactly their size, so that an address sanitizer sees a byte too many.

#include "support.h"

#include "agreement_generate.h"
#include "scheduler/random.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace cuzz::x86 {
namespace {

using namespace testing;

std::vector<std::uint8_t> random_bytes(Random& random, std::size_t size) {
    std::vector<std::uint8_t> bytes(size);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
    return bytes;
}

bool inside(Field field, unsigned length) { return field.offset + field.size <= length; }

bool same(const Instruction& a, const Instruction& b) {
    return a.length == b.length && a.opcode == b.opcode && a.flow == b.flow && a.target == b.target &&
           a.memory_target == b.memory_target && a.displacement_value == b.displacement_value &&
           a.immediate_value == b.immediate_value && a.atomic == b.atomic && a.map == b.map;
}

void expect_sound(const std::vector<std::uint8_t>& bytes, Mode mode) {
    const Decoded decoded = decode(bytes, mode, here);
    if (!decoded) return;
    const unsigned length = decoded->length;
    ASSERT_GE(length, 1u);
    ASSERT_LE(length, longest_instruction);
    ASSERT_LE(length, bytes.size());
    ASSERT_TRUE(inside(decoded->displacement, length) && inside(decoded->immediate, length) &&
                inside(decoded->second_immediate, length));
    ASSERT_TRUE(decoded->opcode_offset < length && decoded->modrm_offset < length &&
                decoded->sib_offset < length);
    ASSERT_EQ(bytes[decoded->opcode_offset], decoded->opcode);
    ASSERT_TRUE(!decoded->prefixes.lock || decoded->atomic);
    for (unsigned shorter = 0; shorter < length; ++shorter) {
        const std::vector<std::uint8_t> part(bytes.begin(), bytes.begin() + shorter);
        ASSERT_EQ(decode(part, mode, here).status, Status::truncated) << shorter << " of " << length;
    }
    const std::vector<std::uint8_t> alone(bytes.begin(), bytes.begin() + length);
    const Decoded again = decode(alone, mode, here);
    ASSERT_TRUE(again && same(*decoded, *again));
    std::vector<std::uint8_t> followed = alone;
    followed.resize(40, 0xF0);
    const Decoded once_more = decode(followed, mode, here);
    ASSERT_TRUE(once_more && same(*decoded, *once_more));
}

TEST(Bounds, RandomBytesAreDecodedFromTheInstructionAlone) {
    const int rounds = std::getenv("CUZZ_LONG") != nullptr ? 5'000'000 : 200'000;
    Random random(15);
    for (int i = 0; i < rounds && !HasFatalFailure(); ++i) {
        const std::vector<std::uint8_t> bytes = random_bytes(random, random.below(20));
        expect_sound(bytes, Mode::bits64);
        expect_sound(bytes, Mode::bits32);
    }
}

TEST(Bounds, MadeUpInstructionsAreDecodedFromTheInstructionAlone) {
    for (const Mode mode : {Mode::bits32, Mode::bits64}) {
        const std::vector<std::uint8_t> all = generate(mode, 50'000, 7);
        for (std::size_t at = 0; at < all.size() && !HasFatalFailure(); at += slot_size)
            expect_sound({all.begin() + static_cast<int>(at), all.begin() + static_cast<int>(at) + 20}, mode);
    }
}

TEST(Bounds, NothingIsTruncated) { EXPECT_EQ(decode({}, Mode::bits64, here).status, Status::truncated); }

TEST(Bounds, FifteenBytesAreTheLimit) {
    std::vector<std::uint8_t> bytes(14, 0x66);
    bytes.push_back(0x90);
    EXPECT_EQ(decode(bytes, Mode::bits64, here)->length, 15);
    bytes.insert(bytes.begin(), 0x66);
    EXPECT_EQ(decode(bytes, Mode::bits64, here).status, Status::too_long);
    EXPECT_EQ(decode(std::vector<std::uint8_t>(15, 0x66), Mode::bits32, here).status, Status::too_long);
    EXPECT_EQ(decode(std::vector<std::uint8_t>(14, 0x66), Mode::bits32, here).status, Status::truncated);
    // The sixteenth would be the immediate's.
    const auto wide = bytes_of("66 66 66 66 66 2E 67 48 81 84 24 11 11 11 11 22 22 22 22");
    EXPECT_EQ(decode(wide, Mode::bits64, here).status, Status::too_long);
}

}  // namespace
}  // namespace cuzz::x86
