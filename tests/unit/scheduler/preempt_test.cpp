// Preempt always and preempt bound do what their names say, and starve nobody.

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

// Counts the switches away from a thread that could have gone on, up to a step.
class Preemptions final : public Observer {
public:
    void begin(const RunStart&) override { *this = Preemptions(last_step_); }
    void executed(const Step& step) override {
        if (++steps_ > last_step_) return;
        if (step.thread != last_ && could_go_on_) ++count_;
        stays_ += step.thread == last_ && others_;
        last_ = step.thread;
        could_go_on_ = step.enabled.contains(step.thread);
        others_ = step.enabled.several();
        order_.push_back(step.thread);
    }

    explicit Preemptions(std::uint64_t last_step = ~std::uint64_t{0}) : last_step_(last_step) {}
    Preemptions& operator=(const Preemptions& other) {
        last_step_ = other.last_step_;
        steps_ = count_ = stays_ = 0;
        last_ = no_thread;
        could_go_on_ = others_ = false;
        order_.clear();
        return *this;
    }

    std::uint64_t count() const { return count_; }
    std::uint64_t stays() const { return stays_; }  // points with a choice where the thread went on
    const std::vector<ThreadId>& order() const { return order_; }

private:
    std::uint64_t last_step_, steps_ = 0, count_ = 0, stays_ = 0;
    ThreadId last_ = no_thread;
    bool could_go_on_ = false, others_ = false;
    std::vector<ThreadId> order_;
};

TEST(PreemptAlways, NeverLetsAThreadGoOnWhileAnotherCan) {
    const Program program = independent(4, 10);
    Simulator simulator(program);
    const auto strategy = make_strategy("preempt-always");
    Preemptions seen;
    Observer* const observers[] = {&seen};
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        simulator.run(*strategy, known(4, 40), seed, observers);
        EXPECT_EQ(seen.stays(), 0u);
    }
}

// Exactly, over all draws: the first of three threads and then the first of the two others.
TEST(PreemptAlways, ChoosesUniformlyAmongTheOthers) {
    const Program program = independent(3, 2);
    Simulator simulator(program);
    const auto strategy = make_strategy("preempt-always");
    AllDraws draws;
    strategy->use(&draws);
    Preemptions seen;
    Observer* const observers[] = {&seen};
    std::map<std::pair<ThreadId, ThreadId>, double> first_two;
    do {
        simulator.run(*strategy, known(3, 6), 0, observers);
        first_two[{seen.order()[0], seen.order()[1]}] += draws.weight();
    } while (draws.next());
    ASSERT_EQ(first_two.size(), 6u);
    for (const auto& [pair, p] : first_two) EXPECT_NEAR(p, 1.0 / 6, 1e-12);
}

// c draws from k points are all distinct with probability Π (1 − i/k); then, and only then, there are c preemptions
// within the first k points (no thread ends or blocks there). Two-sided at 99.9 %.
TEST(PreemptBound, MakesExactlyCPreemptionsWhenThePointsAreDistinct) {
    constexpr std::uint64_t k = 30;
    const Program program = independent(3, 40);
    Simulator simulator(program);
    for (const std::uint32_t c : {0u, 1u, 2u, 3u, 5u}) {
        const auto strategy = make_strategy("preempt-bound:c=" + std::to_string(c));
        Preemptions seen(k + 1);
        Observer* const observers[] = {&seen};
        double distinct = 1;
        for (std::uint32_t i = 0; i < c; ++i) distinct *= 1 - static_cast<double>(i) / k;
        const std::uint64_t runs = samples(20'000, 500'000);
        std::uint64_t exact = 0;
        for (std::uint64_t seed = 1; seed <= runs; ++seed) {
            simulator.run(*strategy, known(3, k), seed, observers);
            ASSERT_LE(seen.count(), c);
            exact += seen.count() == c;
        }
        EXPECT_TRUE(agrees(static_cast<double>(exact) / static_cast<double>(runs), distinct, runs))
            << "c = " << c;
    }
}

TEST(PreemptBound, PreemptsAtEveryPointWithTheSameProbability) {
    constexpr std::uint64_t k = 8;
    const Program program = independent(2, 10);
    Simulator simulator(program);
    const auto strategy = make_strategy("preempt-bound:c=1");
    AllDraws draws;
    strategy->use(&draws);
    Preemptions seen(k + 1);
    Observer* const observers[] = {&seen};
    std::map<std::size_t, double> where;
    do {
        simulator.run(*strategy, known(2, k), 0, observers);
        ASSERT_EQ(seen.count(), 1u);
        std::size_t at = 1;
        while (seen.order()[at] == seen.order()[at - 1]) ++at;
        where[at] += draws.weight();
    } while (draws.next());
    ASSERT_EQ(where.size(), k);
    for (const auto& [at, p] : where) EXPECT_NEAR(p, 1.0 / k, 1e-12) << at;
}

// Figure 1c of the PCT paper needs a preemption between the two locks of a thread.
TEST(PreemptBound, FindsTheDeadlockWithOnePreemptionAndNeverWithout) {
    const Program program = pct_deadlock();
    Simulator simulator(program);
    const auto k = simulator.run(*make_strategy("preempt-bound:c=0"), known(2, 10), 1).facts.k;
    EXPECT_EQ(exact_failure_probability(simulator, *make_strategy("preempt-bound:c=0"), known(2, k)), 0);
    EXPECT_GT(exact_failure_probability(simulator, *make_strategy("preempt-bound:c=1"), known(2, k)), 0);
}

TEST(Preempt, NeverStarvesASpinWait) {
    for (const bool yielding : {true, false}) {
        const Program program = spin_wait(3, yielding);
        Simulator simulator(program, {.steps = 200'000, .picks = 300'000});
        for (const char* text : {"preempt-always", "preempt-bound:c=0", "preempt-bound"}) {
            const auto strategy = make_strategy(text);
            for (std::uint64_t seed = 1; seed <= samples(50, 500); ++seed)
                ASSERT_EQ(simulator.run(*strategy, known(4, 50), seed).outcome, Outcome::passed)
                    << text << ", " << seed;
        }
    }
}

}  // namespace
}  // namespace cuzz
