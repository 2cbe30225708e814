// Each strategy finds, in a small zoo, what its paper claims for it.
//
// A line says: within so many runs of seeds 1, 2, … the bug shows at least so often. The expected number is
// several times the least one asked for, so that the claim and not the seed is tested.

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <cctype>
#include <string>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

struct Claim {
    const char* strategy;
    const char* model;
    std::uint64_t runs;
    std::uint64_t least;
};

// How often a claim's bug shows.
std::uint64_t found(const Claim& claim) {
    const Program program = find_model(claim.model)->make();
    Simulator simulator(program);
    const auto choice = parse_strategy(claim.strategy);
    const Estimates estimates = calibrate(simulator, *choice->info);
    const auto strategy = choice->make();
    std::uint64_t failures = 0;
    for (std::uint64_t seed = 1; seed <= claim.runs && strategy->has_more(); ++seed)
        failures += simulator.run(*strategy, estimates, seed).is_failure();
    return failures;
}

class Zoo : public ::testing::TestWithParam<Claim> {};

TEST_P(Zoo, IsFound) { EXPECT_GE(found(GetParam()), GetParam().least); }

constexpr Claim claims[] = {
    // PCT paper: ordering errors, atomicity violations, deadlocks and its own Figure 2 are shallow.
    {"pct:d=1", "pct-ordering", 100, 20},
    {"pct:d=1", "pct-event-ordering", 100, 20},
    {"pct:d=1", "pct-two-bugs", 100, 20},
    {"pct:d=1,final-wait=on", "pct-pbzip2", 100, 10},  // section 5.2.1: with the final wait it has depth 1
    {"pct:d=2", "pct-atomicity", 1000, 10},
    {"pct:d=2", "pct-deadlock", 1000, 10},
    {"pct:d=2", "pct-init-flag", 1000, 10},
    {"pct:d=2", "work-stealing-queue", 2000, 5},
    {"pct:d=3", "dining-philosophers", 5000, 5},
    {"pct:d=3", "pos-running-example", 5000, 3},
    {"pct", "bank-transfer", 1000, 10},  // d drawn
    // NeedlePoint: PPCT finds what PCT finds; the best-effort policies find what is local.
    {"ppct:d=2", "pct-atomicity", 1000, 10},
    {"ppct:d=2", "pct-deadlock", 1000, 10},
    {"ppct:d=2", "work-stealing-queue", 5000, 3},
    {"random-sleep", "bank-transfer", 5000, 3},
    {"preempt-always", "bank-transfer", 1000, 10},
    {"preempt-always", "pct-deadlock", 1000, 10},
    {"preempt-bound", "pct-deadlock", 1000, 10},
    {"preempt-bound", "work-stealing-queue", 5000, 3},
    {"atom-fuzzer", "bank-transfer", 1000, 10},
    {"atom-fuzzer", "bounded-buffer", 2000, 3},
    // POS paper.
    {"pos", "pos-running-example", 2000, 15},
    {"pos", "bounded-buffer", 2000, 3},
    {"pos", "dining-philosophers", 2000, 10},
    {"pos-star", "work-stealing-queue", 2000, 10},
    {"basic-pos", "pos-running-example", 5000, 10},
    {"rapos", "bank-transfer", 2000, 10},
    {"random-walk", "pos-running-example", 2000, 3},
    // Stride paper: the two shapes that the plain walk misses.
    {"stride:smax=2", "bank-transfer", 1000, 10},
    {"stride:smax=one-edge", "reorder_10", 10'000, 3},
    {"stride:smax=two-edges", "reorder_10", 10'000, 3},
    {"stride:smax=two-edges", "twostage_100", 20'000, 1},
    // Radius-aware: deadlocks, whose ops lie close together.
    {"rpro:d=3,r=10", "dining-philosophers", 5000, 5},
    {"rpro:d=2,r=50", "pct-deadlock", 1000, 10},
    // SURW.
    {"surw", "reorder_10", 1000, 10},
    {"surw", "reorder_100", 3000, 3},
    {"surw", "twostage_100", 3000, 1},
    {"surw", "work-stealing-queue", 1000, 10},
    // Systematic: within their bound they miss nothing.
    {"dfs", "pct-atomicity", 100'000, 1},
    {"dfs", "pct-event-ordering", 100'000, 1},
    {"ipb", "pct-deadlock", 10'000, 1},
    {"ipb", "work-stealing-queue", 10'000, 1},
    {"idb", "pct-init-flag", 10'000, 1},
    {"idb", "bank-transfer", 10'000, 1},
};

INSTANTIATE_TEST_SUITE_P(Papers, Zoo, ::testing::ValuesIn(claims), [](const auto& test) {
    std::string name = std::string(test.param.strategy) + "_" + test.param.model;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
});

// Why stride and SURW are there: what a plain walk does not find in as many runs.
TEST(ZooLimits, ThePlainWalkMissesReorderAndTwostage) {
    EXPECT_EQ(found({"random-walk", "reorder_10", 10'000, 0}), 0u);
    EXPECT_EQ(found({"random-walk", "twostage_100", 1'000, 0}), 0u);
}

// Mutants of stride and SURW that the claims above would not let pass.
TEST(ZooLimits, StrideOfOneMissesThemToo) {
    EXPECT_EQ(found({"stride:smax=1", "reorder_10", 10'000, 0}), 0u);
    EXPECT_EQ(found({"stride:smax=1", "twostage_100", 1'000, 0}), 0u);
}

// The stress baseline finds what the machine's own speed shows, and next to nothing of what hides behind a window
// of one op. Two strategies that look for something else do not find that either: one never lets a thread do two
// ops in a row, the other only holds threads back before a lock that they have had before.
TEST(ZooLimits, StressAloneFindsLessThanAnyStrategyButTwo) {
    const std::uint64_t stress = found({"none", "work-stealing-queue", 5'000, 0});
    for (const StrategyInfo* strategy : all_strategies()) {
        if (strategy->name == "none") continue;
        const std::string name(strategy->name);
        const std::uint64_t failures = found({name.c_str(), "work-stealing-queue", 5'000, 0});
        if (name == "preempt-always" || name == "atom-fuzzer")
            EXPECT_EQ(failures, 0u) << name;
        else
            EXPECT_GT(failures, stress) << name;
    }
}

}  // namespace
}  // namespace cuzz
