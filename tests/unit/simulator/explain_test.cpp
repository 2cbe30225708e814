// What went wrong in a run, in words: who waits for what, and who holds it.

#include "every_schedule.h"
#include "scheduler/simulator/models/models.h"

#include <gtest/gtest.h>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

TEST(Explain, SaysWhoWaitsForWhatAndWhoHoldsIt) {
    EXPECT_EQ(ends(pct_deadlock()),
              (Ends{"", "ab waits to acquire b, held by ba; ba waits to acquire a, held by ab"}));
    Program p("alone");
    const auto m = p.lock("m");
    p.thread("a", [&](Body& t) {
        t.lock(m);
        t.lock(m);
    });
    EXPECT_EQ(ends(p), Ends{"a waits to acquire m, held by a"});
}

TEST(Explain, ReadersHoldALockWithoutAName) {
    Program p("reader");
    const auto m = p.lock("m");
    p.thread("reader", [&](Body& t) { t.lock_shared(m); });
    p.thread("writer", [&](Body& t) { t.lock(m); });
    EXPECT_EQ(ends(p),
              (Ends{"writer waits to acquire m", "reader waits to acquire-shared m, held by writer"}));
}

TEST(Explain, NamesThreadsThatAreJoined) {
    Program p("join");
    const auto e = p.event("e");
    const auto child = p.thread("child", [&](Body& t) { t.wait(e); });
    p.thread("main", [&](Body& t) {
        t.create(child);
        t.join(child);
    });
    EXPECT_EQ(ends(p), Ends{"main waits to join child; child waits to wait e"});
}

// Back from the condition variable it is the lock that a thread waits for.
TEST(Explain, AWokenThreadWaitsForTheLock) {
    Program p("woken");
    const auto m = p.lock("m");
    const auto c = p.condition("c");
    p.thread("sleeper", [&](Body& t) {
        t.lock(m);
        t.wait(c, m);
    });
    p.thread("waker", [&](Body& t) {
        t.lock(m);
        t.wake_one(c);
    });
    EXPECT_EQ(ends(p), (Ends{"sleeper waits to acquire m, held by waker"}));
}

TEST(Explain, SaysNothingButTheOutcomeOtherwise) {
    Program p("spin");
    const auto x = p.variable("x");
    p.thread("a", [&](Body& t) { t.loop_while([&] { return t.read(x) == 0; }, [] {}); });
    Simulator simulator(p, {.steps = 50, .picks = 100});
    const RunResult result = simulator.run(*make_strategy("random-walk"), Estimates{}, 1);
    EXPECT_EQ(result.outcome, Outcome::livelocked);
    EXPECT_TRUE(result.facts.flagged);
    EXPECT_EQ(simulator.explain(result), "livelock");
}

}  // namespace
}  // namespace cuzz
