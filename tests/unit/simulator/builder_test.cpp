// What a body writes down is what its thread does: values, control flow, births, ends.

#include "every_schedule.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

// What one thread leaves in a variable.
Ends result_of(const std::function<Value(Body&)>& write) {
    Program p("one");
    const auto x = p.variable("x", -1);
    p.thread("a", [&](Body& t) { t.write(x, write(t)); });
    return ends(p, {x});
}

TEST(Builder, ComputesWithRegistersAndConstantsOnBothSides) {
    const auto five = [](Body& t) { return t.let(5); };
    EXPECT_EQ(result_of([&](Body& t) { return five(t) + 3; }), Ends{"8"});
    EXPECT_EQ(result_of([&](Body& t) { return five(t) - 7; }), Ends{"-2"});
    EXPECT_EQ(result_of([&](Body& t) { return 7 - five(t); }), Ends{"2"});
    EXPECT_EQ(result_of([&](Body& t) { return five(t) + five(t); }), Ends{"10"});
    for (const int other : {4, 5, 6}) {
        const auto bit = [](bool b) { return Ends{b ? "1" : "0"}; };
        EXPECT_EQ(result_of([&](Body& t) { return five(t) == other; }), bit(5 == other)) << other;
        EXPECT_EQ(result_of([&](Body& t) { return five(t) != other; }), bit(5 != other)) << other;
        EXPECT_EQ(result_of([&](Body& t) { return five(t) < other; }), bit(5 < other)) << other;
        EXPECT_EQ(result_of([&](Body& t) { return five(t) > other; }), bit(5 > other)) << other;
        EXPECT_EQ(result_of([&](Body& t) { return other < five(t); }), bit(other < 5)) << other;
    }
}

TEST(Builder, LetCopiesAndSetValueAssigns) {
    EXPECT_EQ(result_of([](Body& t) {
                  const Value a = t.let(1), b = t.let(a);
                  t.set_value(a, a + 10);
                  return a + b;
              }),
              Ends{"12"});
}

TEST(Builder, WhenTakesOneOfTwoBranchesAndGoesOnAfterThem) {
    for (const int condition : {0, 1, -3})
        for (const bool has_otherwise : {true, false})
            EXPECT_EQ(result_of([&](Body& t) {
                          const Value x = t.let(0);
                          const std::function<void()> otherwise = [&] { t.set_value(x, x + 2); };
                          t.when(
                              t.let(condition), [&] { t.set_value(x, x + 1); },
                              has_otherwise ? otherwise : std::function<void()>());
                          return x + 10;
                      }),
                      Ends{condition != 0  ? "11"
                           : has_otherwise ? "12"
                                           : "10"});
}

TEST(Builder, LoopsRunWhileTheirConditionHoldsAndMayBeNested) {
    for (const int times : {0, 1, 4})
        EXPECT_EQ(result_of([&](Body& t) {
                      const Value i = t.let(0), total = t.let(0);
                      t.loop_while([&] { return i < times; },
                                   [&] {
                                       const Value j = t.let(0);
                                       t.loop_while([&] { return j < i; },
                                                    [&] {
                                                        t.set_value(j, j + 1);
                                                        t.set_value(total, total + 1);
                                                    });
                                       t.set_value(i, i + 1);
                                   });
                      return total;
                  }),
                  Ends{std::to_string(times * (times - 1) / 2)});
}

TEST(Builder, ChooseTakesEveryValueOnce) {
    Program p("choose");
    const auto x = p.variable("x"), y = p.variable("y"), z = p.variable("z");
    p.thread("a", [&](Body& t) {
        t.write(x, t.choose(3));
        t.write(y, t.choose(2));
        t.write(z, t.choose(1));
    });
    const EverySchedule seen = run_all(p, "dfs", {x, y, z});
    EXPECT_TRUE(seen.is_complete);
    EXPECT_EQ(seen.runs, 6u);
    EXPECT_EQ(seen.ends, (Ends{"0 0 0", "0 1 0", "1 0 0", "1 1 0", "2 0 0", "2 1 0"}));
}

TEST(Builder, ComputingCostsNoStep) {
    Program p("steps");
    const auto x = p.variable("x");
    p.thread("a", [&](Body& t) {
        const Value i = t.let(0);
        t.loop_while([&] { return i < 100; }, [&] { t.set_value(i, i + 1); });
        t.write(x, i);
    });
    Simulator simulator(p);
    EXPECT_EQ(simulator.run(*make_strategy("dfs"), Estimates{}, 1).facts.steps, 1u);
    EXPECT_EQ(simulator.world().value(x), 100);
}

TEST(Builder, ARunBeginsAnewWhateverTheLastOneLeft) {
    Program p("again");
    const auto x = p.variable("x", 7);
    const auto m = p.lock("m");
    const auto e = p.event("e");
    const auto s = p.semaphore("s", 1);
    p.thread("a", [&](Body& t) {
        t.check(t.add(x, 1) == 7, "x is from another run");
        t.lock(m);
        t.acquire(s);
        t.set(e);
        t.check(t.choose(2), "ends with everything taken");
    });
    EXPECT_EQ(ends(p, {x}), (Ends{"8", "ends with everything taken"}));
}

// --- checks ----------------------------------------------------------------------------------------------------

TEST(Builder, AFailedCheckEndsTheRunWithItsOwnMessage) {
    Program p("checks");
    const auto x = p.variable("x");
    p.thread("a", [&](Body& t) {
        t.check(1, "never");
        const Value drawn = t.choose(3);
        t.write(x, 1);
        t.check(drawn != 0, "drew 0");
        t.check(drawn != 1, "drew 1");
        t.write(x, 2);
    });
    EXPECT_EQ(ends(p, {x}), (Ends{"drew 0", "drew 1", "2"}));
    Simulator simulator(p);
    const RunResult result = simulator.run(*make_strategy("dfs"), Estimates{}, 1);
    EXPECT_EQ(result.outcome, Outcome::failed);
    EXPECT_EQ(p.message(result.message), "drew 0");
    EXPECT_EQ(simulator.world().value(x), 1) << "nothing is done after the check";
}

// --- memory ----------------------------------------------------------------------------------------------------

TEST(Builder, AddIsOneOpAndReadThenWriteAreTwo) {
    for (const bool atomic : {true, false}) {
        Program p("add");
        const auto x = p.variable("x");
        for (const char* name : {"a", "b"})
            p.thread(name, [&](Body& t) {
                if (atomic)
                    t.add(x, 1);
                else
                    t.write(x, t.read(x) + 1);
            });
        EXPECT_EQ(ends(p, {x}), atomic ? Ends{"2"} : (Ends{"1", "2"}));
    }
}

TEST(Builder, AddAndExchangeGiveTheOldValue) {
    Program p("old");
    const auto x = p.variable("x", 5), added = p.variable("added"), exchanged = p.variable("exchanged");
    p.thread("a", [&](Body& t) {
        t.write(added, t.add(x, 3));
        t.write(exchanged, t.exchange(x, 1));
    });
    EXPECT_EQ(ends(p, {x, added, exchanged}), Ends{"1 5 8"});
}

TEST(Builder, OfTwoExchangesOneSeesTheOther) {
    Program p("exchange");
    const auto x = p.variable("x"), a = p.variable("a"), b = p.variable("b");
    p.thread("a", [&](Body& t) { t.write(a, t.exchange(x, 1)); });
    p.thread("b", [&](Body& t) { t.write(b, t.exchange(x, 2)); });
    EXPECT_EQ(ends(p, {x, a, b}), (Ends{"2 0 1", "1 2 0"}));
}

TEST(Builder, OfTwoCompareExchangesOneWinsAndTheOtherChangesNothing) {
    Program p("compare-exchange");
    const auto x = p.variable("x"), a = p.variable("a"), b = p.variable("b");
    p.thread("a", [&](Body& t) { t.write(a, t.compare_exchange(x, 0, 1)); });
    p.thread("b", [&](Body& t) { t.write(b, t.compare_exchange(x, 0, 2)); });
    EXPECT_EQ(ends(p, {x, a, b}), (Ends{"1 1 0", "2 0 1"}));
}

// --- births and ends -------------------------------------------------------------------------------------------

TEST(Builder, ACreatedThreadRunsAfterItsCreationAndBeforeTheEndOfItsJoin) {
    Program p("create");
    const auto x = p.variable("x"), meanwhile = p.variable("meanwhile", -1);
    const auto child = p.thread("child", [&](Body& t) { t.write(x, 1); });
    p.thread("main", [&](Body& t) {
        t.check(t.read(x) == 0, "before it was created");
        t.create(child);
        t.write(meanwhile, t.read(x));
        t.join(child);
        t.check(t.read(x) == 1, "after it was joined");
    });
    EXPECT_EQ(ends(p, {meanwhile}), (Ends{"0", "1"}));
}

TEST(Builder, AThreadMayBeJoinedByTwoAndAfterItsEnd) {
    Program p("join");
    const auto x = p.variable("x");
    const auto child = p.thread("child", [&](Body& t) { t.add(x, 1); });
    p.thread("main", [&](Body& t) {
        t.create(child);
        t.join(child);
        t.join(child);
        t.check(t.read(x) == 1, "too early");
    });
    p.thread("other", [&](Body& t) {
        t.join(child);
        t.check(t.read(x) == 1, "too early");
    });
    EXPECT_EQ(ends(p, {x}), Ends{"1"});
}

TEST(Builder, ExitEndsTheRunWhateverTheOthersDo) {
    Program p("exit");
    const auto e = p.event("e");
    const auto x = p.variable("x");
    p.thread("main", [&](Body& t) {
        t.write(x, 1);
        t.exit();
        t.check(0, "after the end");
    });
    p.thread("stuck", [&](Body& t) { t.wait(e); });
    p.thread("writer", [&](Body& t) {
        t.write(x, 2);
        t.write(x, 3);
    });
    EXPECT_EQ(ends(p, {x}), (Ends{"1", "2", "3"}));
}

// --- what a strategy sees --------------------------------------------------------------------------------------

TEST(Builder, EveryOpIsSeenWithItsKindItsObjectAndASiteOfItsOwn) {
    Program p("all");
    const auto x = p.variable("x");
    const auto m = p.lock("m");
    const auto e = p.event("e");
    const auto s = p.semaphore("s");
    const auto c = p.condition("c");
    const auto child = p.thread("child", [&](Body& t) { t.yield(); });
    p.thread("main", [&](Body& t) {
        t.read(x);
        t.write(x, 1);
        t.add(x, 1);
        t.exchange(x, 1);
        t.compare_exchange(x, 1, 2);
        t.lock(m);
        t.unlock(m);
        t.try_lock(m);
        t.unlock(m);
        t.lock_shared(m);
        t.unlock_shared(m);
        t.set(e);
        t.wait(e);
        t.reset(e);
        t.wait_or_timeout(e);
        t.release(s);
        t.acquire(s);
        t.wake_one(c);
        t.wake_all(c);
        t.create(child);
        t.join(child);
        t.exit();
    });
    Simulator simulator(p);
    simulator.run(*make_strategy("dfs"), Estimates{}, 1);
    std::vector<std::pair<OpKind, ObjectId>> ops;
    std::set<SiteId> sites;
    for (const Pick& pick : simulator.engine().recorder().picks()) {
        if (pick.kind != Pick::Kind::run) continue;
        ops.emplace_back(pick.op, pick.object);
        sites.insert(pick.site);
    }
    using K = OpKind;
    const std::vector<std::pair<OpKind, ObjectId>> expected = {
        {K::read, x.object},           {K::write, x.object},       {K::update, x.object},
        {K::update, x.object},         {K::update, x.object},      {K::acquire, m.object},
        {K::release, m.object},        {K::try_acquire, m.object}, {K::release, m.object},
        {K::acquire_shared, m.object}, {K::release, m.object},     {K::set, e.object},
        {K::wait, e.object},           {K::reset, e.object},       {K::wait, e.object},
        {K::release, s.object},        {K::wait, s.object},        {K::wake_one, c.object},
        {K::wake_all, c.object},       {K::create, child.object},  {K::start, no_object},
        {K::yield, no_object},         {K::join, child.object},    {K::exit, no_object}};
    EXPECT_TRUE(ops == expected) << ops.size() << " ops instead of " << expected.size();
    EXPECT_EQ(sites.size(), expected.size()) << "a start has site 0, all others their own";
    EXPECT_TRUE(sites.contains(0));
}

}  // namespace
}  // namespace cuzz
