// Packed picks come out as they went in, in half the space.

#include "scheduler/packed_picks.h"
#include "scheduler/recorder.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace cuzz {
namespace {

constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();

std::vector<Pick> every_sort_of_pick() {
    std::vector<Pick> picks;
    for (unsigned op = 0; op < static_cast<unsigned>(OpKind::count); ++op)
        for (const ObjectId object : {0u, 1u, 32767u, 32768u, most})
            for (const SiteId site : {0u, 1u, most})
                for (const ThreadId thread : {0, 1, 1023})
                    for (const std::uint32_t choice : {0u, 1u})
                        picks.push_back(
                            {Pick::Kind::run, static_cast<OpKind>(op), thread, object, site, choice});
    for (const Pick::Kind kind :
         {Pick::Kind::birth, Pick::Kind::waiter, Pick::Kind::timeout, Pick::Kind::value, Pick::Kind::arrival})
        picks.push_back({kind, OpKind::wait, no_thread, most, most, most});
    return picks;
}

TEST(PackedPicks, EveryPickComesOutAsItWentIn) {
    std::vector<std::uint64_t> words;
    const std::vector<Pick> picks = every_sort_of_pick();
    for (const Pick& pick : picks) {
        std::uint64_t two[2];
        words.insert(words.end(), two, two + pack(pick, two));
    }
    EXPECT_EQ(unpack(words), picks);
}

TEST(PackedPicks, ARunOfAnOpTakesOneWord) {
    std::uint64_t words[2];
    EXPECT_EQ(pack({Pick::Kind::run, OpKind::proceed, 1023, 32767, most, 1}, words), 1u);
    EXPECT_EQ(pack({Pick::Kind::run, OpKind::proceed, 1023, 32768, most, 1}, words), 2u);
    EXPECT_EQ(pack({Pick::Kind::birth, OpKind::start, 1, 0, 0, 0}, words), 2u);
}

TEST(PackedPicks, AHalfWrittenLastPickIsLeftOut) {
    std::uint64_t words[2];
    pack({Pick::Kind::birth, OpKind::start, 1, 7, 0, 0}, words);
    EXPECT_TRUE(unpack({words, 1}).empty());
    EXPECT_EQ(unpack(words).size(), 1u);
}

TEST(PackedPicks, TheRecorderNeverWritesPastItsMemory) {
    std::array<std::uint64_t, 5> words{};
    std::atomic<std::uint64_t> size{0};
    Recorder recorder({words.data(), 4}, size);
    for (int i = 0; i < 4; ++i) recorder.add({Pick::Kind::run, OpKind::acquire, 1, 1, 1, 1});
    // The fourth would fit, but there must be room for two words.
    EXPECT_EQ(size.load(), 3u);
    EXPECT_EQ(recorder.lost(), 1u);
    EXPECT_EQ(words[4], 0u);
    recorder.clear();
    EXPECT_EQ(size.load(), 0u);
}

}  // namespace
}  // namespace cuzz
