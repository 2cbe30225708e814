// RAPOS: what its rounds of independent ops are for, and that they lose no partial order. All draws, exactly.

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

// Thread "a" takes `length` steps of its own and then writes x before "b" reads it.
Program late_write(int length) {
    Program p("late-write");
    const auto x = p.variable("x"), own = p.variable("own");
    p.thread("a", [&](Body& t) {
        for (int i = 0; i < length; ++i) t.write(own, i);
        t.write(x, 1);
    });
    p.thread("b", [&](Body& t) { t.check(t.read(x) == 0, "b came last"); });
    return p;
}

// "b" is left out of the first round with probability 1/4 and then sleeps until x is written, however long that
// takes; random walk needs 2^-(length + 1).
TEST(Rapos, AnOrderOfTwoOpsDoesNotDependOnTheOpsBefore) {
    for (const int length : {1, 3, 6, 10}) {
        const Program program = late_write(length);
        Simulator simulator(program);
        const auto rapos = make_strategy("rapos"), walk = make_strategy("random-walk");
        EXPECT_NEAR(exact_failure_probability(simulator, *rapos, known(2, 10)), 1.0 / 4, 1e-12);
        EXPECT_NEAR(exact_failure_probability(simulator, *walk, known(2, 10)), 1 / std::pow(2.0, length + 1),
                    1e-12);
    }
}

// POS paper, section 2: random walk 1/128.
TEST(Rapos, FindsTheRunningExampleTwiceAsOftenAsRandomWalk) {
    const Program program = pos_running_example();
    Simulator simulator(program);
    const auto rapos = make_strategy("rapos");
    EXPECT_NEAR(exact_failure_probability(simulator, *rapos, known(2, 10)), 1.0 / 64, 1e-12);
}

// "a" has two ops while "b" waits, at points without a choice. In which round it was before that, or whether it slept,
// must be forgotten when there is a choice again. Then a draw decides whether "a" is left out, with probability 1/4,
// and sleeps until "b" has written x. Before it, "b" alone is drawn with 1/4, both are with 1/2 (then "b" gets to its
// wait either way), and with the remaining 1/4 "b" sleeps until the end: 3/4 · 1/4.
TEST(Rapos, AThreadThatRanWithoutAChoiceIsInNoRoundAndNotAsleep) {
    Program p("alone");
    const auto x = p.variable("x"), of_a = p.variable("of a"), of_b = p.variable("of b");
    const auto e = p.event("e");
    p.thread("a", [&](Body& t) {
        t.write(of_a, 1);
        t.set(e);
        t.check(t.read(x) == 0, "a came last");
    });
    p.thread("b", [&](Body& t) {
        t.write(of_b, 1);
        t.wait(e);
        t.write(x, 1);
    });
    Simulator simulator(p);
    const auto rapos = make_strategy("rapos");
    EXPECT_NEAR(exact_failure_probability(simulator, *rapos, known(2, 10)), 3.0 / 16, 1e-12);
}

// Which thread accessed which object in which order: the partial order of a run.
class AccessOrder final : public Observer {
public:
    void begin(const RunStart&) override { orders.clear(); }
    void executed(const Step& step) override {
        orders[step.op.object] += static_cast<char>('1' + step.thread);
    }
    std::map<ObjectId, std::string> orders;
};

// Every partial order that random walk reaches has a chance, and the chances of all add up to one.
TEST(Rapos, ReachesEveryPartialOrder) {
    Program p("three");
    const auto x = p.variable("x"), y = p.variable("y");
    p.thread("1", [&](Body& t) {
        t.add(x, 1);
        t.add(y, 1);
    });
    p.thread("2", [&](Body& t) {
        t.add(y, 1);
        t.add(x, 1);
    });
    p.thread("3", [&](Body& t) {
        t.add(x, 1);
        t.add(y, 1);
    });
    Simulator simulator(p);
    std::map<std::map<ObjectId, std::string>, double> chances[2];
    for (int i = 0; i < 2; ++i) {
        const auto strategy = make_strategy(i == 0 ? "random-walk" : "rapos");
        AccessOrder order;
        Observer* const observers[] = {&order};
        AllDraws draws;
        strategy->use(&draws);
        double total = 0;
        do {
            simulator.run(*strategy, known(3, 6), 0, observers);
            chances[i][order.orders] += draws.weight();
            total += draws.weight();
        } while (draws.next());
        EXPECT_NEAR(total, 1, 1e-9);
    }
    EXPECT_EQ(chances[1].size(), chances[0].size());
    for (const auto& [order, chance] : chances[0]) EXPECT_GT(chances[1][order], 0);
}

}  // namespace
}  // namespace cuzz
