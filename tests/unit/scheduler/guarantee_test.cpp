// What a campaign may claim: the product of its runs' bounds, never more than is true, nothing where theory has
// nothing.

#include "scheduler/guarantee.h"

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace cuzz {
namespace {

using namespace testing;

TEST(Guarantee, IsTheProductOverTheRunsEachWithItsOwnDepthAndHit) {
    Guarantee guarantee(known(4, 10));
    guarantee.add({1, 0.25, ""});
    guarantee.add({2, 0.1, ""});
    guarantee.add({2, 0.2, ""});
    guarantee.add({Bound::any_depth, 0.01, ""});
    guarantee.add({0, 0, "the run went past its k"});
    EXPECT_EQ(guarantee.runs(), 5u);
    EXPECT_EQ(guarantee.counted(1), 4u);
    EXPECT_EQ(guarantee.counted(2), 3u);
    EXPECT_EQ(guarantee.counted(3), 1u);
    EXPECT_NEAR(*guarantee.missed(1), 0.75 * 0.9 * 0.8 * 0.99, 1e-12);
    EXPECT_NEAR(*guarantee.missed(2), 0.9 * 0.8 * 0.99, 1e-12);
    EXPECT_NEAR(*guarantee.missed(3), 0.99, 1e-12);
    EXPECT_NEAR(*guarantee.missed(64), 0.99, 1e-12);
    EXPECT_FALSE(guarantee.missed(0));
    EXPECT_FALSE(guarantee.missed(65));
}

TEST(Guarantee, AMillionTinyBoundsDoNotVanish) {
    Guarantee guarantee(known(4, 1000));
    for (int i = 0; i < 1'000'000; ++i) guarantee.add({3, 2.5e-7, ""});
    EXPECT_NEAR(*guarantee.missed(3), std::exp(-0.25), 1e-6);
    Guarantee tiny(known(4, 1000));
    for (int i = 0; i < 1000; ++i) tiny.add({3, 1e-18, ""});
    EXPECT_EQ(tiny.sentence(3),
              "1,000 runs, n = 4, k = 1,000: a depth-3 bug, if there is one, was missed with probability at "
              "most 1; more than 1,000,000,000,000,000 runs would make it 0.01");
}

TEST(Guarantee, BoundsThatAreNoneCountForNothing) {
    Guarantee guarantee(known(2, 5));
    guarantee.add({});
    guarantee.add({2, 0, ""});
    guarantee.add({2, -0.5, "x"});
    guarantee.add({2, 1.5, "x"});
    guarantee.add({2, std::nan(""), nullptr});
    EXPECT_FALSE(guarantee.missed(1));
    EXPECT_FALSE(guarantee.runs_needed(1, 0.01));
    EXPECT_EQ(guarantee.reasons().at("there is no theorem for the strategy"), 3u);
    for (int i = 0; i < 1000; ++i) guarantee.add({0, 0, std::to_string(i).c_str()});
    EXPECT_LE(guarantee.reasons().size(), Guarantee::most_reasons + 1);
    EXPECT_GT(guarantee.reasons().at("other reasons"), 900u);
}

TEST(Guarantee, RunsNeededReachTheTarget) {
    for (const double hit : {0.5, 0.01, 1e-5})
        for (const double target : {0.5, 0.01, 1e-6}) {
            Guarantee guarantee(known(2, 5));
            guarantee.add({1, hit, ""});
            const double runs = *guarantee.runs_needed(1, target);
            EXPECT_LE(std::pow(1 - hit, runs), target * (1 + 1e-9));
            EXPECT_GT(std::pow(1 - hit, runs - 1), target * (1 - 1e-9));
            // Half of the runs counting, twice as many are needed.
            guarantee.add({0, 0, "x"});
            EXPECT_NEAR(*guarantee.runs_needed(1, target), 2 * runs, 2);
        }
}

TEST(Guarantee, SaysItInOneSentence) {
    Guarantee guarantee(known(4, 212));
    EXPECT_EQ(guarantee.sentence(2), "0 runs, n = 4, k = 212: nothing was tried, so nothing is known");
    for (int i = 0; i < 1'000; ++i) guarantee.add({2, 1.0 / (4 * 212), ""});
    EXPECT_EQ(guarantee.sentence(2),
              "1,000 runs, n = 4, k = 212: a depth-2 bug, if there is one, was missed with probability "
              "at most 0.31; 3,910 runs would make it 0.01");
    EXPECT_EQ(guarantee.sentence(1).find("1,000 runs, n = 4, k = 212: a depth-1 bug"), 0u);
    EXPECT_EQ(guarantee.sentence(3),
              "1,000 runs, n = 4, k = 212: nothing is proven about a depth-3 bug, mostly because the "
              "run looked for lesser depths");
    for (int i = 0; i < 1'500; ++i) guarantee.add({0, 0, "the run went past its k"});
    EXPECT_EQ(
        guarantee.sentence(2),
        "2,500 runs, n = 4, k = 212: a depth-2 bug, if there is one, was missed with probability at most "
        "0.31 (1,000 runs prove it; the others count for nothing, mostly because the run went past its k); "
        "9,760 runs would make it 0.01");
    for (int i = 0; i < 10'000; ++i) guarantee.add({2, 1.0 / (4 * 212), ""});
    EXPECT_EQ(guarantee.sentence(2).find("would"), std::string::npos)
        << "the target is reached: nothing to add";
    Guarantee certain(known(2, 3));
    certain.add({Bound::any_depth, 1, ""});
    EXPECT_EQ(certain.sentence(7),
              "1 run, n = 2, k = 3: a depth-7 bug, if there is one, was missed with probability at most 0");
}

TEST(Guarantee, RoundsToTheSideThatPromisesLess) {
    const auto stated = [](double miss) {
        Guarantee guarantee(known(2, 3));
        guarantee.add({1, 1 - miss, ""});
        const std::string sentence = guarantee.sentence(1, 1e-12), mark = "at most ";
        const auto from = sentence.find(mark) + mark.size();
        return sentence.substr(from, sentence.find(';') - from);
    };
    EXPECT_EQ(stated(0.301), "0.31");
    EXPECT_EQ(stated(0.5), "0.5");
    EXPECT_EQ(stated(0.0123), "0.013");
    EXPECT_EQ(stated(0.999871), "0.99988");
    EXPECT_EQ(stated(1e-11), "0.000000001");
    for (double miss = 1e-8; miss < 1; miss *= 1.37)
        EXPECT_GE(std::stod(stated(miss)), miss * (1 - 1e-9)) << miss;
}

TEST(Guarantee, GroupsByThousands) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1'000), "1,000");
    EXPECT_EQ(grouped(1'234'567), "1,234,567");
    EXPECT_EQ(grouped(18'446'744'073'709'551'615u), "18,446,744,073,709,551,615");
}

struct Campaigns {
    std::uint64_t count;
    double missed = 0;  // the share of them that do not find the bug
    double stated = 1;  // the least that one of them says of that, for the bug's depth
};

// So many campaigns, all of whose runs must count.
Campaigns campaigns(const simulator::Program& program, Strategy& strategy, const Estimates& estimates,
                    std::uint32_t depth, std::uint32_t runs, std::uint64_t count) {
    simulator::Simulator simulator(program, {.steps = 1'000, .picks = 2'000});
    Campaigns all{count};
    std::uint64_t missed = 0, seed = 0;
    for (std::uint64_t campaign = 0; campaign < count; ++campaign) {
        Guarantee guarantee(estimates);
        bool found = false;
        for (std::uint32_t run = 0; run < runs; ++run) {
            const auto result = simulator.run(strategy, estimates, ++seed);
            guarantee.add(result.bound);
            found |= result.is_failure();
        }
        EXPECT_EQ(guarantee.counted(depth), runs) << guarantee.sentence(depth);
        all.stated = std::min(all.stated, guarantee.missed(depth).value_or(1));
        missed += !found;
    }
    all.missed = static_cast<double>(missed) / static_cast<double>(count);
    return all;
}

// One-sided at 99.9 %.
bool is_true(const Campaigns& all) {
    return all.missed <= all.stated + one_sided * deviation(all.stated, all.count);
}

// Campaigns of plain PCT on a program made to be as hard as the theorem allows: the share of campaigns that miss
// the bug must not lie above what each of them states.
TEST(Guarantee, CampaignsMissNoMoreOftenThanStated) {
    constexpr std::uint32_t n = 3, d = 2;
    const simulator::Program program = simulator::adversary(n, d, 2);
    simulator::Simulator simulator(program);
    const Estimates estimates = simulator::calibrate(simulator, *find_strategy("pct"), 50);
    for (const std::uint32_t used : {d, d + 1}) {  // a deeper search than needed keeps its smaller promise
        const auto pct = make_strategy("pct:phases=off,final-wait=off,yield=0,d=" + std::to_string(used));
        const Campaigns all = campaigns(program, *pct, estimates, d, 40, samples(4'000, 100'000));
        EXPECT_TRUE(is_true(all)) << "d = " << used << ": " << all.missed << ", stated " << all.stated;
        if (used == d) {
            EXPECT_GT(all.missed, all.stated - 0.1) << "the model is tight, or this test proves little";
        }
    }
}

// Two threads of five ops each, and a bug in the one order in which they take turns: 2^-9, the last op having no
// choice. Most runs have fewer points with a choice than that one has (five, if one thread runs through).
simulator::Program alternating() {
    simulator::Program p("alternating");
    const auto x = p.variable("x");
    for (const std::int64_t first : {0, 1})
        p.thread(first == 0 ? "1" : "2", [&](simulator::Body& t) {
            simulator::Value in_turn = t.let(0);
            for (int i = 0; i < 5; ++i) t.set_value(in_turn, in_turn + (t.add(x, 1) == first + 2 * i));
            // Both are in turn or neither is; thread 2 is the last.
            if (first == 1) t.check(in_turn != 5, "they took turns");
        });
    return p;
}

// No run claims more than is true, whatever its own length; runs past the n or k claim nothing.
TEST(Guarantee, WalksClaimNoMoreThanTheTrueChanceOfTheWorstSchedule) {
    const simulator::Program program = alternating();
    simulator::Simulator simulator(program);
    const RunFacts most = most_in_walks(simulator);
    ASSERT_EQ(most.k, 9u);
    const double chance =
        exact_failure_probability(simulator, *make_strategy("random-walk"), known(most.n, most.k));
    ASSERT_DOUBLE_EQ(chance, 1.0 / 512);
    for (const char* name : {"random-walk", "pos", "pos-star"}) {
        const auto strategy = make_strategy(name);
        for (const Estimates& estimates :
             {known(2, 9), known(2, 8), known(2, 6), known(1, 9), known(2, 100)}) {
            Guarantee guarantee(estimates);
            for (std::uint64_t seed = 1; seed <= 200; ++seed) {
                const auto result = simulator.run(*strategy, estimates, seed);
                guarantee.add(result.bound);
                const bool is_past = result.facts.n > estimates.n || result.facts.k > estimates.k;
                ASSERT_EQ(result.bound.depth, is_past ? 0 : Bound::any_depth) << name << ", seed " << seed;
            }
            // With a k that is too small the claim is about runs of that length only: what is past it is in the
            // sentence.
            if (estimates.n < most.n) {
                EXPECT_FALSE(guarantee.missed(1)) << name;
            } else if (estimates.k < most.k) {
                EXPECT_LT(guarantee.counted(1), guarantee.runs()) << name;
                EXPECT_NE(guarantee.sentence(1).find("n or k"), std::string::npos) << guarantee.sentence(1);
            } else {
                EXPECT_EQ(guarantee.counted(1), guarantee.runs()) << name;
                EXPECT_GE(*guarantee.missed(1), std::pow(1 - chance, 200) * (1 - 1e-9)) << name;
            }
        }
    }
}

// POS cannot be enumerated, but sampled.
TEST(Guarantee, CampaignsOfWalksMissNoMoreOftenThanStated) {
    const simulator::Program program = alternating();
    for (const char* name : {"random-walk", "pos", "pos-star"}) {
        const auto strategy = make_strategy(name);
        const Campaigns all = campaigns(program, *strategy, known(2, 9), 1, 300, samples(1'000, 20'000));
        EXPECT_TRUE(is_true(all)) << name << ": " << all.missed << ", stated " << all.stated;
        EXPECT_GT(all.missed, all.stated - 0.1) << name << ": the program is tight";
    }
}

// What a bound speaks of is part of what is said, not only why other runs count for nothing.
TEST(Guarantee, SaysWhatTheBoundsThatCountSpeakOf) {
    Guarantee guarantee(known(2, 10));
    guarantee.add({3, 0.1, "of bugs that are green"});
    guarantee.add({0, 0, "the moon was full"});
    for (const char* part : {"of bugs that are green", "the moon was full"})
        EXPECT_NE(guarantee.sentence(3).find(part), std::string::npos) << guarantee.sentence(3);
    Guarantee without(known(2, 10));
    without.add({3, 0.1, ""});
    EXPECT_EQ(without.sentence(3).find("green"), std::string::npos);
}

// The same for the two strategies whose theorem has a restriction.
TEST(Guarantee, SaysTheRestrictionsOfRproAndOfASearchWithSpins) {
    simulator::Program spin("spin");
    const auto flag = spin.variable("flag");
    spin.thread("waiter", [&](simulator::Body& t) {
        t.loop_while([&] { return t.read(flag) == 0; }, [&] { t.yield(); });
    });
    spin.thread("worker", [&](simulator::Body& t) { t.write(flag, 1); });
    const simulator::Program windows = simulator::adversary(2, 3, 2);
    const Estimates estimates = known(2, 100);
    for (const auto& [program, text] : {std::pair{&windows, "rpro:d=3,r=10"}, {&spin, "dfs"}}) {
        simulator::Simulator simulator(*program);
        const auto strategy = make_strategy(text);
        Guarantee guarantee(estimates);
        Bound last;
        for (std::uint64_t seed = 1; seed <= 100 && strategy->has_more(); ++seed) {
            last = simulator.run(*strategy, estimates, seed).bound;
            guarantee.add(last);
        }
        ASSERT_NE(last.depth, 0u) << text;
        ASSERT_STRNE(last.caveat, "") << text;
        EXPECT_NE(guarantee.sentence(3).find(last.caveat), std::string::npos) << guarantee.sentence(3);
    }
}

// Plain reads and writes may race; without change points there the theorem says nothing.
TEST(Guarantee, PctWithPointsAtSynchronizationOnlyClaimsNothing) {
    const simulator::Program program = simulator::adversary(2, 2, 3);
    simulator::Simulator simulator(program);
    const Estimates estimates = simulator::calibrate(simulator, *find_strategy("pct"), 50);
    for (const char* points : {"sync", "all"}) {
        const auto pct =
            make_strategy("pct:d=2,phases=off,final-wait=off,yield=0,points=" + std::string(points));
        Guarantee guarantee(estimates);
        for (std::uint64_t seed = 1; seed <= 100; ++seed)
            guarantee.add(simulator.run(*pct, estimates, seed).bound);
        EXPECT_EQ(guarantee.missed(1).has_value(), points == std::string_view("all"))
            << guarantee.sentence(1);
    }
}

}  // namespace
}  // namespace cuzz
