// The POS paper's running example (its section 2 and 4): the number that every strategy is known by.

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <string>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

constexpr const char* plain_pct = "pct:d=3,phases=off,final-wait=off,sequential=off,yield=0";

struct Expected {
    const char* strategy;
    int one_in;
};

class RunningExample : public ::testing::TestWithParam<Expected> {
protected:
    Program program_ = pos_running_example();
    Simulator simulator_{program_};
};

// Random walk: seven of the ten steps have two options, 1/2⁷. PCT: 1/10 · 1/10 · 1/2. BasicPOS: seven constraints
// on its priorities, 1/120. POS: 1/2 · 1/2 · 1/3 · 1/4. Both sides, 99.9 %, for five series of a million runs.
TEST_P(RunningExample, HasThePapersProbability) {
    const std::uint64_t runs = samples(1'000'000, 10'000'000);
    const auto strategy = make_strategy(GetParam().strategy);
    for (std::uint64_t series = 1; series <= 5; ++series) {
        const double measured = failure_rate(simulator_, *strategy, known(2, 10), runs, series << 32);
        EXPECT_TRUE(agrees(measured, 1.0 / GetParam().one_in, runs))
            << "series " << series << ": 1/" << 1 / measured;
    }
}

INSTANTIATE_TEST_SUITE_P(Pos, RunningExample,
                         ::testing::Values(Expected{"random-walk", 128}, Expected{plain_pct, 200},
                                           Expected{"basic-pos", 120}, Expected{"pos", 48}),
                         [](const auto& test) { return "OneIn" + std::to_string(test.param.one_in); });

// The same without chance, for the strategies whose draws are few enough to walk through: every outcome with its
// probability.
class RunningExampleExactly : public RunningExample {};

TEST_P(RunningExampleExactly, HasThePapersProbability) {
    const auto strategy = make_strategy(GetParam().strategy);
    EXPECT_NEAR(exact_failure_probability(simulator_, *strategy, known(2, 10)), 1.0 / GetParam().one_in,
                1e-12);
}

INSTANTIATE_TEST_SUITE_P(Pos, RunningExampleExactly,
                         ::testing::Values(Expected{"random-walk", 128}, Expected{plain_pct, 200}),
                         [](const auto& test) { return "OneIn" + std::to_string(test.param.one_in); });

}  // namespace
}  // namespace cuzz
