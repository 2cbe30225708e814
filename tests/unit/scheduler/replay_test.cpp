// Replay: what any strategy did comes back pick for pick from the text of its schedule, and what differs is told.

#include "scheduler/replay.h"

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

constexpr Limits limits{.steps = 2'000, .picks = 5'000, .spin_reads = 50};

// Everything that is a pick: threads that come and go, timeouts, waiters, values (one before the first op).
Program every_kind_of_pick() {
    Program p("every-kind-of-pick");
    const auto x = p.variable("x");
    const auto ready = p.event("ready"), never = p.event("never");
    const auto gate = p.lock("gate");
    const auto changed = p.condition("changed");
    const auto permits = p.semaphore("permits");
    const auto grandchild = p.thread("grandchild", [&](Body& t) {
        t.when(t.wait_or_timeout(never) == 0, [&] { t.add(x, 1); });
        t.release(permits);
    });
    const auto waiter = [&](Body& t) {
        t.lock(gate);
        t.loop_while([&] { return t.read(x) == 0; }, [&] { t.wait(changed, gate); });
        t.unlock(gate);
    };
    const auto first = p.thread("first", [&](Body& t) {
        t.create(grandchild);
        t.wait(ready);
        t.add(x, t.choose(4));
        t.join(grandchild);
    });
    const auto second = p.thread("second", waiter), third = p.thread("third", waiter);
    const auto late = p.thread("late", [&](Body& t) { t.acquire(permits); });
    p.thread("main", [&](Body& t) {
        const Value bias = t.choose(3);
        for (const auto child : {first, second, third}) t.create(child);
        t.set(ready);
        t.wait_or_timeout(never);
        t.lock(gate);
        t.add(x, bias);
        t.wake_one(changed);
        t.unlock(gate);
        t.join(first);
        t.create(late);
        t.wake_all(changed);
        t.check(t.read(x) != 3, "the values add up to 3");
        t.join(late);
    });
    return p;
}

std::vector<Program> programs() {
    std::vector<Program> all;
    all.push_back(every_kind_of_pick());
    for (const ModelInfo& model : all_models()) {
        all.push_back(model.make());
        if (all.back().threads().size() > 20) all.pop_back();
    }
    return all;
}

std::vector<Pick> picks_of(const Simulator& simulator) {
    const auto picks = simulator.engine().recorder().picks();
    return {picks.begin(), picks.end()};
}

TEST(Replay, ItsTestProgramHasEveryKindOfPick) {
    const Program program = every_kind_of_pick();
    Simulator simulator(program, limits);
    const auto strategy = make_strategy("random-walk");
    std::array<int, 6> kinds{}, outcomes{};
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        ++outcomes[static_cast<std::size_t>(simulator.run(*strategy, Estimates{}, seed).outcome)];
        for (const Pick& pick : picks_of(simulator)) ++kinds[static_cast<std::size_t>(pick.kind)];
    }
    for (const auto kind :
         {Pick::Kind::run, Pick::Kind::birth, Pick::Kind::waiter, Pick::Kind::timeout, Pick::Kind::value})
        EXPECT_GT(kinds[static_cast<std::size_t>(kind)], 100) << static_cast<int>(kind);
    for (const auto outcome : {Outcome::passed, Outcome::failed})
        EXPECT_GT(outcomes[static_cast<std::size_t>(outcome)], 5) << name_of(outcome);
}

class ReplayOfEveryStrategy : public ::testing::TestWithParam<const StrategyInfo*> {};

INSTANTIATE_TEST_SUITE_P(Registry, ReplayOfEveryStrategy, ::testing::ValuesIn(all_strategies()), test_name);

TEST_P(ReplayOfEveryStrategy, RepeatsThePicksAndTheOutcomeFromTextAlone) {
    const auto other = make_strategy(GetParam()->name == "random-walk" ? "pct" : "random-walk");
    for (const Program& program : programs()) {
        Simulator simulator(program, limits), again(program, limits);
        const Estimates estimates = calibrate(simulator, *GetParam());
        const auto strategy = parse_strategy(GetParam()->name)->make();
        for (std::uint64_t seed = 1; seed <= samples(200, 2'000) && strategy->has_more(); ++seed) {
            const RunResult recorded = simulator.run(*strategy, estimates, seed);
            const std::string text = to_text(*make_schedule(simulator.engine().recorder()));
            const auto schedule = parse_schedule(text);
            ASSERT_TRUE(schedule) << schedule.error();

            Replay replay(*schedule, *other, Replay::Mode::exact);
            const RunResult repeated = again.run(replay, Estimates{}, seed + 1'000'000);
            ASSERT_EQ(replay.describe(), "") << program.name() << ", seed " << seed << "\n" << text;
            ASSERT_EQ(repeated.outcome, recorded.outcome) << program.name() << ", seed " << seed;
            ASSERT_EQ(again.explain(repeated), simulator.explain(recorded));
            ASSERT_EQ(picks_of(again), picks_of(simulator)) << program.name() << ", seed " << seed;
            ASSERT_EQ(replay.other_objects(), 0u);
            ASSERT_EQ(repeated.bound.depth, 0u);
        }
    }
}

// --- divergences ---------------------------------------------------------------------------------------------------

// Two threads that take a lock each in turn; replayed in all ways wrong.
Program two_threads() {
    Program p("two-threads");
    const auto m = p.lock("m");
    const auto x = p.variable("x");
    for (const char* name : {"a", "b"})
        p.thread(name, [&](Body& t) {
            t.lock(m);
            t.write(x, 1);
            t.unlock(m);
        });
    return p;
}

constexpr const char* right = "1 born\n2 born\n1 acquire #1 @1\n1 write #2 @2\n1 release #1 @3\n"
                              "2 acquire #1 @4\n2 write #2 @5\n2 release #1 @6\n";

struct Replayed {
    Outcome outcome;
    std::string divergence;
    std::uint64_t other_objects, steps;
    bool is_truncated;
};

Replayed replayed(const Program& program, const std::string& body, Replay::Mode mode = Replay::Mode::exact) {
    const auto schedule = parse_schedule("cuzz-schedule 1\n" + body + "end\n");
    EXPECT_TRUE(schedule) << schedule.error();
    const auto inner = make_strategy("random-walk");
    Replay replay(*schedule, *inner, mode);
    Simulator simulator(program, limits);
    const RunResult result = simulator.run(replay, Estimates{}, 1);
    return {result.outcome, replay.describe(), replay.other_objects(), result.facts.steps,
            replay.is_truncated()};
}

std::string edited(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

TEST(Replay, TellsTheFirstDivergence) {
    const Program program = two_threads();
    EXPECT_EQ(replayed(program, right).divergence, "");
    const struct {
        const char *from, *to, *sentence;
    } cases[] = {
        {"1 write #2 @2", "1 read #2 @2",
         "step 2 (pick 4 of 8): the schedule has '1 read #2 @2', but 1 is about to write #2 @2"},
        {"1 write #2 @2", "1 write #2 @9",
         "step 2 (pick 4 of 8): the schedule has '1 write #2 @9', but 1 is about to write #2 @2"},
        {"1 write #2 @2\n", "2 acquire #1 @4\n1 write #2 @2\n",
         "step 2 (pick 4 of 9): the schedule has '2 acquire #1 @4', but 2 cannot go on with it now"},
        {"2 acquire #1 @4", "1 acquire #1 @1",
         "step 4 (pick 6 of 8): the schedule has '1 acquire #1 @1', but 1 has ended"},
        {"2 born\n", "", "step 0 (pick 2 of 7): the schedule has '1 acquire #1 @1', but thread 2 was born"},
        {"2 born\n", "2 born\n3 born\n",
         "step 1 (pick 3 of 9): the schedule has '3 born', but 1 is about to acquire #1 @1"},
        {"2 write #2 @5\n", "1 wake #1\n2 write #2 @5\n",
         "step 5 (pick 7 of 9): the schedule has '1 wake #1', but 2 is about to write #2 @5"},
        {"2 release #1 @6\n", "",
         "step 6: the schedule ends here, after 7 picks, but 2 is about to release #1 @6"},
        {"2 release #1 @6\n", "2 release #1 @6\n2 choose 1 of 2\n",
         "step 6 (pick 9 of 9): the schedule has '2 choose 1 of 2', but the program ended"},
    };
    for (const auto& c : cases) {
        // The replay of a schedule without the thread's birth cannot name that thread.
        std::string text = edited(right, c.from, c.to);
        if (std::string(c.from) == "2 born\n" && std::string(c.to).empty())
            text = "1 born\n1 acquire #1 @1\n1 write #2 @2\n1 release #1 @3\n1 yield\n1 yield\n1 yield\n";
        const Replayed result = replayed(program, text);
        EXPECT_EQ(result.divergence, c.sentence);
        const bool ran_out = std::string(c.sentence).find("program ended") != std::string::npos;
        EXPECT_EQ(result.outcome, ran_out ? Outcome::passed : Outcome::diverged) << c.sentence;
        EXPECT_EQ(result.is_truncated, std::string(c.sentence).find("ends here") != std::string::npos);
        EXPECT_EQ(replayed(program, text, Replay::Mode::best_effort).divergence, c.sentence);
        EXPECT_EQ(replayed(program, text, Replay::Mode::best_effort).outcome, Outcome::passed) << c.sentence;
    }
}

TEST(Replay, ADifferentObjectIsOnlyAWarning) {
    const Replayed result =
        replayed(two_threads(), edited(edited(right, "1 write #2", "1 write #7"), "2 write #2", "2 write"));
    EXPECT_EQ(result.divergence, "");
    EXPECT_EQ(result.outcome, Outcome::passed);
    EXPECT_EQ(result.other_objects, 2u);
}

TEST(Replay, TellsWhichChoiceDiverged) {
    Program p("choices");
    const auto e = p.event("e");
    p.thread("a", [&](Body& t) { t.wait(e); });
    p.thread("b", [&](Body& t) { t.wait_or_timeout(e); });
    p.thread("c", [&](Body& t) {
        t.set(e);
        t.choose(3);
        t.yield();
    });
    const std::string start = "1 born\n2 born\n3 born\n3 set #1 @3\n";
    const std::string good =
        start + "1 wake #1\n3 choose 2 of 3\n3 yield @4\n1 wait #1 @1\n2 timeout\n2 wait #1 @2\n";
    EXPECT_EQ(replayed(p, good).divergence, "");
    EXPECT_EQ(replayed(p, edited(good, "1 wake", "3 wake")).divergence,
              "step 1 (pick 5 of 10): the schedule has '3 wake #1', but 3 is not among those that wait");
    EXPECT_EQ(replayed(p, edited(good, "1 wake #1\n", "")).divergence,
              "step 1 (pick 5 of 9): the schedule has '3 choose 2 of 3', but a wake-up went to one of 2 "
              "waiting threads");
    EXPECT_EQ(replayed(p, edited(good, "2 of 3", "2 of 4")).divergence,
              "step 1 (pick 6 of 10): the schedule has '3 choose 2 of 4', but the program asked for a choice "
              "out of 3");
    EXPECT_EQ(replayed(p, edited(good, "2 timeout", "2 yield")).divergence,
              "step 3 (pick 9 of 10): the schedule has '2 yield', but a timeout of one of 1 threads fired");
    EXPECT_EQ(replayed(p, edited(good, "1 wake #1", "2 wake #1")).divergence,
              "step 3 (pick 8 of 10): the schedule has '1 wait #1 @1', but 1 cannot go on with it now");
    EXPECT_EQ(
        replayed(p, start).divergence,
        "step 1: the schedule ends here, after 4 picks, but a wake-up went to one of 2 waiting threads");
    EXPECT_EQ(replayed(p, "lost 12\n" + start).divergence,
              "step 1: the schedule ends here, after 4 picks (12 more were not recorded), but a wake-up went "
              "to one of 2 "
              "waiting threads");
    // An arrival is passed over here: nobody is outside.
    EXPECT_EQ(replayed(p, edited(good, "3 yield @4\n", "3 yield @4\n2 arrive\n")).divergence, "");
}

// The mechanism asks whom to wait for before a point.
TEST(Replay, SaysWhoseArrivalIsAwaited) {
    const auto schedule = parse_schedule("cuzz-schedule 1\n1 born\n1.1 born\n1.1 arrive\n1 yield\nend\n");
    const auto inner = make_strategy("random-walk");
    Replay replay(*schedule, *inner, Replay::Mode::exact);
    Engine engine(limits);
    const Estimates estimates;
    engine.start(replay, estimates, 1);
    const ThreadId main = engine.birth(no_thread, {OpKind::yield, no_object, 0});
    EXPECT_EQ(replay.awaited(), no_thread);
    const ThreadId child = engine.birth(main, {OpKind::yield, no_object, 0});
    EXPECT_EQ(replay.awaited(), child);
    EXPECT_EQ(engine.next(), main);
    EXPECT_EQ(replay.awaited(), no_thread);
    engine.finish(main);
    engine.finish(child);
    engine.finish_run();
    EXPECT_FALSE(replay.has_diverged());
}

// Cut after any number of picks, best effort repeats what there is and lets the inner strategy finish.
TEST(Replay, ATruncatedScheduleIsReportedWhereverItIsCut) {
    const Program program = every_kind_of_pick();
    Simulator simulator(program, limits);
    const auto pct = make_strategy("pct"), walk = make_strategy("random-walk");
    simulator.run(*pct, Estimates{}, 3);
    const auto picks = picks_of(simulator);
    for (std::size_t size = 0; size < picks.size(); ++size) {
        const Schedule schedule = *make_schedule(std::span(picks).first(size));
        Replay exact(schedule, *walk, Replay::Mode::exact), loose(schedule, *walk, Replay::Mode::best_effort);
        simulator.run(exact, Estimates{}, 9);
        EXPECT_TRUE(exact.is_truncated()) << size << ": " << exact.describe();
        const RunResult result = simulator.run(loose, Estimates{}, 9);
        EXPECT_TRUE(loose.is_truncated());
        EXPECT_NE(result.outcome, Outcome::diverged);
        const auto now = picks_of(simulator);
        ASSERT_GE(now.size(), size);
        EXPECT_TRUE(std::equal(picks.begin(), picks.begin() + static_cast<std::ptrdiff_t>(size), now.begin()))
            << size;
    }
}

// With nothing to repeat, best effort is the inner strategy, draw for draw.
TEST(Replay, BestEffortFromNothingIsTheInnerStrategy) {
    const Program program = every_kind_of_pick();
    Simulator simulator(program, limits);
    const Schedule nothing;
    for (const char* name : {"pct", "random-walk"})
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            const auto inner = make_strategy(name);
            simulator.run(*inner, Estimates{}, seed);
            const auto alone = picks_of(simulator);
            Replay replay(nothing, *inner, Replay::Mode::best_effort);
            simulator.run(replay, Estimates{}, seed);
            ASSERT_EQ(picks_of(simulator), alone) << name << ", seed " << seed;
        }
}

}  // namespace
}  // namespace cuzz
