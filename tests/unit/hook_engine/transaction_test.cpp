// A transaction happens as a whole or not at all.

#include "support.h"

namespace cuzz::detours::testing {
namespace {

TEST(HookTransaction, ACallGoesToTheReplacementAndTheOriginalIsReachable) {
    CodePage page;
    std::uint8_t* function = page.put(add_one());
    ASSERT_EQ(call(function, 5), 6);
    ASSERT_TRUE(Hooked<1>::place(function));
    EXPECT_EQ(call(function, 5), 1006);
    EXPECT_EQ(Hooked<1>::calls, 1);
    EXPECT_EQ(Hooked<1>::original(5), 6);
    EXPECT_NE(reinterpret_cast<std::uint8_t*>(Hooked<1>::original), function);
}

TEST(HookTransaction, TwoHooksOfOneTransactionAreBothPlaced) {
    CodePage page;
    std::uint8_t* first = page.put(add_one());
    std::uint8_t* second = page.put({0x8D, 0x41, 0x02, 0x83, 0xC0, 0x00, 0xC3});
    HookTransaction transaction;
    ASSERT_TRUE(Hooked<2>::attach(transaction, first));
    ASSERT_TRUE(Hooked<3>::attach(transaction, second));
    EXPECT_EQ(call(first, 5), 6) << "before the commit";
    ASSERT_TRUE(transaction.commit());
    EXPECT_EQ(call(first, 5), 1006);
    EXPECT_EQ(call(second, 5), 1007);
    EXPECT_EQ(Hooked<2>::original(5), 6);
    EXPECT_EQ(Hooked<3>::original(5), 7);
}

TEST(HookTransaction, WithoutACommitNothingHasHappened) {
    CodePage page;
    std::uint8_t* function = page.put(add_one());
    const Bytes before = page.copy();
    {
        HookTransaction transaction;
        ASSERT_TRUE(Hooked<4>::attach(transaction, function));
    }
    EXPECT_EQ(page.copy(), before);
    EXPECT_EQ(reinterpret_cast<std::uint8_t*>(Hooked<4>::original), function);
    EXPECT_EQ(call(function, 5), 6);
    EXPECT_TRUE(Hooked<4>::place(function)) << "a later transaction works";
    EXPECT_EQ(call(function, 5), 1006);
}

TEST(HookTransaction, OneThatCannotBePlacedKeepsTheOthersOut) {
    CodePage page;
    std::uint8_t* good = page.put(add_one());
    std::uint8_t* tiny = page.put({0x31, 0xC0, 0xC3, 0x8D, 0x41, 0x02, 0xC3});
    const Bytes before = page.copy();
    {
        HookTransaction transaction;
        ASSERT_TRUE(Hooked<5>::attach(transaction, good));
        EXPECT_FALSE(Hooked<6>::attach(transaction, tiny));
        EXPECT_FALSE(transaction.commit());
        EXPECT_STREQ(transaction.error(), "the start of the function cannot be moved");
    }
    EXPECT_EQ(page.copy(), before);
    EXPECT_EQ(reinterpret_cast<std::uint8_t*>(Hooked<5>::original), good);
    EXPECT_EQ(call(good, 5), 6);
}

TEST(HookTransaction, ProtectionOfTheCodeIsAsBefore) {
    CodePage page;
    std::uint8_t* first = page.put(add_one());
    std::uint8_t* second = page.put(add_one());
    DWORD before = 0;
    ASSERT_NE(VirtualProtect(first, CodePage::size, PAGE_EXECUTE_READ, &before), 0);
    HookTransaction transaction;
    ASSERT_TRUE(Hooked<7>::attach(transaction, first));
    ASSERT_TRUE(Hooked<8>::attach(transaction, second));
    ASSERT_TRUE(transaction.commit());
    MEMORY_BASIC_INFORMATION info{};
    ASSERT_NE(VirtualQuery(first, &info, sizeof info), 0u);
    EXPECT_EQ(info.Protect, static_cast<DWORD>(PAGE_EXECUTE_READ));
    EXPECT_EQ(call(second, 5), 1006);
}

TEST(HookTransaction, ACallThroughAHookLeavesTheLastErrorAlone) {
    CodePage page;
    std::uint8_t* function = page.put(add_one());
    ASSERT_TRUE(Hooked<9>::place(function));
    SetLastError(1234);
    call(function, 5);
    EXPECT_EQ(GetLastError(), 1234u);
}

TEST(HookTransaction, TheEngineHasAName) {
    std::printf("hook engine: %s\n", hook_engine_name());
    const std::string_view name = hook_engine_name();
    EXPECT_TRUE(is_builtin() || name.starts_with("Microsoft Detours ")) << name;
}

}  // namespace
}  // namespace cuzz::detours::testing
