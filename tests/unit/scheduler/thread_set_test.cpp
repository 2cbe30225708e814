// The bitmap of threads against std::set.

#include "scheduler/thread_set.h"

#include "scheduler/random.h"
#include "support.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace cuzz {
namespace {

using namespace testing;

std::vector<ThreadId> members(const ThreadSet& set) {
    std::vector<ThreadId> all;
    set.for_each([&](ThreadId t) { all.push_back(t); });
    return all;
}

void expect_same(const ThreadSet& set, const std::set<ThreadId>& model) {
    ASSERT_EQ(members(set), std::vector<ThreadId>(model.begin(), model.end()));
    ASSERT_EQ(set.size(), model.size());
    ASSERT_EQ(set.empty(), model.empty());
    ASSERT_EQ(set.several(), model.size() >= 2);
    ASSERT_EQ(set.first(), model.empty() ? no_thread : *model.begin());
    unsigned index = 0;
    for (const ThreadId t : model) {
        ASSERT_EQ(set.at(index++), t);
        ASSERT_TRUE(set.contains(t));
        const auto above = model.upper_bound(t);
        ASSERT_EQ(set.after(t), above == model.end() ? no_thread : *above);
        ASSERT_EQ(set.after_round(t), above == model.end() ? *model.begin() : *above);
    }
    ASSERT_EQ(set.after_round(no_thread), set.first());
}

TEST(ThreadSet, BehavesLikeASet) {
    Random random(1);
    for (const std::uint32_t range : {5u, 64u, 65u, 200u, static_cast<std::uint32_t>(max_threads)}) {
        ThreadSet set;
        std::set<ThreadId> model;
        for (std::uint64_t i = 0; i < samples(1'000, 20'000); ++i) {
            const auto t = static_cast<ThreadId>(random.below(range));
            const bool member = random.one_in(2);
            set.set(t, member);
            member ? (void)model.insert(t) : (void)model.erase(t);
            ASSERT_EQ(set.contains(t), member);
            ASSERT_NO_FATAL_FAILURE(expect_same(set, model));
        }
        set.clear();
        expect_same(set, {});
    }
}

TEST(ThreadSet, UnitesSubtractsAndIntersects) {
    Random random(2);
    for (std::uint64_t round = 0; round < samples(300, 10'000); ++round) {
        const std::uint32_t ranges[] = {1 + random.below(static_cast<std::uint32_t>(max_threads)),
                                        1 + random.below(100)};
        ThreadSet sets[2];
        std::set<ThreadId> models[2];
        for (int i = 0; i < 2; ++i)
            for (std::uint32_t n = random.below(40); n > 0; --n) {
                const auto t = static_cast<ThreadId>(random.below(ranges[i]));
                sets[i].insert(t);
                models[i].insert(t);
            }
        std::set<ThreadId> both = models[0], without, kept;
        both.insert(models[1].begin(), models[1].end());
        for (const ThreadId t : models[0]) (models[1].contains(t) ? kept : without).insert(t);
        ThreadSet united = sets[0], subtracted = sets[0], intersected = sets[0];
        united.insert(sets[1]);
        subtracted.erase(sets[1]);
        intersected.keep(sets[1]);
        ASSERT_NO_FATAL_FAILURE(expect_same(united, both));
        ASSERT_NO_FATAL_FAILURE(expect_same(subtracted, without));
        ASSERT_NO_FATAL_FAILURE(expect_same(intersected, kept));
    }
}

TEST(ThreadSet, EqualityIsOfMembersNotOfHistory) {
    ThreadSet a, b;
    a.insert(1000);
    a.erase(1000);
    EXPECT_TRUE(a == b);
    a.insert(3);
    EXPECT_FALSE(a == b);
    b.insert(3);
    EXPECT_TRUE(a == b);
}

// Every pattern of a word that matters to the bit tricks behind `at` and `size`: single bits, all bits, runs, noise.
TEST(ThreadSet, FindsTheRightMemberInAnyPattern) {
    Random random(3);
    for (std::uint64_t round = 0; round < samples(3'000, 300'000); ++round) {
        std::uint64_t word =
            random.next() & (random.one_in(2) ? random.next() & random.next() : ~std::uint64_t{0});
        if (round < 64) word = std::uint64_t{1} << round;
        if (round >= 64 && round < 128) word = ~std::uint64_t{0} >> (round - 64);
        const auto base = static_cast<ThreadId>(64 * random.below(max_threads / 64));
        ThreadSet set;
        std::set<ThreadId> model;
        for (ThreadId bit = 0; bit < 64; ++bit) {
            if (((word >> bit) & 1) == 0) continue;
            set.insert(static_cast<ThreadId>(base + bit));
            model.insert(static_cast<ThreadId>(base + bit));
        }
        ASSERT_NO_FATAL_FAILURE(expect_same(set, model)) << word;
    }
}

}  // namespace
}  // namespace cuzz
