// RPro: its bound, exactly, and what it gains over PCT on bugs within its radius.

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

std::unique_ptr<Strategy> rpro(std::uint32_t d, std::uint64_t r) {
    return make_strategy("rpro:d=" + std::to_string(d) + ",r=" + std::to_string(r));
}

std::unique_ptr<Strategy> pct(std::uint32_t d) {
    return make_strategy("pct:d=" + std::to_string(d) + ",phases=off,final-wait=off,yield=0");
}

TEST(Rpro, IsPctWhenTheRadiusCoversTheRunOrThereIsNothingToBeNear) {
    for (const char* name : {"pos-running-example", "pct-deadlock", "pct-atomicity", "blog-open-file"}) {
        const ModelInfo* model = find_model(name);
        ASSERT_NE(model, nullptr);
        const Program program = model->make();
        Simulator simulator(program);
        const Estimates estimates = known(2, largest_k(simulator));
        for (const std::uint32_t d : {1u, 2u, 3u}) {
            const auto near = rpro(d, d < 3 ? 2 : 1'000'000), far = pct(d);
            EXPECT_NEAR(exact_failure_probability(simulator, *near, estimates),
                        exact_failure_probability(simulator, *far, estimates), 1e-12)
                << name << ", d = " << d;
        }
    }
}

// The adversary's bug has one right set of steps, the second 4 after the first (8 if the third thread's run lies in
// between) and the third 3 after that. A window that reaches so far finds it with probability at least the bound,
// all draws enumerated, and (k/r)^(d−2) times as often as PCT; one that does not, never: that is the caveat.
TEST(Rpro, AdversaryIsFoundWithAtLeastTheBound) {
    for (const auto& [n, d, padding, r] : {std::tuple{2u, 2u, 3u, 5u},
                                           {2u, 3u, 2u, 8u},
                                           {2u, 3u, 8u, 8u},
                                           {2u, 3u, 20u, 10u},
                                           {3u, 3u, 3u, 16u},
                                           {2u, 4u, 8u, 15u}}) {
        const Program program = adversary(n, d, padding);
        Simulator simulator(program);
        const std::uint64_t k = largest_k(simulator);
        const auto near = rpro(d, r), far = pct(d);
        const double bound = 1 / (n * static_cast<double>(k) * std::pow(r, d - 2.0));
        const double probability = exact_failure_probability(simulator, *near, known(n, k));
        EXPECT_GE(probability, bound * (1 - 1e-9)) << "n = " << n << ", d = " << d << ", k = " << k;
        EXPECT_NEAR(exact_failure_probability(simulator, *far, known(n, k)),
                    probability * std::pow(static_cast<double>(r) / static_cast<double>(k), d - 2.0), 1e-9);
        const auto too_near = rpro(d, 7);
        if (d == 3) {
            EXPECT_EQ(exact_failure_probability(simulator, *too_near, known(n, k)), 0);
        }
    }
}

// The same, sampled, in runs too long to enumerate: k above 60. One side, 99.9 %.
TEST(Rpro, IsNotBelowItsBoundOnALongAdversary) {
    const Program program = adversary(2, 3, 30);
    Simulator simulator(program);
    const std::uint64_t k = largest_k(simulator), runs = samples(500'000, 5'000'000);
    ASSERT_GT(k, 60u);
    const auto strategy = rpro(3, 10);
    const double bound = 1 / (2.0 * static_cast<double>(k) * 10);
    EXPECT_DOUBLE_EQ(simulator.run(*strategy, known(2, k), 1).bound.hit, bound);
    EXPECT_TRUE(at_least(failure_rate(simulator, *strategy, known(2, k), runs), bound, runs));
}

// The one failing order is 1 2 3 2 2 1. "1" falls first and comes back last, so its change point, the first in time,
// must be the second by number. A window on one side only, after the first, would never find it.
TEST(Rpro, FindsBugsWhoseFirstChangePointComesLater) {
    Program p("nested");
    const auto x = p.variable("x");
    const auto expect = [&](Body& t, Value seen, int wanted) { t.when(seen != wanted, [&] { t.exit(); }); };
    p.thread("1", [&](Body& t) {
        expect(t, t.add(x, 1), 0);
        t.check(t.add(x, 1) != 121, "1 2 3 2 2 1");
    });
    p.thread("2", [&](Body& t) {
        expect(t, t.add(x, 10), 1);
        expect(t, t.read(x), 111);
        expect(t, t.add(x, 10), 111);
    });
    p.thread("3", [&](Body& t) { expect(t, t.add(x, 100), 11); });
    Simulator simulator(p);
    const std::uint64_t k = largest_k(simulator);
    const auto near = rpro(3, 3), far = pct(3);
    const double in_radius = exact_failure_probability(simulator, *near, known(3, k));
    EXPECT_GT(in_radius, 0);
    EXPECT_NEAR(in_radius,
                exact_failure_probability(simulator, *far, known(3, k)) * static_cast<double>(k) / 3, 1e-9);
}

TEST(Rpro, SaysWhatItsBoundSpeaksOfAndWhenThereIsNone) {
    const Program program = adversary(2, 3, 2);
    Simulator simulator(program);
    const Estimates right = known(2, largest_k(simulator));
    EXPECT_STREQ(simulator.run(*rpro(2, 10), right, 1).bound.caveat, "");
    const Bound bound = simulator.run(*rpro(3, 10), right, 1).bound;
    EXPECT_EQ(bound.depth, 3u);
    EXPECT_STRNE(bound.caveat, "");
    EXPECT_EQ(simulator.run(*rpro(3, 10), known(2, 3), 1).bound.depth, 0u) << "past its k";
    EXPECT_EQ(simulator.run(*rpro(3, 10), known(1, 100), 1).bound.depth, 0u) << "past its n";
}

}  // namespace
}  // namespace cuzz
