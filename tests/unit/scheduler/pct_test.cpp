// PCT against its paper: the theorem's bound, its tight cases, and the numbers of others who ran it.

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

// Figure 7 and nothing else.
std::unique_ptr<Strategy> plain_pct(std::uint32_t d) {
    return make_strategy("pct:d=" + std::to_string(d) + ",phases=off,final-wait=off,sequential=off,yield=0");
}

// The blog on PCT: "exactly 1/(2k)", k = r + s, whatever the split.
TEST(Pct, BlogExampleIsExactlyOneInTwoK) {
    for (const auto& [r, s] : {std::pair{2u, 2u}, {3u, 5u}, {10u, 10u}, {50u, 14u}, {5u, 200u}}) {
        const Program program = blog_open_file(r, s);
        Simulator simulator(program);
        const auto pct = plain_pct(2);
        EXPECT_NEAR(exact_failure_probability(simulator, *pct, known(2, r + s)), 1.0 / (2 * (r + s)), 1e-12)
            << "r = " << r << ", s = " << s;
    }
}

// The tight case of Theorem 9, by walking through all n! · k^(d−1) draws: equal to the bound, not above it.
TEST(Pct, AdversaryIsFoundWithExactlyTheBound) {
    for (const auto& [n, d, padding] : {std::tuple{2u, 1u, 3u},
                                        {2u, 2u, 3u},
                                        {2u, 3u, 2u},
                                        {3u, 1u, 2u},
                                        {3u, 2u, 2u},
                                        {3u, 3u, 1u},
                                        {4u, 2u, 1u},
                                        {2u, 4u, 1u},
                                        {5u, 1u, 1u}}) {
        const Program program = adversary(n, d, padding);
        Simulator simulator(program);
        const std::uint64_t k = longest_run(simulator);
        const auto pct = plain_pct(d);
        EXPECT_NEAR(exact_failure_probability(simulator, *pct, known(n, k)), theorem(n, k, d), 1e-12)
            << "n = " << n << ", d = " << d << ", k = " << k;
    }
}

// Theorem 9, sampled: at least 1/(n·k^(d−1)), one-sided at 99.9 %.
TEST(Pct, IsNeverBelowTheBoundOnAdversaries) {
    for (const auto& [n, d, padding] : {std::tuple{2u, 1u, 20u},
                                        {2u, 2u, 20u},
                                        {4u, 2u, 10u},
                                        {8u, 2u, 5u},
                                        {3u, 3u, 2u},
                                        {5u, 3u, 1u},
                                        {2u, 4u, 0u},
                                        {3u, 4u, 0u},
                                        {16u, 1u, 4u}}) {
        const Program program = adversary(n, d, padding);
        Simulator simulator(program);
        const auto pct = plain_pct(d);
        EXPECT_TRUE(keeps_the_bound(simulator, *pct, d, samples(300'000, 5'000'000), 1'000'000))
            << "n = " << n << ", d = " << d;
    }
}

// The same for every model that has a bug, locks and events and control flow included, at the bug's depth.
TEST(Pct, IsNeverBelowTheBoundOnAnyModel) {
    for (const ModelInfo& model : all_models()) {
        if (model.depth == 0) continue;
        if (model.depth >= 10) continue;  // reorder_10 and the like: more than 10^14 runs for one failure
        const Program program = model.make();
        Simulator simulator(program);
        const auto pct = plain_pct(model.depth);
        EXPECT_TRUE(keeps_the_bound(simulator, *pct, model.depth, 0, 1'000'000)) << model.name;
    }
}

// Section 2.4: the coin at every step needs 2^-(m+2), PCT finds both of the two bugs with probability 1/2.
TEST(Pct, FindsBothBugsOfFigure5HalfOfTheTime) {
    for (const bool grey : {false, true}) {
        const Program program = pct_two_bugs(20, grey);
        Simulator simulator(program);
        const auto pct = plain_pct(1);
        const auto walk = make_strategy("random-walk");
        EXPECT_DOUBLE_EQ(exact_failure_probability(simulator, *pct, known(2, 44)), 0.5);
        EXPECT_EQ(failure_rate(simulator, *walk, known(2, 44), 20'000),
                  0);  // expected 20,000 · 2^-22 = 0.005
    }
}

// Mutant: without change points (d = 1) no bug of depth 2 whose tight case needs one is ever found.
TEST(Pct, WithoutChangePointsTheAdversaryIsNeverFound) {
    const Program program = adversary(2, 2, 3);
    Simulator simulator(program);
    const auto mutant = plain_pct(1);
    EXPECT_EQ(exact_failure_probability(simulator, *mutant, known(2, longest_run(simulator))), 0);
}

// Depth 1 needs no change point; drawing some anyway may only cost what the bound for that d allows.
TEST(Pct, HigherDepthsStillFindShallowBugs) {
    const Program program = pct_event_ordering();
    Simulator simulator(program);
    for (std::uint32_t d = 1; d <= 3; ++d) {
        const auto pct = plain_pct(d);
        EXPECT_GE(exact_failure_probability(simulator, *pct, known(2, 4)), theorem(2, 4, d)) << "d = " << d;
    }
}

}  // namespace
}  // namespace cuzz
