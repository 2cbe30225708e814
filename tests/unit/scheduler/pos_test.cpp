// POS, BasicPOS and POS* against their paper.

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

double measure(const Program& program, std::string_view strategy, std::uint64_t runs) {
    Simulator simulator(program);
    return failure_rate(simulator, *make_strategy(strategy), known(2, 10), runs);
}

std::vector<Pick> schedule(const Program& program, std::string_view strategy, std::uint64_t seed) {
    Simulator simulator(program);
    simulator.run(*make_strategy(strategy), known(4, 16), seed);
    const auto picks = simulator.engine().recorder().picks();
    return {picks.begin(), picks.end()};
}

// What reassignment is for. The difference is 1/80; at 100,000 runs each its deviation is 1/1,800.
TEST(BasicPos, IsWorseThanPosOnTheRunningExample) {
    const std::uint64_t runs = samples(100'000, 1'000'000);
    EXPECT_LT(measure(pos_running_example(), "basic-pos", runs),
              measure(pos_running_example(), "pos", runs) - 1.0 / 200);
}

// One schedule of nine ops on one object, each thread to be late in turn: BasicPOS needs its priorities in one
// long order, POS draws anew at each op, which in this worst case makes it the random walk: 2^-8, the last op having
// no choice. One side, 99.9 %.
TEST(BasicPos, FallsBelowRandomWalkOnChainsOfRaces) {
    Program p("chain");
    const auto x = p.variable("x");
    p.thread("1", [&](Body& t) {
        Value good = t.let(1);
        for (int i = 1; i <= 3; ++i) t.set_value(good, (t.add(x, 100) == 2 * i + 100 * (i - 1)) + good == 2);
        t.check(good == 0, "in lock step");
    });
    p.thread("2", [&](Body& t) {
        for (int i = 0; i < 6; ++i) t.add(x, 1);
    });
    const std::uint64_t runs = samples(500'000, 5'000'000);
    const double walk = 1.0 / 256;
    EXPECT_TRUE(agrees(measure(p, "random-walk", runs), walk, runs));
    EXPECT_TRUE(at_least(measure(p, "pos", runs), walk, runs));
    EXPECT_LT(measure(p, "basic-pos", runs), walk / 4);
}

// Section 5's relaxation can only show where two reads meet.
TEST(PosStar, IsPosWhereNothingIsReadOnly) {
    const Program program = pos_micro({"ABCD", "BCDA", "AABB", "CDCD"});
    for (std::uint64_t seed = 1; seed <= samples(2'000, 20'000); ++seed)
        ASSERT_EQ(schedule(program, "pos-star", seed), schedule(program, "pos", seed)) << "seed " << seed;
}

// How many ops the other thread did before the last-born one did its first.
class FirstOfSecond final : public Observer {
public:
    void begin(const RunStart&) override {
        before = 0;
        seen_ = false;
    }
    void executed(const Step& step) override {
        seen_ |= step.thread == 1;
        before += !seen_;
    }
    int before = 0;

private:
    bool seen_ = false;
};

// Two threads read one object, four times and once. Under POS* reads do not race, so the one read comes last if its
// one priority is below the other four: 1/5. Under POS it draws anew after each of them: 1/2^4. Both sides, 99.9 %.
TEST(PosStar, DoesNotReassignReads) {
    Program p("readers");
    const auto x = p.variable("x");
    p.thread("four", [&](Body& t) {
        for (int i = 0; i < 4; ++i) t.read(x);
    });
    p.thread("one", [&](Body& t) { t.read(x); });
    Simulator simulator(p);
    FirstOfSecond first;
    Observer* const observers[] = {&first};
    const std::uint64_t runs = samples(200'000, 2'000'000);
    for (const auto& [name, expected] : {std::pair{"pos-star", 1.0 / 5}, {"pos", 1.0 / 16}}) {
        const auto strategy = make_strategy(name);
        std::uint64_t last = 0;
        for (std::uint64_t seed = 1; seed <= runs; ++seed) {
            simulator.run(*strategy, known(2, 5), seed, observers);
            last += first.before == 4;
        }
        EXPECT_TRUE(agrees(static_cast<double>(last) / static_cast<double>(runs), expected, runs)) << name;
    }
}

// Theorem 1 with R = 1: n^-k for any bug; nothing for BasicPOS, nothing when the mechanism lost control.
TEST(Pos, BoundIsRandomWalksInTheWorstCase) {
    const Program program = pos_running_example();
    Simulator simulator(program);
    for (const char* name : {"pos", "pos-star"}) {
        const auto strategy = make_strategy(name);
        const RunResult result = simulator.run(*strategy, known(2, 10), 1);
        EXPECT_EQ(result.bound.depth, Bound::any_depth);
        EXPECT_DOUBLE_EQ(result.bound.hit, std::pow(2.0, -10.0));
        EXPECT_EQ(simulator.run(*strategy, known(2, 3), 1).bound.depth, 0u);  // past its k
        RunFacts flagged = result.facts;
        flagged.flagged = true;
        EXPECT_EQ(strategy->bound(flagged).depth, 0u);
    }
    EXPECT_EQ(simulator.run(*make_strategy("basic-pos"), known(2, 10), 1).bound.depth, 0u);
}

}  // namespace
}  // namespace cuzz
