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

INSTANTIATE_TEST_SUITE_P(Registry, EveryStrategy, ::testing::ValuesIn(all_strategies()), test_name);

// Does what another strategy does, and looks at every answer.
class Checked final : public Strategy {
public:
    explicit Checked(Strategy& inner) : inner_(inner) {}

    Control control() const override { return inner_.control(); }
    void begin(const RunStart& run) override { inner_.begin(run); }
    void born(const Birth& birth) override { inner_.born(birth); }
    void ended(ThreadId thread) override { inner_.ended(thread); }
    ThreadId pick(const Point& point) override {
        const ThreadId thread = inner_.pick(point);
        const bool is_enabled = thread < max_threads && point.enabled.contains(thread);
        EXPECT_TRUE(is_enabled) << thread << " was picked at step " << point.step;
        ++answers;
        return is_enabled ? thread : no_thread;
    }
    void admit(const Point& point, ThreadSet& admitted) override {
        inner_.admit(point, admitted);
        EXPECT_FALSE(admitted.empty()) << "nobody was admitted at step " << point.step;
        ThreadSet others = admitted;
        others.erase(point.enabled);
        EXPECT_TRUE(others.empty()) << others.first() << " was admitted at step " << point.step;
        admitted.keep(point.enabled);
        ++answers;
    }
    std::uint32_t delay(ThreadId thread, const Op& op) override { return inner_.delay(thread, op); }
    std::uint32_t choose(const Choice& choice) override {
        const std::uint32_t chosen = inner_.choose(choice);
        EXPECT_LT(chosen, choice.count);
        ++answers;
        return chosen;
    }
    void executed(const Step& step) override { inner_.executed(step); }
    void yielded(ThreadId thread, const ThreadSet& enabled) override { inner_.yielded(thread, enabled); }
    void phase() override { inner_.phase(); }
    void end(const RunFacts& facts) override { inner_.end(facts); }
    Bound bound(const RunFacts& facts) const override { return inner_.bound(facts); }
    bool wants_every_point() const override { return inner_.wants_every_point(); }
    bool has_more() const override { return inner_.has_more(); }

    std::uint64_t answers = 0;

private:
    Strategy& inner_;
};

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
        ASSERT_EQ(picks_of(simulator, *used, estimates, seed), first[static_cast<std::size_t>(seed - 1)])
            << "seed " << seed;
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
    std::uint64_t answers = 0;
    for (const ModelInfo& model : all_models()) {
        SCOPED_TRACE(model.name);
        const Program program = model.make();
        Simulator simulator(program);
        const Estimates estimates = calibrate(simulator, *GetParam(), 1);
        const auto strategy = make();
        Checked checked(*strategy);
        const std::uint64_t runs = program.threads().size() > 20 ? 3 : 30;
        for (std::uint64_t seed = 1; seed <= runs && checked.has_more(); ++seed) {
            const RunResult result = simulator.run(checked, estimates, seed);
            ASSERT_FALSE(HasFailure()) << "seed " << seed;
            EXPECT_NE(result.outcome, Outcome::diverged);
            EXPECT_NE(result.outcome, Outcome::livelocked);
            EXPECT_FALSE(result.facts.flagged);
        }
        answers += checked.answers;
    }
    EXPECT_GT(answers, 0u) << "nothing was ever asked, so nothing is proven";
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
