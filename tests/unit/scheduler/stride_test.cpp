// Randomized stride scheduling: its ratio, its claim about the least likely order, and the bugs that it is for.

#include "scheduler/simulator/models/models.h"
#include "scheduler/strategies/stride_ratio.h"
#include "support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

// P(U1 + … + Un <= x), Irwin and Hall's sum.
long double sum_of_uniforms(int n, long double x) {
    long double total = 0, term = 1;  // term: (−1)^i · C(n, i) / n!
    for (int i = 2; i <= n; ++i) term /= i;
    for (int i = 0; i <= n && i < x; ++i) {
        total += term * std::pow(x - i, static_cast<long double>(n));
        term *= -static_cast<long double>(n - i) / (i + 1);
    }
    return n == 0 ? 1 : total < 1 ? total : 1;
}

// E[2^-N(x)] from its definition: N > n if the first n draws stay below x.
double least_likely(double x) {
    long double total = 0, half = 1;
    for (int n = 1; n <= 25; ++n) {
        half /= 2;
        total += half * (sum_of_uniforms(n - 1, x) - sum_of_uniforms(n, x));
    }
    return static_cast<double>(total);
}

TEST(StrideRatio, SolvesTheExpectationOfTheDefinition) {
    for (const double p : {0.4, 0.2, 0.1757, 0.1, 0.0173, 0.003, 0.0003}) {
        const auto ratio = static_cast<double>(stride_ratio(p)) / 1000;
        EXPECT_GE(least_likely(ratio), p * (1 - 1e-5)) << "p = " << p << ", ratio " << ratio;
        EXPECT_LE(least_likely(ratio + 0.001), p * (1 + 1e-5)) << "p = " << p << ", ratio " << ratio;
    }
}

// 10,000 runs at 95 %: about 6.1 for one order and 2.9 for two in one run.
TEST(StrideRatio, OfTheDefaultsIsAsInThePaper) {
    const double p = probability_in_one_run(10'000, 95);
    EXPECT_NEAR(p, 3.0e-4, 5e-6);
    EXPECT_NEAR(static_cast<double>(stride_ratio(p)), 6'100, 50);
    EXPECT_NEAR(static_cast<double>(stride_ratio(std::sqrt(p))), 2'900, 50);
}

TEST(StrideRatio, CopesWithTheEndsOfItsRange) {
    EXPECT_EQ(stride_ratio(probability_in_one_run(1, 99)), 1u);
    const std::uint64_t most = stride_ratio(probability_in_one_run(1'000'000'000, 1));
    EXPECT_GT(most, 18'000u);
    EXPECT_LT(most, 25'000u);
}

std::map<std::vector<ThreadId>, double> all_schedules(Simulator& simulator, Strategy& strategy) {
    std::map<std::vector<ThreadId>, double> schedules;
    AllDraws draws;
    strategy.use(&draws);
    do {
        simulator.run(strategy, known(2, 10), 0);
        std::vector<ThreadId> threads;
        for (const Pick& pick : simulator.engine().recorder().picks()) threads.push_back(pick.thread);
        schedules[threads] += draws.weight();
    } while (draws.next());
    strategy.use(nullptr);
    return schedules;
}

// Exactly, and with the same seeds even the same runs.
TEST(Stride, WithSmax1IsTheRandomWalk) {
    for (const ModelInfo* model :
         {find_model("pct-atomicity"), find_model("pct-deadlock"), find_model("reorder_3")}) {
        ASSERT_NE(model, nullptr);
        const Program program = model->make();
        Simulator simulator(program);
        const auto stride = make_strategy("stride:smax=1"), walk = make_strategy("random-walk");
        if (program.threads().size() < 4) {
            EXPECT_EQ(all_schedules(simulator, *stride), all_schedules(simulator, *walk)) << model->name;
        }
        for (std::uint64_t seed = 1; seed <= 1'000; ++seed) {
            simulator.run(*stride, known(2, 10), seed);
            const auto picks = simulator.engine().recorder().picks();
            const std::vector<Pick> first(picks.begin(), picks.end());
            simulator.run(*walk, known(2, 10), seed);
            const auto again = simulator.engine().recorder().picks();
            ASSERT_EQ(first, std::vector<Pick>(again.begin(), again.end()))
                << model->name << ", seed " << seed;
        }
    }
}

// "a" goes first with probability 1/2, writes y and yields; then "b" goes on before its next op with probability 1/2,
// and does both of its own. (Strides end by themselves once in 500,000 points: the sample does not see it. If they
// went on after the yield, it would see nothing but that.) Both sides, 99.9 %.
TEST(Stride, AYieldEndsIt) {
    Program p("yield");
    const auto x = p.variable("x"), y = p.variable("y");
    p.thread("a", [&](Body& t) {
        t.write(y, 1);
        t.yield();
        t.write(x, 1);
    });
    p.thread("b", [&](Body& t) { t.check(t.read(x) + t.read(y) != 1, "after the yield, before the write"); });
    Simulator simulator(p);
    const auto stride = make_strategy("stride:smax=1000000");
    const std::uint64_t runs = samples(100'000, 1'000'000);
    EXPECT_TRUE(agrees(failure_rate(simulator, *stride, known(2, 10), runs), 1.0 / 4, runs));
}

// The least likely order: the last of `length` ops of "a" before the first of "b".
Program last_before_first(std::uint32_t length) {
    Program p("last-before-first");
    const auto x = p.variable("x"), done = p.variable("done");
    p.thread("a", [&](Body& t) {
        for (std::uint32_t i = 1; i < length; ++i) t.write(x, i);
        t.write(done, 1);
    });
    p.thread("b", [&](Body& t) {
        t.check(t.read(done) == 0, "all of a before b");
        t.exit();
    });
    return p;
}

Estimates lengths(std::uint32_t a, std::uint32_t b) {
    Estimates estimates = known(2, a + b);
    estimates.threads = {{"1", a, {}}, {"2", b, {}}};
    return estimates;
}

// Section IV: at least the targeted probability, 3.0e-4 and its root 1.7e-2, whatever the length (one side,
// 99.9 %); and not much more, or strides would be longer than need be. Under random walk 2^-100: never.
TEST(Stride, ShowsTheLeastLikelyOrderAsOftenAsTargeted) {
    const double p = probability_in_one_run(10'000, 95);
    for (const std::uint32_t length : {100u, 1'000u}) {
        const Program program = last_before_first(length);
        Simulator simulator(program);
        const Estimates estimates = lengths(length, 1);
        const std::uint64_t normal = length == 100 ? 500'000 : 100'000;
        const std::uint64_t runs = samples(normal, 5'000'000);
        const std::uint64_t more = std::max(runs, runs_to_judge(p, normal));
        const double one = failure_rate(simulator, *make_strategy("stride:smax=one-edge"), estimates, more);
        EXPECT_TRUE(at_least(one, p, more));
        EXPECT_LT(one, 3 * p);
        const double two =
            failure_rate(simulator, *make_strategy("stride:smax=two-edges"), estimates, runs / 5);
        EXPECT_TRUE(at_least(two, std::sqrt(p), runs / 5)) << two;
        EXPECT_LT(two, 1.5 * std::sqrt(p));
        for (const char* short_stride : {"random-walk", "stride:smax=1", "stride:smax=2"})
            EXPECT_EQ(failure_rate(simulator, *make_strategy(short_stride), estimates, runs), 0)
                << short_stride;
    }
}

// Section VI: reorder_N and twostage_N are the bugs that random walk misses in 10,000 runs and both variants find.
// Here they fail in 1/400 and 1/1,400 of the runs under one-edge: 10,000 miss with probability below 0.001.
TEST(Stride, FindsTheBugsThatNeedManyThreadsCreatedFirst) {
    for (const Program& program : {reorder(10), twostage(20)}) {
        Simulator simulator(program);
        const Estimates estimates = calibrate(simulator, *find_strategy("stride"));
        const std::uint64_t runs = 10'000;
        for (const char* name : {"stride:smax=one-edge", "stride:smax=two-edges"})
            EXPECT_GT(failure_rate(simulator, *make_strategy(name), estimates, runs), 0)
                << program.name() << " under " << name;
        for (const char* name : {"random-walk", "stride:smax=1"})
            EXPECT_EQ(failure_rate(simulator, *make_strategy(name), estimates, runs), 0)
                << program.name() << " under " << name;
    }
}

}  // namespace
}  // namespace cuzz
