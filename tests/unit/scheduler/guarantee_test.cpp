// What a campaign may claim: the product of its runs' bounds, never more than is true, nothing where theory has
// nothing.

#include "scheduler/guarantee.h"

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

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
    EXPECT_EQ(guarantee.sentence(2),
              "2,500 runs (1,500 of them count for nothing, mostly because the run went past its k), "
              "n = 4, k = 212: a depth-2 bug, if there is one, was missed with probability at most 0.31; "
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

// Campaigns of plain PCT on a program made to be as hard as the theorem allows: the share of campaigns that miss
// the bug must not lie above what each of them states, one-sided at 99.9 %.
TEST(Guarantee, CampaignsMissNoMoreOftenThanStated) {
    constexpr std::uint32_t n = 3, d = 2, runs = 40;
    const simulator::Program program = simulator::adversary(n, d, 2);
    simulator::Simulator simulator(program, {.steps = 1'000, .picks = 2'000});
    const Estimates estimates = simulator::calibrate(simulator, *find_strategy("pct"), 50);
    for (const std::uint32_t used : {d, d + 1}) {  // a deeper search than needed keeps its smaller promise
        const auto pct = make_strategy("pct:phases=off,final-wait=off,yield=0,d=" + std::to_string(used));
        const std::uint64_t campaigns = samples(4'000, 100'000);
        std::uint64_t missed = 0, seed = 0;
        double stated = 0;
        for (std::uint64_t campaign = 0; campaign < campaigns; ++campaign) {
            Guarantee guarantee(estimates);
            bool found = false;
            for (std::uint32_t run = 0; run < runs; ++run) {
                const auto result = simulator.run(*pct, estimates, ++seed);
                guarantee.add(result.bound);
                found |= result.is_failure();
            }
            ASSERT_EQ(guarantee.counted(d), runs) << guarantee.sentence(d);
            stated = *guarantee.missed(d);
            missed += !found;
        }
        const double share = static_cast<double>(missed) / static_cast<double>(campaigns);
        EXPECT_LE(share, stated + one_sided * deviation(stated, campaigns)) << "d = " << used;
        if (used == d) {
            EXPECT_GT(share, stated - 0.1) << "the model is tight, or this test proves little";
        }
    }
}

}  // namespace
}  // namespace cuzz
