// The generator: known answers, so that one seed gives one schedule on every compiler, and uniform draws.

#include "scheduler/random.h"

#include "support.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace cuzz {
namespace {

using namespace testing;

// Computed with an independent implementation (Python integers) of the published splitmix64 and xoshiro256**, itself
// checked against the published first outputs for the state 1, 2, 3, 4: 11520, 0, 1509978240, 1215971899390074240.
TEST(Random, GivesTheKnownAnswers) {
    const struct {
        std::uint64_t seed;
        std::array<std::uint64_t, 5> outputs;
    } cases[] = {
        {0,
         {0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0, 0x6aa594f1262d2d2c,
          0xbba5ad4a1f842e59}},
        {42,
         {0x15780b2e0c2ec716, 0x6104d9866d113a7e, 0xae17533239e499a1, 0xecb8ad4703b360a1,
          0xfde6dc7fe2ec5e64}},
        {~std::uint64_t{0},
         {0x8f5520d52a7ead08, 0xc476a018caa1802d, 0x81de31c0d260469e, 0xbf658d7e065f3c2f,
          0x913593fda1bca32a}},
    };
    for (const auto& c : cases) {
        Random random(c.seed), again(1);
        again.next();
        again.reseed(c.seed);
        for (const std::uint64_t output : c.outputs) {
            EXPECT_EQ(random.next(), output);
            EXPECT_EQ(again.next(), output);
        }
    }
}

// Pearson's chi-squared statistic of the counts, against its 99.9 % quantile (Wilson and Hilferty's approximation).
void expect_uniform(const std::vector<std::uint64_t>& counts, std::uint64_t draws) {
    const double cells = static_cast<double>(counts.size()), expected = static_cast<double>(draws) / cells;
    double statistic = 0;
    for (const std::uint64_t count : counts) {
        const double off = static_cast<double>(count) - expected;
        statistic += off * off / expected;
    }
    const double freedom = cells - 1, spread = 2 / (9 * freedom);
    const double quantile = freedom * std::pow(1 - spread + one_sided * std::sqrt(spread), 3);
    EXPECT_LT(statistic, quantile) << counts.size() << " cells";
}

TEST(Random, BelowIsUniform) {
    Random random(9);
    const std::uint64_t draws = samples(200'000, 20'000'000);
    for (const std::uint32_t bound : {2u, 3u, 7u, 10u, 64u, 1000u}) {
        std::vector<std::uint64_t> counts(bound);
        for (std::uint64_t i = 0; i < draws; ++i) {
            const std::uint32_t draw = random.below(bound);
            ASSERT_LT(draw, bound);
            ++counts[draw];
        }
        expect_uniform(counts, draws);
    }
    EXPECT_EQ(random.below(1), 0u);
}

// Without rejection a bound of 3 · 2^30 would come out below 2^30 half of the time instead of a third.
TEST(Random, BelowRejectsWhereItMust) {
    Random random(10);
    const std::uint64_t draws = samples(200'000, 20'000'000);
    for (const std::uint64_t bound :
         {std::uint64_t{3} << 30, std::uint64_t{3} << 62, (std::uint64_t{3} << 40) + 1}) {
        std::vector<std::uint64_t> counts(3);
        for (std::uint64_t i = 0; i < draws; ++i) {
            const std::uint64_t draw = bound <= 0xFFFFFFFFu ? random.below(static_cast<std::uint32_t>(bound))
                                                            : random.below64(bound);
            ASSERT_LT(draw, bound);
            ++counts[static_cast<std::size_t>(draw / (bound / 3 + 1))];
        }
        expect_uniform(counts, draws);
    }
}

TEST(Random, Below64AgreesWithBelowForSmallBounds) {
    Random a(11), b(11);
    for (std::uint32_t bound = 1; bound < 5'000; bound += 7) ASSERT_EQ(a.below64(bound), b.below(bound));
    Random c(12);
    for (int i = 0; i < 1'000; ++i) ASSERT_LT(c.below64(std::uint64_t{1} << 32), std::uint64_t{1} << 32);
}

TEST(Random, OneInIsAsOftenAsItSays) {
    Random random(13);
    const std::uint64_t draws = samples(200'000, 20'000'000);
    for (const std::uint32_t odds : {1u, 2u, 16u}) {
        std::uint64_t hits = 0;
        for (std::uint64_t i = 0; i < draws; ++i) hits += random.one_in(odds);
        EXPECT_TRUE(agrees(static_cast<double>(hits) / static_cast<double>(draws), 1.0 / odds, draws))
            << odds;
    }
    for (int i = 0; i < 100; ++i) EXPECT_FALSE(random.one_in(0));
}

TEST(Random, ATapeTakesThePlaceOfChance) {
    Random random(14);
    AllDraws draws;
    random.use(&draws);
    int outcomes = 0;
    double weight = 0;
    do {
        random.below(3);
        random.one_in(2);
        ++outcomes;
        weight += draws.weight();
    } while (draws.next());
    EXPECT_EQ(outcomes, 6);
    EXPECT_DOUBLE_EQ(weight, 1);
    random.use(nullptr);
    EXPECT_EQ(random.below(1000), Random(14).below(1000)) << "the seed was not touched meanwhile";
}

}  // namespace
}  // namespace cuzz
