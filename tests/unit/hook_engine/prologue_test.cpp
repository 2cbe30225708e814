// First instructions that do not mean the same elsewhere, and functions that leave no room.

#include "support.h"

namespace cuzz::detours::testing {
namespace {

TEST(Prologue, DataRelativeToTheInstructionIsStillFound) {
    CodePage page;
    const std::uint8_t* datum = page.put({42, 0, 0, 0});
    std::uint8_t* at = page.next();
#if defined(_WIN64)
    std::uint8_t* function = page.put(Bytes{0x8B, 0x05} + operand(at + 6, datum) + Bytes{0x01, 0xC8, 0xC3});
#else
    std::uint8_t* function = page.put(Bytes{0x8B, 0x05} + operand(at, datum) + Bytes{0x01, 0xC8, 0xC3});
#endif
    ASSERT_EQ(call(function, 5), 47);
    ASSERT_TRUE(Hooked<20>::place(function));
    EXPECT_EQ(call(function, 5), 1047);
    EXPECT_EQ(Hooked<20>::original(5), 47);
}

TEST(Prologue, AShortConditionalBranchGoesBothWays) {
    CodePage page;
    // test ecx, ecx; je zero; lea eax, [ecx + 1]; ret; zero: mov eax, 99; ret
    std::uint8_t* function =
        page.put({0x85, 0xC9, 0x74, 0x04, 0x8D, 0x41, 0x01, 0xC3, 0xB8, 0x63, 0x00, 0x00, 0x00, 0xC3});
    ASSERT_TRUE(Hooked<21>::place(function));
    EXPECT_EQ(call(function, 5), 1006);
    EXPECT_EQ(call(function, 0), 1099);
    EXPECT_EQ(Hooked<21>::original(0), 99);
}

TEST(Prologue, ACallReachesItsTargetAndComesBack) {
    CodePage page;
    const std::uint8_t* callee = page.put(add_one());
    const std::uint8_t* at = page.next();
#if defined(_WIN64)
    // sub rsp, 40; call callee; add eax, 10; add rsp, 40; ret
    std::uint8_t* function = page.put(Bytes{0x48, 0x83, 0xEC, 0x28, 0xE8} + distance(at + 9, callee) +
                                      Bytes{0x83, 0xC0, 0x0A, 0x48, 0x83, 0xC4, 0x28, 0xC3});
#else
    // push ecx; call callee; add eax, 10; pop ecx; ret
    std::uint8_t* function =
        page.put(Bytes{0x51, 0xE8} + distance(at + 6, callee) + Bytes{0x83, 0xC0, 0x0A, 0x59, 0xC3});
#endif
    ASSERT_EQ(call(function, 5), 16);
    ASSERT_TRUE(Hooked<22>::place(function));
    EXPECT_EQ(call(function, 5), 1016);
    EXPECT_EQ(Hooked<22>::original(5), 16);
}

// Detours hooks where the stub leads, the built-in engine the stub: calls through the stub see no difference.
TEST(Prologue, AStubThatOnlyJumpsThroughAPointerIsHooked) {
    CodePage page;
    std::uint8_t* function = page.put(add_one());
    Bytes pointer(sizeof function);
    std::memcpy(pointer.data(), &function, sizeof function);
    const std::uint8_t* slot = page.put(pointer);
    const std::uint8_t* at = page.next();
    std::uint8_t* stub = page.put(Bytes{0xFF, 0x25} + operand(at + 6, slot));
    ASSERT_EQ(call(stub, 5), 6);
    ASSERT_TRUE(Hooked<23>::place(stub));
    EXPECT_EQ(call(stub, 5), 1006);
    EXPECT_EQ(Hooked<23>::original(5), 6);
}

TEST(Prologue, AJumpOverFiveBytesIsHooked) {
    CodePage page;
    const std::uint8_t* target = page.put(add_one());
    const std::uint8_t* at = page.next();
    std::uint8_t* function = page.put(Bytes{0xE9} + distance(at + 5, target));
    ASSERT_TRUE(Hooked<24>::place(function));
    EXPECT_EQ(call(function, 5), 1006);
    EXPECT_EQ(Hooked<24>::original(5), 6);
}

TEST(Prologue, WhereTheNextFunctionIsTooNearItIsRefusedAndNothingChanges) {
    CodePage page;
    // xor eax, eax; ret — and another function
    std::uint8_t* tiny = page.put({0x31, 0xC0, 0xC3, 0x8D, 0x41, 0x02, 0xC3});
    const Bytes before = page.copy();
    {
        HookTransaction transaction;
        EXPECT_FALSE(Hooked<25>::attach(transaction, tiny));
        EXPECT_STREQ(transaction.error(), "the start of the function cannot be moved");
    }
    EXPECT_EQ(page.copy(), before);
    EXPECT_EQ(call(tiny, 5), 0);
    EXPECT_EQ(call(tiny + 3, 5), 7);
    EXPECT_EQ(reinterpret_cast<std::uint8_t*>(Hooked<25>::original), tiny);
}

TEST(Prologue, FillerAfterATinyFunctionIsRoom) {
    CodePage page;
    std::uint8_t* tiny = page.put({0x31, 0xC0, 0xC3, 0xCC, 0xCC, 0xCC, 0xCC, 0xCC});
    ASSERT_TRUE(Hooked<26>::place(tiny));
    EXPECT_EQ(call(tiny, 5), 1000);
    EXPECT_EQ(Hooked<26>::original(5), 0);
}

// A difference: the built-in engine looks at where branches go and refuses; Detours would move such a loop and
// leave its branch pointing into the jump.
TEST(Prologue, ABranchIntoTheMovedBytesIsRefused) {
    if (!is_builtin()) GTEST_SKIP() << "Detours does not look at that";
    CodePage page;
    // mov eax, ecx; again: dec eax; jnz again; ret
    std::uint8_t* function = page.put({0x89, 0xC8, 0xFF, 0xC8, 0x75, 0xFC, 0xC3});
    HookTransaction transaction;
    EXPECT_FALSE(Hooked<27>::attach(transaction, function));
    EXPECT_STREQ(transaction.error(), "the start of the function cannot be moved");
}

}  // namespace
}  // namespace cuzz::detours::testing
