// Hooks and the other threads of the process.

#include "support.h"

#include <atomic>
#include <thread>

namespace cuzz::detours::testing {
namespace {

constexpr int threads = 4, calls_each = 10'000;

TEST(HookThreads, ThreadsThatAreOutsideSeeTheFunctionBeforeAndTheReplacementAfter) {
    CodePage page;
    std::uint8_t* function = page.put(add_one());
    std::atomic<int> outside{0}, wrong{0};
    std::atomic<bool> placed{false};
    std::vector<std::thread> callers;
    for (int i = 0; i < threads; ++i)
        callers.emplace_back([&] {
            for (int n = 0; n < calls_each; ++n) wrong += call(function, n) != n + 1;
            ++outside;
            while (!placed) std::this_thread::yield();
            for (int n = 0; n < calls_each; ++n) wrong += call(function, n) != n + 1001;
        });
    while (outside < threads) std::this_thread::yield();
    const bool ok = Hooked<40>::place(function);
    placed = true;
    for (std::thread& caller : callers) caller.join();
    EXPECT_TRUE(ok);
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(Hooked<40>::calls, threads * calls_each);
}

// A difference: Detours suspends the other threads and moves them out of the bytes that change. The built-in engine
// is only used before the program's first instruction, and promises nothing about threads inside.
TEST(HookThreads, ThreadsInsideTheFunctionAreMovedOutOfTheWay) {
    if (is_builtin()) GTEST_SKIP() << "the built-in engine does not promise it";
    CodePage page;
    std::uint8_t* function = page.put(add_one());
    std::atomic<int> running{0}, wrong{0};
    std::atomic<bool> enough{false};
    std::vector<std::thread> callers;
    for (int i = 0; i < threads; ++i)
        callers.emplace_back([&] {
            ++running;
            while (!enough) {
                const int result = call(function, 5);
                wrong += result != 6 && result != 1006;
            }
            wrong += call(function, 5) != 1006;
        });
    while (running < threads) std::this_thread::yield();
    const bool ok = Hooked<41>::place(function);
    enough = true;
    for (std::thread& caller : callers) caller.join();
    EXPECT_TRUE(ok);
    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace cuzz::detours::testing
