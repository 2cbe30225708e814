// The strategies that park nobody: `none` leaves the machine alone, `random-sleep` gets between.

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

// The reader does 20 ops before it looks, the writer three before it writes: on a machine whose ops take one to
// four units the writer is always first, by at least 20 + 1 − 4·4 = 5 units.
Program late_reader() {
    Program p("late-reader");
    const auto x = p.variable("x"), a = p.variable("a"), b = p.variable("b");
    p.thread("writer", [&](Body& t) {
        for (int i = 0; i < 3; ++i) t.write(a, i);
        t.write(x, 1);
    });
    p.thread("reader", [&](Body& t) {
        for (int i = 0; i < 20; ++i) t.write(b, i);
        t.check(t.read(x) == 1, "the reader was first");
    });
    return p;
}

TEST(None, NeverFindsWhatTheMachineNeverDoes) {
    const Program program = late_reader();
    Simulator simulator(program);
    EXPECT_EQ(failure_rate(simulator, *make_strategy("none"), known(2, 25), samples(5'000, 100'000)), 0);
}

// The writer sleeps before one of its four ops and the reader before none of its 21: (1 − (29/30)^4)·(29/30)^21 is
// a lower bound, since then the writer is 100 units late. One-sided at 99.9 %.
TEST(RandomSleep, FindsAnOrderingBugThatNoneNeverFinds) {
    const Program program = late_reader();
    Simulator simulator(program);
    const std::uint64_t runs = samples(20'000, 500'000);
    const double measured = failure_rate(simulator, *make_strategy("random-sleep"), known(2, 25), runs);
    const double awake = 29.0 / 30;
    EXPECT_TRUE(at_least(measured, (1 - std::pow(awake, 4)) * std::pow(awake, 21), runs)) << measured;
}

TEST(RandomSleep, DelaysOneOpInOddsByLength) {
    const auto strategy = make_strategy("random-sleep:odds=4,length=7");
    const Estimates estimates;
    strategy->begin({1, estimates});
    const std::uint64_t ops = samples(40'000, 1'000'000);
    std::uint64_t delayed = 0;
    for (std::uint64_t i = 0; i < ops; ++i) {
        const std::uint32_t delay = strategy->delay(0, {});
        ASSERT_TRUE(delay == 0 || delay == 7);
        delayed += delay != 0;
    }
    EXPECT_TRUE(agrees(static_cast<double>(delayed) / static_cast<double>(ops), 0.25, ops));
}

TEST(RandomSleep, WithOddsZeroIsNone) {
    const auto strategy = make_strategy("random-sleep:odds=0");
    const Estimates estimates;
    strategy->begin({1, estimates});
    for (int i = 0; i < 1'000; ++i) EXPECT_EQ(strategy->delay(0, {}), 0u);
}

TEST(FreeControl, ParksNobodyAndStarvesNobody) {
    for (const char* text : {"none", "random-sleep"}) {
        const auto strategy = make_strategy(text);
        EXPECT_EQ(strategy->control(), Control::free);
        for (const bool yielding : {true, false}) {
            const Program program = spin_wait(3, yielding);
            Simulator simulator(program, {.steps = 100'000, .picks = 200'000});
            for (std::uint64_t seed = 1; seed <= 50; ++seed) {
                const RunResult result = simulator.run(*strategy, known(4, 50), seed);
                ASSERT_EQ(result.outcome, Outcome::passed) << text << ", " << seed;
                EXPECT_EQ(result.bound.depth, 0u);
            }
        }
    }
}

}  // namespace
}  // namespace cuzz
