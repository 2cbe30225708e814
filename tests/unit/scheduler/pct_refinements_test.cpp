// PCT's refinements (section 4 of its paper), each for itself, and that all off is the plain algorithm.

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

constexpr const char* all_off = "phases=off,final-wait=off,sequential=off,yield=0";

// Figure 7, line by line, for threads that are all there from the start. `order` draws what PCT draws: each
// thread's rank among those before it.
class Figure7 final : public Strategy {
public:
    Figure7(std::uint32_t d, std::uint32_t k) : d_(d), k_(k) {}

    void begin(const RunStart& run) override {
        Strategy::begin(run);
        ranked_.clear();
        length_ = 0;
        for (std::uint32_t i = 1; i < d_; ++i) change_at_[i] = 1 + random_.below(k_);
    }
    void born(const Birth& birth) override {
        const std::uint32_t rank = random_.below(static_cast<std::uint32_t>(ranked_.size()) + 1);
        ranked_.insert(ranked_.begin() + rank, birth.child);
        for (std::uint32_t i = 0; i < ranked_.size(); ++i)
            p_[ranked_[i]] = d_ + static_cast<std::uint32_t>(ranked_.size()) - 1 - i;
    }
    ThreadId pick(const Point& point) override {
        ThreadId best = point.enabled.first();
        point.enabled.for_each([&](ThreadId t) {
            if (p_[t] > p_[best]) best = t;
        });
        return best;
    }
    void executed(const Step& step) override {
        ++length_;
        for (std::uint32_t i = 1; i < d_; ++i)
            if (length_ == change_at_[i]) p_[step.thread] = d_ - i;
    }

private:
    const std::uint32_t d_, k_;
    std::vector<ThreadId> ranked_;
    std::array<std::uint32_t, 64> p_{}, change_at_{};
    std::uint32_t length_ = 0;
};

TEST(PctRefinements, AllOffIsFigure7InEveryOutcomeOfItsDraws) {
    const auto programs = {pct_deadlock(), pct_event_ordering(), pos_running_example(), adversary(3, 2, 1)};
    for (const Program& program : programs)
        for (std::uint32_t d = 1; d <= 3; ++d) {
            Simulator one(program), two(program);
            const auto pct = make_strategy("pct:d=" + std::to_string(d) + "," + all_off);
            Figure7 figure(d, 12);
            AllDraws draws, same_draws;
            pct->use(&draws);
            figure.use(&same_draws);
            std::uint64_t outcomes = 0;
            bool more = true;
            for (; more; ++outcomes) {
                one.run(*pct, known(3, 12), 0);
                two.run(figure, known(3, 12), 0);
                ASSERT_TRUE(
                    std::ranges::equal(one.engine().recorder().picks(), two.engine().recorder().picks()))
                    << program.name() << ", d = " << d << ", outcome " << outcomes;
                more = draws.next();
                ASSERT_EQ(more, same_draws.next());
            }
            EXPECT_GE(outcomes, 2u * static_cast<std::uint64_t>(std::pow(12, d - 1)));
        }
}

// d drawn: 1/2, 1/4, 1/8, 1/16, 1/16 for 1 … 5. The bound of a run tells what was drawn.
TEST(PctRefinements, DepthIsDrawnFromItsDistribution) {
    const Program program = pct_ordering();
    Simulator simulator(program);
    const auto pct = make_strategy(std::string("pct:") + all_off);
    const std::uint64_t runs = 20'000;
    std::array<std::uint64_t, 6> drawn{};
    for (std::uint64_t seed = 1; seed <= runs; ++seed)
        ++drawn.at(simulator.run(*pct, known(2, 20), seed).bound.depth);
    EXPECT_EQ(drawn[0], 0u);
    for (std::uint32_t d = 1; d <= 5; ++d) {
        const double p = d == 5 ? 1.0 / 16 : std::pow(0.5, d);
        EXPECT_TRUE(agrees(static_cast<double>(drawn[d]) / runs, p, runs)) << "d = " << d << ": " << drawn[d];
    }
}

// A thread alone for 50 ops, then a race of depth 2. Counting only points with a choice makes k small.
Program long_prelude() {
    Program p("long-prelude");
    const auto flag = p.variable("flag"), file = p.variable("file"), own = p.variable("own");
    const auto reader = p.thread("reader", [&](Body& t) {
        const Value ready = t.read(flag), opened = t.read(file);
        t.when(ready, [&] { t.check(opened, "read before it is open"); });
    });
    p.thread("main", [&](Body& t) {
        for (int i = 0; i < 50; ++i) t.write(own, i);
        t.create(reader);
        t.write(flag, 1);
        t.write(file, 1);
        t.join(reader);
    });
    return p;
}

TEST(PctRefinements, SequentialStepsAreLeftOutOfTheCount) {
    const Program program = long_prelude();
    Simulator simulator(program);
    const Estimates estimates = calibrate(simulator, *find_strategy("pct"));
    EXPECT_LE(estimates.k, 8u);  // create, start, two writes, two reads, join
    EXPECT_GE(estimates.steps, 55u);
    const auto counted = make_strategy("pct:d=2,phases=off,final-wait=off,sequential=on,yield=0");
    const auto plain = make_strategy(std::string("pct:d=2,") + all_off);
    const double with = exact_failure_probability(simulator, *counted, estimates);
    const double without = exact_failure_probability(simulator, *plain, estimates);
    EXPECT_GE(with, 1.0 / (2.0 * static_cast<double>(estimates.k)));
    EXPECT_GE(without, 1.0 / (2.0 * static_cast<double>(estimates.steps)));
    EXPECT_GT(with, 5 * without);
}

// Ten rounds of fork and join; only the last one has the bug. k counts all rounds, k_phase one.
Program rounds() {
    Program p("rounds");
    const auto flag = p.variable("flag"), file = p.variable("file");
    std::vector<Thread> readers;
    for (int i = 0; i < 10; ++i)
        readers.push_back(p.thread("reader", [&](Body& t) {
            const Value ready = t.read(flag), opened = t.read(file);
            if (i == 9) t.when(ready, [&] { t.check(opened, "read before it is open"); });
        }));
    p.thread("main", [&](Body& t) {
        for (int i = 0; i < 10; ++i) {
            t.create(readers[static_cast<std::size_t>(i)]);
            t.write(i == 9 ? flag : file, i == 9);
            t.write(file, 1);
            if (i < 9) t.write(file, 0);
            t.join(readers[static_cast<std::size_t>(i)]);
        }
    });
    return p;
}

TEST(PctRefinements, PhasesDrawAnewForEachForkAndJoin) {
    const Program program = rounds();
    Simulator simulator(program);
    const Estimates estimates = calibrate(simulator, *find_strategy("pct"));
    EXPECT_GE(estimates.k, 5 * estimates.k_phase);
    const auto phased = make_strategy("pct:d=2,phases=on,final-wait=off");
    const auto whole = make_strategy("pct:d=2,phases=off,final-wait=off");
    const std::uint64_t runs = samples(50'000, 500'000);
    const double with = failure_rate(simulator, *phased, estimates, runs);
    const double without = failure_rate(simulator, *whole, estimates, runs);
    EXPECT_TRUE(at_least(with, 1.0 / (2.0 * static_cast<double>(estimates.k_phase)), runs)) << with;
    EXPECT_GT(with, 3 * without) << without;
    EXPECT_EQ(simulator.run(*phased, estimates, 1).bound.depth, 0u);  // no theorem for k_eff
}

// Two threads that only meet at a lock are one phase: see docs/decisions/0002.
TEST(PctRefinements, AContendedLockIsNoPhase) {
    const Program program = bank_transfer();
    Simulator simulator(program);
    const auto walk = make_strategy("random-walk");
    for (std::uint64_t seed = 1; seed <= 200; ++seed)
        EXPECT_LE(simulator.run(*walk, known(3, 20), seed).facts.phases, 2u) << "seed " << seed;
}

// Section 5.2.1: the final wait turns pbzip2's bug into one of depth 1.
TEST(PctRefinements, FinalWaitHoldsTheMainThreadBackBeforeItsExit) {
    const Program program = pct_pbzip2();
    Simulator simulator(program);
    const Estimates estimates = calibrate(simulator, *find_strategy("pct"));
    const auto waits = make_strategy("pct:d=1,phases=off,final-wait=on");
    const auto leaves = make_strategy("pct:d=1,phases=off,final-wait=off");
    EXPECT_GE(exact_failure_probability(simulator, *waits, estimates), 0.5);
    EXPECT_EQ(exact_failure_probability(simulator, *leaves, estimates), 0);
}

// Without the heuristic a waiter of higher priority than the worker spins for ever; with it nobody does.
TEST(PctRefinements, YieldsLowerThePriorityOfASpinningThread) {
    const Program program = spin_wait(1);
    Limits limits;
    limits.steps = limits.picks = 20'000;
    Simulator simulator(program, limits);
    const auto heeds = make_strategy("pct:d=1");
    const auto ignores = make_strategy("pct:d=1,yield=0");
    // k is far beyond the limit, so that no draw for the next k steps comes to the rescue.
    EXPECT_EQ(failure_rate(simulator, *heeds, known(2, 100'000), 200), 0);
    EXPECT_NEAR(failure_rate(simulator, *ignores, known(2, 100'000), 200), 0.5, 0.12);
}

TEST(PctRefinements, TheBoundIsClaimedOnlyWhereTheTheoremHolds) {
    const Program program = bank_transfer(true);
    Simulator simulator(program);
    const auto plain = make_strategy(std::string("pct:d=2,") + all_off);
    const Bound enough = simulator.run(*plain, known(3, 40), 1).bound;
    EXPECT_EQ(enough.depth, 2u);
    EXPECT_DOUBLE_EQ(enough.hit, 1.0 / (3 * 40));
    EXPECT_EQ(simulator.run(*plain, known(2, 40), 1).bound.depth, 0u);  // past its n
    EXPECT_EQ(simulator.run(*plain, known(3, 5), 1).bound.depth, 0u);   // past its k
}

// By default half of the runs keep the bound and half have the refinements.
TEST(PctRefinements, HalfOfTheRunsKeepTheBound) {
    const Program program = rounds();
    Simulator simulator(program);
    Estimates estimates = calibrate(simulator, *find_strategy("pct"), 50);
    estimates.k = estimates.steps;
    const auto pct = make_strategy("pct:d=2");
    const std::uint64_t runs = 2'000;
    std::uint64_t kept = 0;
    for (std::uint64_t seed = 1; seed <= runs; ++seed)
        kept += simulator.run(*pct, estimates, seed).bound.depth == 2;
    EXPECT_TRUE(agrees(static_cast<double>(kept) / runs, 0.5, runs)) << kept;
}

}  // namespace
}  // namespace cuzz
