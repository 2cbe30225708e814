// What every strategy in the registry owes, whatever it is: the same schedule for the same seed, on every
// compiler; no starved spin-wait; no bug reported where there is none.

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

class EveryStrategy : public ::testing::TestWithParam<const StrategyInfo*> {
protected:
    std::unique_ptr<Strategy> make() const { return parse_strategy(GetParam()->name)->make(); }
};

INSTANTIATE_TEST_SUITE_P(Registry, EveryStrategy, ::testing::ValuesIn(all_strategies()),
                         [](const auto& info) {
                             std::string name(info.param->name);
                             std::erase(name, '-');
                             return name;
                         });

std::vector<Pick> picks_of(Simulator& simulator, Strategy& strategy, const Estimates& estimates,
                           std::uint64_t seed) {
    simulator.run(strategy, estimates, seed);
    const auto picks = simulator.engine().recorder().picks();
    return {picks.begin(), picks.end()};
}

TEST_P(EveryStrategy, IsDeterministicInItsSeed) {
    for (const ModelInfo& model : all_models()) {
        const Program program = model.make();
        if (program.threads().size() > 20) continue;
        Simulator one(program), two(program);
        const Estimates estimates = calibrate(one, *GetParam());
        EXPECT_EQ(estimates, calibrate(two, *GetParam()));
        const auto a = make(), b = make();
        for (std::uint64_t seed = 1; seed <= 20 && a->has_more(); ++seed)
            ASSERT_EQ(picks_of(one, *a, estimates, seed), picks_of(two, *b, estimates, seed))
                << model.name << ", seed " << seed;
    }
}

// A run is a function of its seed alone, whatever ran before it. The systematic strategies are the exception.
TEST_P(EveryStrategy, ForgetsEarlierRuns) {
    const Program program = bounded_buffer();
    Simulator simulator(program);
    const Estimates estimates = calibrate(simulator, *GetParam());
    const auto used = make();
    std::vector<std::vector<Pick>> first;
    for (std::uint64_t seed = 1; seed <= 30; ++seed)
        first.push_back(picks_of(simulator, *used, estimates, seed));
    if (GetParam()->is_systematic) {
        EXPECT_EQ(picks_of(simulator, *make(), estimates, 1), picks_of(simulator, *make(), estimates, 2));
        return;
    }
    for (std::uint64_t seed = 30; seed >= 1; --seed)
        ASSERT_EQ(picks_of(simulator, *used, estimates, seed), first[seed - 1]) << "seed " << seed;
}

TEST_P(EveryStrategy, DoesNotStarveASpinWait) {
    for (const std::uint32_t waiters : {1u, 2u, 5u})
        for (const bool yielding : {true, false}) {
            const Program program = spin_wait(waiters, yielding);
            Limits limits;
            limits.steps = 200'000;
            Simulator simulator(program, limits);
            const Estimates estimates = calibrate(simulator, *GetParam(), 2);
            const auto strategy = make();
            for (std::uint64_t seed = 1; seed <= 20 && strategy->has_more(); ++seed)
                ASSERT_EQ(simulator.run(*strategy, estimates, seed).outcome, Outcome::passed)
                    << waiters << (yielding ? " yielding" : " hard") << " waiters, seed " << seed;
        }
}

TEST_P(EveryStrategy, FindsNothingInTheFixedTwins) {
    for (const ModelInfo& model : all_models()) {
        if (model.depth != 0 || model.name.find("-fixed") == std::string_view::npos) continue;
        const Program program = model.make();
        Simulator simulator(program);
        const Estimates estimates = calibrate(simulator, *GetParam());
        const auto strategy = make();
        for (std::uint64_t seed = 1; seed <= samples(500, 20'000) && strategy->has_more(); ++seed) {
            const RunResult result = simulator.run(*strategy, estimates, seed);
            ASSERT_FALSE(result.is_failure())
                << model.name << ", seed " << seed << ": " << simulator.explain(result);
        }
    }
}

TEST_P(EveryStrategy, PicksOnlyEnabledThreadsAndEndsEveryRun) {
    for (const ModelInfo& model : all_models()) {
        const Program program = model.make();
        Simulator simulator(program);
        const Estimates estimates = calibrate(simulator, *GetParam(), 1);
        const auto strategy = make();
        for (std::uint64_t seed = 1; seed <= 3 && strategy->has_more(); ++seed) {
            const RunResult result = simulator.run(*strategy, estimates, seed);
            EXPECT_NE(result.outcome, Outcome::diverged) << model.name;
            EXPECT_NE(result.outcome, Outcome::livelocked) << model.name;
            EXPECT_FALSE(result.facts.flagged) << model.name;
        }
    }
}

// A thread that was not told of in any estimate must not upset anybody.
TEST_P(EveryStrategy, CopesWithEstimatesThatAreFarTooSmall) {
    const Program program = reorder(10);
    Simulator simulator(program);
    const auto strategy = make();
    for (std::uint64_t seed = 1; seed <= 50 && strategy->has_more(); ++seed)
        EXPECT_NE(simulator.run(*strategy, known(1, 1), seed).outcome, Outcome::livelocked);
}

}  // namespace
}  // namespace cuzz
