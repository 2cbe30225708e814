// SURW: every interleaving of one object's accesses equally likely, and the published numbers that follow.

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

// The threads, each by a letter for its name, in the order in which they accessed one object.
class Interleaving final : public Observer {
public:
    explicit Interleaving(ObjectId object) : object_(object) {}
    void begin(const RunStart&) override { order.clear(); }
    void born(const Birth& birth) override {
        const auto known =
            letters_.try_emplace(std::string(birth.name.view()), 'a' + static_cast<int>(letters_.size()));
        letter_[birth.child] = static_cast<char>(known.first->second);
    }
    void executed(const Step& step) override {
        if (step.op.object == object_) order += letter_[step.thread];
    }
    std::string order;

private:
    ObjectId object_;
    std::map<std::string, int> letters_;
    std::array<char, max_threads> letter_{};  // by slot, which later threads use again
};

struct Spread {
    std::size_t kinds;
    double chi_square;
};

// How often the object was accessed in which order.
std::map<std::string, std::uint64_t> orders(const Program& program, Variable object,
                                            const Estimates& estimates, std::uint64_t runs) {
    Simulator simulator(program);
    const auto surw = make_strategy("surw");
    Interleaving interleaving(object.object);
    Observer* const observers[] = {&interleaving};
    std::map<std::string, std::uint64_t> counts;
    for (std::uint64_t seed = 1; seed <= runs; ++seed) {
        simulator.run(*surw, estimates, seed, observers);
        ++counts[interleaving.order];
    }
    return counts;
}

Spread measure(const Program& program, Variable object, const Estimates& estimates, std::uint64_t runs) {
    const auto counts = orders(program, object, estimates, runs);
    const double expected = static_cast<double>(runs) / static_cast<double>(counts.size());
    double chi_square = 0;
    for (const auto& [order, count] : counts)
        chi_square += std::pow(static_cast<double>(count) - expected, 2) / expected;
    return {counts.size(), chi_square};
}

// The value that chi-square exceeds once in 1,000 times (Wilson and Hilferty).
double critical(std::size_t kinds) {
    const double freedom = static_cast<double>(kinds) - 1, part = 2 / (9 * freedom);
    return freedom * std::pow(1 - part + one_sided * std::sqrt(part), 3);
}

Estimates profile(const Program& program) {
    Simulator simulator(program);
    return calibrate(simulator, *find_strategy("surw"));
}

// Two accesses against four, and eleven private ops beside the four: C(6, 2) = 15 interleavings.
struct Lopsided {
    Program program{"lopsided"};
    Variable x;

    Lopsided() {
        x = program.variable("x");
        const auto own = program.variable("own");
        program.thread("short", [&](Body& t) {
            t.add(x, 1);
            t.add(x, 1);
        });
        program.thread("long", [&](Body& t) {
            for (int i = 0; i < 7; ++i) t.write(own, i);
            for (int i = 0; i < 4; ++i) {
                t.add(x, 1);
                t.write(own, i);
            }
        });
    }
};

// Chi-square at 99.9 %.
TEST(Surw, EveryInterleavingOfTheAccessesIsEquallyLikely) {
    const Lopsided lopsided;
    const Spread spread =
        measure(lopsided.program, lopsided.x, profile(lopsided.program), samples(150'000, 3'000'000));
    EXPECT_EQ(spread.kinds, 15u);
    EXPECT_LT(spread.chi_square, critical(15));
}

// The weights make it so: without a profile, or with one that counts every object once, it is far from uniform.
TEST(Surw, IsNotUniformWithFlatWeights) {
    const Lopsided lopsided;
    const std::uint64_t runs = samples(150'000, 3'000'000);
    EXPECT_GT(measure(lopsided.program, lopsided.x, known(2, 10), runs).chi_square, 10 * critical(15));
    Estimates flat = profile(lopsided.program);
    for (ThreadEstimate& thread : flat.threads)
        for (ObjectAccesses& accesses : thread.accesses) accesses.count = 1;
    EXPECT_GT(measure(lopsided.program, lopsided.x, flat, runs).chi_square, 10 * critical(15));
}

// A parent's weight holds its children's until they are born. The accesses form a tree of which each linear order is
// equally likely: main's first before everything, its second before those of the second child; one child has a
// child of its own. 9!/(9 · 5·1·3·2·1 · 3·2·1) = 224 orders by the hook formula. Chi-square at 99.9 %.
TEST(Surw, WeightsMoveToTheThreadsThatAreCreated) {
    Program p("family");
    const auto x = p.variable("x"), of_main = p.variable("of main"), of_first = p.variable("of first");
    const auto grandchild = p.thread("grandchild", [&](Body& t) {
        for (int i = 0; i < 3; ++i) t.add(x, 1);
    });
    const auto first = p.thread("first", [&](Body& t) {
        t.add(x, 1);
        t.create(grandchild);
        for (int i = 0; i < 10; ++i) t.write(of_first, i);
        t.add(x, 1);
    });
    const auto second = p.thread("second", [&](Body& t) {
        t.add(x, 1);
        t.add(x, 1);
    });
    p.thread("main", [&](Body& t) {
        t.add(x, 1);
        t.create(first);
        for (int i = 0; i < 3; ++i) t.write(of_main, i);
        t.add(x, 1);
        t.create(second);
    });
    const Spread spread = measure(p, x, profile(p), samples(150'000, 3'000'000));
    EXPECT_EQ(spread.kinds, 224u);
    EXPECT_LT(spread.chi_square, critical(224));
}

// The share of runs in which one of two threads did all its three accesses to `often` before the other began.
double share_in_blocks(const Program& program, Variable often, const Estimates& estimates,
                       std::uint64_t runs) {
    const auto counts = orders(program, often, estimates, runs);
    const auto count = [&](const char* order) { return counts.contains(order) ? counts.at(order) : 0; };
    return static_cast<double>(count("aaabbb") + count("bbbaaa")) / static_cast<double>(runs);
}

// Which object was drawn shows in the order of `often`: drawn itself, each of its 20 interleavings is equally likely,
// two of which are blocks; else priorities decide, and that of one op is below three others with probability 1/4, so
// blocks come half of the time. `often` has six of the eight accesses to shared objects, `own` is one thread's
// alone. Two-sided at 99.9 %.
TEST(Surw, DrawsTheObjectInProportionToItsAccesses) {
    Program p("two-objects");
    const auto often = p.variable("often"), rare = p.variable("rare"), own = p.variable("own");
    for (const char* name : {"1", "2"})
        p.thread(name, [&](Body& t) {
            for (int i = 0; i < 3; ++i) t.add(often, 1);
            t.add(rare, 1);
            for (int i = 0; i < 5 && *name == '1'; ++i) t.add(own, 1);
        });
    const std::uint64_t runs = samples(100'000, 2'000'000);
    const auto only = [&](Variable object) {
        Estimates estimates = profile(p);
        for (ThreadEstimate& thread : estimates.threads)
            std::erase_if(thread.accesses, [&](const auto& a) { return a.object != object.object; });
        return estimates;
    };
    EXPECT_TRUE(agrees(share_in_blocks(p, often, only(often), runs), 0.1, runs));
    EXPECT_TRUE(agrees(share_in_blocks(p, often, only(rare), runs), 0.5, runs));
    const double share = share_in_blocks(p, often, profile(p), runs);
    EXPECT_TRUE(agrees(share, 0.75 * 0.1 + 0.25 * 0.5, runs)) << share;
}

// Whoever is intended may be waiting for one that is held back, alone or in company, yielding or not.
TEST(Surw, AnIntendedThreadThatSpinsDoesNotStarveWhoIsHeldBack) {
    for (const int spinners : {1, 3})
        for (const bool yielding : {true, false}) {
            Program p("held-back");
            const auto flag = p.variable("flag"), x = p.variable("x");
            for (int i = 0; i < spinners; ++i)
                p.thread("spinner", [&](Body& t) {
                    t.loop_while([&] { return t.read(flag) == 0; },
                                 [&] {
                                     if (yielding) t.yield();
                                 });
                    for (int j = 0; j < 50; ++j) t.add(x, 1);
                });
            p.thread("worker", [&](Body& t) {
                t.add(x, 1);
                t.write(flag, 1);
            });
            Limits limits;
            limits.steps = 200'000;
            Simulator simulator(p, limits);
            const Estimates estimates = profile(p);
            const auto surw = make_strategy("surw");
            std::uint64_t steps = 0;
            for (std::uint64_t seed = 1; seed <= 100; ++seed) {
                const RunResult result = simulator.run(*surw, estimates, seed);
                ASSERT_EQ(result.outcome, Outcome::passed)
                    << spinners << (yielding ? " yielding" : " hard") << ", seed " << seed;
                steps += result.facts.steps;
            }
            if (yielding && spinners == 1) {
                EXPECT_LT(steps / 100, 500u) << "a yield should be enough, without the end of our patience";
            }
        }
}

// The mean number of schedules to the first failure over so many trials.
double mean_to_first_failure(const Program& program, std::uint64_t trials, std::uint64_t at_most) {
    Simulator simulator(program);
    const Estimates estimates = profile(program);
    const auto surw = make_strategy("surw");
    std::uint64_t total = 0;
    for (std::uint64_t trial = 1; trial <= trials; ++trial) {
        std::uint64_t i = 1;
        while (i < at_most && !simulator.run(*surw, estimates, (trial << 32) + i).is_failure()) ++i;
        total += i;
    }
    return static_cast<double>(total) / static_cast<double>(trials);
}

// Published means of 20 trials: 17, 194, 454 and 6. A mean of 20 geometric numbers lies below 1.9 times its
// expectation with 99.9 %; so does this one below 1.9 times the published mean if we are no worse. The queue is a
// model of another implementation: within a factor of five.
TEST(Surw, FindsThePublishedBugsInAboutThePublishedNumberOfSchedules) {
    const auto check = [](const char* name, const Program& program, double published, double factor) {
        const double mean = mean_to_first_failure(program, is_long() ? 200 : 20, 10'000);
        RecordProperty(name, std::to_string(mean));
        EXPECT_LT(mean, factor * published) << name;
    };
    check("reorder_10", reorder(10), 17, 1.9);
    check("reorder_100", reorder(100), 194, 1.9);
    check("twostage_100", twostage(100), 454, 1.9);
    check("work_stealing_queue", work_stealing_queue(2, 1), 6, 5);
}

}  // namespace
}  // namespace cuzz
