// Estimates: exact there and back, and bad text gets a sentence.

#include "scheduler/estimates.h"

#include "scheduler/random.h"
#include "support.h"

#include <gtest/gtest.h>

#include <map>

namespace cuzz {
namespace {

using namespace testing;

TEST(Estimates, ReadAsDocumented) {
    const std::string text = "n=4,steps=300,k=212,sync=90,phase=75;1=34:1*3+2*8;1.1=89";
    const auto estimates = parse_estimates(text);
    ASSERT_TRUE(estimates) << estimates.error();
    EXPECT_EQ(estimates->n, 4u);
    EXPECT_EQ(estimates->steps, 300u);
    EXPECT_EQ(estimates->k, 212u);
    EXPECT_EQ(estimates->k_phase, 75u);
    ASSERT_NE(estimates->find("1"), nullptr);
    EXPECT_EQ(estimates->find("1")->accesses, (std::vector<ObjectAccesses>{{1, 3}, {2, 8}}));
    EXPECT_EQ(estimates->find("1.1")->length, 89u);
    EXPECT_EQ(estimates->find("1.2"), nullptr);
    EXPECT_EQ(estimates->find(""), nullptr);
    EXPECT_EQ(to_text(*estimates), text);
}

TEST(Estimates, RandomOnesComeBackExactly) {
    Random random(2);
    for (std::uint64_t round = 0; round < samples(2'000, 50'000); ++round) {
        Estimates estimates;
        estimates.n = 1 + random.below(0xFFFFFFFFu);
        estimates.steps = 1 + random.below64(Estimates::most);
        estimates.k = 1 + random.below64(Estimates::most);
        estimates.k_sync = 1 + random.below64(Estimates::most);
        estimates.k_phase = 1 + random.below64(Estimates::most);
        std::map<std::string, ThreadEstimate> threads;
        for (std::uint32_t i = random.below(6); i > 0; --i) {
            ThreadEstimate thread{
                "1." + std::to_string(random.below(20)), random.below64(Estimates::most), {}};
            ObjectId object = 0;
            for (std::uint32_t j = random.below(5); j > 0; --j)
                thread.accesses.push_back({object += 1 + random.below(9), random.below64(Estimates::most)});
            threads[thread.name] = thread;
        }
        for (const auto& [name, thread] : threads) estimates.threads.push_back(thread);
        const auto back = parse_estimates(to_text(estimates));
        ASSERT_TRUE(back) << back.error();
        ASSERT_EQ(*back, estimates);
    }
}

TEST(Estimates, BadTextSaysWhatIsAllowed) {
    const struct {
        const char *text, *part;
    } cases[] = {
        {"x", "'x' is not known: give n, steps, k, sync and phase, each as name=number"},
        {"n", "'n' is not a whole number from 1 to 281474976710656"},
        {"n=", "is not a whole number from 1 to 281474976710656"},
        {"n=0", "'n=0' is not a whole number from 1 to 281474976710656"},
        {"n=-1", "'n=-1' is not a whole number from 1 to 281474976710656"},
        {"k=18446744073709551616", "is not a whole number"},
        {"n=4294967296", "fits in 32 bits"},
        {"n=2,n=3", "'n=3' is not given once"},
        {"n=2;1", "give name=length"},
        {"n=2;=3", "give name=length"},
        {"n=2;1=", "give name=length"},
        {"n=2;1=-4", "give name=length"},
        {"k=281474976710657", "is not a whole number from 1 to 281474976710656"},
        {"n=2;1=281474976710657", "give name=length"},
        {"n=2;1=4:1*281474976710657", "give its accesses as object*count"},
        {"n=2;1=4:x", "give its accesses as object*count"},
        {"n=2;1=4:1*", "give its accesses as object*count"},
        {"n=2;1=4:4294967296*1", "give its accesses as object*count"},
        {"n=2;1=4:2*1+1*1", "in ascending order"},
        {"n=2;1=4:2*1+2*1", "list each object once"},
        {"n=2;1.1=4;1=4", "in ascending order of its name"},
        {"n=2;1=4;1=4", "list each thread once"},
        {"n=2;;1=4", "give name=length"},
    };
    for (const auto& c : cases) {
        const auto estimates = parse_estimates(c.text);
        ASSERT_FALSE(estimates) << c.text;
        EXPECT_NE(estimates.error().find(c.part), std::string::npos) << estimates.error();
        EXPECT_EQ(estimates.error().find("estimates: "), 0u);
    }
}

TEST(Estimates, MutatedTextsNeverCrashAndRoundTripWhenAccepted) {
    Random random(6);
    const std::string good = "n=4,steps=300,k=212,sync=90,phase=75;1=34:1*3+2*8;1.1=89;1.2=5:7*1";
    for (std::uint64_t round = 0; round < samples(20'000, 500'000); ++round) {
        std::string text = good;
        for (std::uint32_t edits = 1 + random.below(3); edits > 0; --edits) {
            const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
            if (random.one_in(3))
                text.erase(at, 1 + random.below(4));
            else
                text[at] = random.one_in(4) ? static_cast<char>(random.below(256))
                                            : "0123456789=,;:*+."[random.below(17)];
            if (text.empty()) break;
        }
        const auto estimates = parse_estimates(text);
        if (!estimates) continue;
        const auto again = parse_estimates(to_text(*estimates));
        ASSERT_TRUE(again) << text << ": " << again.error();
        ASSERT_EQ(*again, *estimates) << text;
    }
}

}  // namespace
}  // namespace cuzz
