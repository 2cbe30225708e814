// AtomFuzzer gets into the gap between two critical sections, and nobody waits for a paused thread for ever.

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

// Each thread reads under the lock and writes under it again, but does not hold it in between.
Program torn_update(int padding) {
    Program p("torn-update");
    const auto m = p.lock("m");
    const auto x = p.variable("x"), over = p.variable("over"), local = p.variable("local");
    for (const char* name : {"a", "b"})
        p.thread(name, [&](Body& t) {
            for (int i = 0; i < padding; ++i) t.write(local, i);
            t.lock(m);
            const Value old = t.read(x);
            t.unlock(m);
            t.lock(m);
            t.write(x, old + 1);
            t.unlock(m);
            t.when(t.add(over, 1) == 1, [&] { t.check(t.read(x) == 2, "an update was lost"); });
        });
    return p;
}

// Exactly, over all draws: AtomFuzzer always finds it (each thread stops between its sections until the other is
// there too), random walk in less than every second run.
TEST(AtomFuzzer, AlwaysFindsTheAtomicityViolationThatRandomWalkOftenMisses) {
    const Program program = torn_update(0);
    Simulator simulator(program);
    EXPECT_NEAR(exact_failure_probability(simulator, *make_strategy("atom-fuzzer"), known(2, 14)), 1, 1e-9);
    const double walk = exact_failure_probability(simulator, *make_strategy("random-walk"), known(2, 14));
    EXPECT_LT(walk, 0.7);
    EXPECT_GT(walk, 0.3);
}

// Sampled, with 20 ops before, so that the threads are out of step: still always; random walk less often.
TEST(AtomFuzzer, FindsItWhenTheThreadsAreOutOfStep) {
    const Program program = torn_update(20);
    Simulator simulator(program);
    const std::uint64_t runs = samples(5'000, 100'000);
    EXPECT_EQ(failure_rate(simulator, *make_strategy("atom-fuzzer"), known(2, 50), runs), 1);
    EXPECT_LT(failure_rate(simulator, *make_strategy("random-walk"), known(2, 50), runs), 0.5);
}

// Without a lock taken twice there is nothing to pause for: the same as random walk, exactly.
TEST(AtomFuzzer, IsARandomWalkWhereNoLockIsTakenTwice) {
    const Program program = pct_deadlock();
    Simulator simulator(program);
    EXPECT_NEAR(exact_failure_probability(simulator, *make_strategy("atom-fuzzer"), known(2, 10)),
                exact_failure_probability(simulator, *make_strategy("random-walk"), known(2, 10)), 1e-12);
}

// Spinners take turns, with or without yields, until a thread that is paused before its second lock goes on.
TEST(AtomFuzzer, NeverStarvesASpinWait) {
    for (const bool yielding : {true, false}) {
        Program program("spin");
        const auto m = program.lock("m");
        const auto flag = program.variable("flag");
        for (const char* name : {"a", "b"})
            program.thread(name, [&](Body& t) {
                t.loop_while([&] { return t.read(flag) == 0; },
                             [&] {
                                 if (yielding) t.yield();
                             });
            });
        program.thread("worker", [&](Body& t) {
            for (int i = 0; i < 4; ++i) {
                t.lock(m);
                t.unlock(m);
            }
            t.write(flag, 1);
        });
        Simulator simulator(program, {.steps = 100'000, .picks = 200'000});
        const auto strategy = make_strategy("atom-fuzzer");
        for (std::uint64_t seed = 1; seed <= samples(100, 1'000); ++seed)
            ASSERT_EQ(simulator.run(*strategy, known(3, 50), seed).outcome, Outcome::passed) << seed;
    }
}

// More locks than the table holds: no failure, no growth.
TEST(AtomFuzzer, GoesOnWhenItsTableIsFull) {
    Program program("many-locks");
    std::vector<Lock> locks;
    for (int i = 0; i < 10'000; ++i) locks.push_back(program.lock("m"));
    for (const char* name : {"a", "b"})
        program.thread(name, [&](Body& t) {
            for (int round = 0; round < 2; ++round)
                for (const Lock m : locks) {
                    t.lock(m);
                    t.unlock(m);
                }
        });
    Simulator simulator(program);
    const auto strategy = make_strategy("atom-fuzzer");
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
        EXPECT_EQ(simulator.run(*strategy, known(2, 80'000), seed).outcome, Outcome::passed);
}

}  // namespace
}  // namespace cuzz
