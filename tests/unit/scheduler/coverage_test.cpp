// Op pairs in both orders (PCT paper, section 5.3.3) and the Good–Turing chance of news.

#include "scheduler/coverage.h"
#include "scheduler/novelty.h"

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

// Two threads that do so many ops each, on nothing in common.
Program two_threads(std::uint32_t a, std::uint32_t b) {
    Program p("two-threads");
    const auto x = p.variable("x");
    for (const std::uint32_t length : {a, b})
        p.thread("t", [&](Body& t) {
            for (std::uint32_t i = 0; i < length; ++i) t.write(x, 1);
        });
    return p;
}

void run(const Program& program, PairCoverage& coverage, std::string_view strategy_text,
         std::uint64_t seeds) {
    Simulator simulator(program, {.steps = 1'000, .picks = 2'000});
    const auto strategy = make_strategy(strategy_text);
    Observer* const observers[] = {&coverage};
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
        simulator.run(*strategy, Estimates{}, seed, observers);
}

TEST(PairCoverage, FourteenOpsAndSixMakeThe168PairsOfThePaper) {
    PairCoverage coverage;
    const Program program = two_threads(14, 6);
    run(program, coverage, "random-walk", 1);
    EXPECT_EQ(coverage.possible(), 168u);
    EXPECT_EQ(coverage.covered(), 84u) << "one run has each pair in one order";
    EXPECT_EQ(coverage.instances(), 20u);
    // One thread wholly before the other and the other way round are all there is to it.
    run(program, coverage, "pct:d=1", 30);
    EXPECT_EQ(coverage.covered(), 168u);
    EXPECT_EQ(coverage.possible(), 168u);
    EXPECT_EQ(coverage.left_out(), 0u);
}

TEST(PairCoverage, WhatTheProgramOrdersIsPossibleButNeverCovered) {
    Program p("ordered");
    const auto x = p.variable("x");
    const auto child = p.thread("child", [&](Body& t) { t.write(x, 1); });
    p.thread("main", [&](Body& t) {
        t.write(x, 0);
        t.create(child);
        t.join(child);
    });
    PairCoverage coverage;
    run(p, coverage, "random-walk", 100);
    EXPECT_EQ(coverage.possible(), 2u * 3 * 2);
    EXPECT_EQ(coverage.covered(), 6u) << "write, create < start, write < join";
}

TEST(PairCoverage, TellsOccurrencesApart) {
    Program p("loop");
    const auto x = p.variable("x");
    p.thread("a", [&](Body& t) {
        const Value i = t.let(0);
        t.loop_while([&] { return i < 3; },
                     [&] {
                         t.add(x, 1);
                         t.set_value(i, i + 1);
                     });
    });
    p.thread("b", [&](Body& t) { t.write(x, 0); });
    PairCoverage all, two({.instances = 100, .occurrences = 2});
    run(p, all, "random-walk", 200);
    run(p, two, "random-walk", 200);
    EXPECT_EQ(all.possible(), 6u);
    EXPECT_EQ(all.covered(), 6u);
    EXPECT_EQ(two.possible(), 4u);
    EXPECT_EQ(two.covered(), 4u);
    EXPECT_EQ(two.left_out(), 200u) << "the third time round, in each run";
}

TEST(PairCoverage, StaysWithinItsLimits) {
    PairCoverage coverage({.instances = 10, .occurrences = 4});
    run(two_threads(14, 6), coverage, "pct:d=1", 50);
    EXPECT_EQ(coverage.instances(), 10u);
    EXPECT_LE(coverage.covered(), coverage.possible());
    EXPECT_EQ(coverage.left_out(), 50u * 10);
    PairCoverage none({.instances = 0, .occurrences = 0});
    run(two_threads(3, 3), none, "pct:d=1", 2);
    EXPECT_EQ(none.possible(), 0u);
    EXPECT_EQ(none.left_out(), 12u);
}

// Never less than before, never more than possible, as the curves of Figure 11.
TEST(PairCoverage, GrowsRunByRun) {
    const Program program = work_stealing_queue(2, 1);
    Simulator simulator(program, {.steps = 1'000, .picks = 2'000});
    const auto strategy = make_strategy("pct:d=2");
    const Estimates estimates = calibrate(simulator, *find_strategy("pct"));
    PairCoverage coverage;
    Observer* const observers[] = {&coverage};
    std::uint64_t before = 0;
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        simulator.run(*strategy, estimates, seed, observers);
        ASSERT_GE(coverage.covered(), before);
        ASSERT_LE(coverage.covered(), coverage.possible());
        before = coverage.covered();
    }
    EXPECT_GT(before, coverage.possible() / 2);
}

TEST(Novelty, CountsWhatWasSeenOnce) {
    Novelty novelty;
    EXPECT_EQ(novelty.chance_of_news(), 1);
    EXPECT_TRUE(novelty.add(0));
    EXPECT_TRUE(novelty.add(7));
    EXPECT_FALSE(novelty.add(0));
    EXPECT_TRUE(novelty.add(~std::uint64_t{0}));
    EXPECT_EQ(novelty.runs(), 4u);
    EXPECT_EQ(novelty.distinct(), 3u);
    EXPECT_EQ(novelty.seen_once(), 2u);
    EXPECT_EQ(novelty.chance_of_news(), 0.5);
}

// Out of m equally likely outcomes, n draws leave an expected share of exactly (1 − 1/m)^(n − 1) in singletons: the
// chance of news before the last draw. Checked by the mean over many campaigns, at 99.9 % with the measured spread.
TEST(Novelty, IsRightOnAverageForUniformOutcomes) {
    Random random(3);
    for (const std::uint32_t m : {10u, 1000u})
        for (const std::uint32_t n : {5u, 20u, 100u}) {
            const std::uint64_t campaigns = samples(2'000, 50'000);
            double sum = 0, squares = 0;
            for (std::uint64_t i = 0; i < campaigns; ++i) {
                Novelty novelty;
                for (std::uint32_t run = 0; run < n; ++run)
                    novelty.add(random.below(m) * 0x9E3779B97F4A7C15u);
                sum += novelty.chance_of_news();
                squares += novelty.chance_of_news() * novelty.chance_of_news();
            }
            const auto count = static_cast<double>(campaigns);
            const double mean = sum / count, expected = std::pow(1 - 1.0 / m, n - 1.0);
            // Where hardly any campaign has a singleton the measured spread says little; Poisson's then does.
            const double spread = std::max(squares / count - mean * mean, expected / n);
            const double error = std::sqrt(spread / count);
            EXPECT_NEAR(mean, expected, two_sided * error) << m << " outcomes, " << n << " runs";
        }
}

// After a hundred draws out of ten outcomes nothing new is left, and the estimate knows.
TEST(Novelty, FallsToNothingWhenAllHasBeenSeen) {
    Random random(4);
    Novelty novelty;
    for (int i = 0; i < 200; ++i) novelty.add(random.below(10));
    EXPECT_EQ(novelty.distinct(), 10u);
    EXPECT_EQ(novelty.chance_of_news(), 0);
}

TEST(Novelty, KeepsCountPastItsTable) {
    Novelty novelty;
    for (std::uint64_t i = 0; i < Novelty::most_signatures + 5; ++i) novelty.add(i);
    EXPECT_EQ(novelty.distinct(), Novelty::most_signatures + 5);
    EXPECT_EQ(novelty.chance_of_news(), 1);
}

// Two threads of 3 and 2 ops have 10 schedules; random walk sees them all, each with its own signature.
TEST(Novelty, SignaturesTellSchedulesApart) {
    const Program program = two_threads(3, 2);
    Simulator simulator(program, {.steps = 100, .picks = 200});
    const auto strategy = make_strategy("random-walk");
    Novelty novelty;
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        simulator.run(*strategy, Estimates{}, seed);
        novelty.add(signature_of(simulator.engine().recorder().picks()));
    }
    EXPECT_EQ(novelty.distinct(), 10u);
    EXPECT_EQ(novelty.chance_of_news(), 0);
}

}  // namespace
}  // namespace cuzz
