// Bad schedules: each gets the number of its line and a sentence that says what is allowed, never a crash.

#include "random_schedule.h"
#include "scheduler/schedule.h"
#include "support.h"

#include <gtest/gtest.h>

#include <string>

namespace cuzz {
namespace {

using namespace testing;

struct BadText {
    std::string what, text, line, sentence;
};

std::string whole(const std::string& body) { return "cuzz-schedule 1\n" + body + "end\n"; }
std::string born(const std::string& body) { return whole("1 born\n" + body); }

std::vector<BadText> bad_texts() {
    const std::string give_id = " and a whole number from 1 to 4294967295";
    return {
        {"empty file", "", "", "the schedule is empty: its first line must be 'cuzz-schedule 1'"},
        {"other file", "hello\nend\n", "line 1", "its first line must be 'cuzz-schedule 1'"},
        {"newer version", "cuzz-schedule 2\nend\n", "line 1",
         "version '2' of the format is not known here: only version 1 is"},
        {"no version", "cuzz-schedule \nend\n", "line 1", "first line must be"},
        {"version is no number", "cuzz-schedule one\nend\n", "line 1", "only version 1 is"},
        {"blank first line", "\ncuzz-schedule 1\nend\n", "line 1", "first line must be"},
        {"unknown keyword", whole("sed 4\n"), "line 2", "did you mean seed?"},
        {"keyword twice", whole("seed 1\nseed 1\n"), "line 3", "'seed' is given twice"},
        {"program twice", whole("program a\nprogram b\n"), "line 3", "'program' is given twice"},
        {"program without value", whole("program\n"), "line 2", "'program' needs a value"},
        {"empty program in quotes", whole("program \"\"\n"), "line 2", "'program' needs a value"},
        {"keyword after a pick", born("seed 1\n"), "line 3", "'seed' belongs before the first pick"},
        {"program after a pick", born("program x\n"), "line 3", "'program' belongs before the first pick"},
        {"table after a pick", born("object #1 \"x\"\n"), "line 3", "'object' belongs before the first pick"},
        {"negative seed", whole("seed -1\n"), "line 2", "seed '-1' is not a whole number from 0"},
        {"huge seed", whole("seed 18446744073709551616\n"), "line 2",
         "is not a whole number from 0 to 2^64 - 1"},
        {"no seed", whole("seed\n"), "line 2", "is not a whole number"},
        {"bad lost", whole("lost many\n"), "line 2", "lost 'many' is not a whole number"},
        {"more after a seed", whole("seed 1 2\n"), "line 2",
         "nothing more was expected here, but there is '2'"},
        {"object without number", whole("object \"x\"\n"), "line 2", "give #number and a name in quotes"},
        {"object without name", whole("object #1\n"), "line 2", "give #number and a name in quotes"},
        {"site with the wrong mark", whole("site #1 \"x\"\n"), "line 2", "give @number and a name in quotes"},
        {"object 0", whole("object #0 \"x\"\n"), "line 2", "give #" + give_id},
        {"object named twice", whole("object #1 \"x\"\nobject #1 \"x\"\n"), "line 3", "#1 is named twice"},
        {"object renamed", whole("object #1 \"x\"\n1 born\n1 read #1 \"y\"\n"), "line 4",
         "#1 has another name above: 'x'"},
        {"open quote", whole("object #1 \"x\n"), "line 2", "no closing quote"},
        {"open quote after a backslash", whole("object #1 \"x\\\"\n"), "line 2", "no closing quote"},
        {"bad escape", whole("object #1 \"\\n\"\n"), "line 2", "a backslash stands only before"},
        {"short escape", whole("object #1 \"\\x1\"\n"), "line 2", "a backslash stands only before"},
        {"long name", whole("object #1 \"" + std::string(1'001, 'x') + "\"\n"), "line 2",
         "more than 1000 bytes"},
        {"unknown thread", born("7 yield\n"), "line 3", "thread 7 is not born yet"},
        {"thread before its birth", born("1.1 yield\n1.1 born\n"), "line 3",
         "the line '1.1 born' must come first"},
        {"born twice", born("1 born\n"), "line 3", "thread 1 is born twice"},
        {"born before the parent", born("1.1.1 born\n"), "line 3",
         "thread 1.1.1 is born before its parent 1.1"},
        {"rank 0", born("1.0 born\n"), "line 3", "'1.0' is not a thread: a name is ranks from 1 upwards"},
        {"empty rank", born("1..1 born\n"), "line 3", "is not a thread"},
        {"dot at the end", born("1. born\n"), "line 3", "is not a thread"},
        {"letters in a name", born("1a born\n"), "line 3", "is not a thread"},
        {"short hash", born("1~12 born\n"), "line 3", "is not a thread"},
        {"long thread name", born("1." + std::string(60, '1') + " born\n"), "line 3", "is not a thread"},
        {"more after born", born("1.1 born twice\n"), "line 3", "nothing more was expected"},
        {"nobody is born", whole("- born\n"), "line 2", "'-' stands only before 'choose'"},
        {"nobody runs", born("- yield\n"), "line 3", "'-' stands only before 'choose'"},
        {"only a thread", born("1\n"), "line 3", "the line ends after the thread"},
        {"only a thread and a comment", born("1 # acquire #3\n"), "line 3", "the line ends after the thread"},
        {"unknown op", born("1 aquire #3\n"), "line 3", "there is no op 'aquire': did you mean acquire?"},
        {"op in quotes", born("1 \"read\" #3\n"), "line 3", "there is no op"},
        {"negative object", born("1 read #-3\n"), "line 3", "'#-3' is not an object"},
        {"huge object", born("1 read #4294967296\n"), "line 3", "give #" + give_id},
        {"object without a mark", born("1 read 3\n"), "line 3", "come #object, @site and xrepetitions"},
        {"comment without a blank", born("1 read #3 #hm\n"), "line 3", "'#hm' was not expected"},
        {"comment instead of an object", born("1 read #hm\n"), "line 3", "a comment needs a blank after '#'"},
        {"bad site", born("1 read #3 @x\n"), "line 3", "'@x' is not a site: give @" + give_id},
        {"site before the object", born("1 read @3 #3\n"), "line 3", "in this order"},
        {"two objects", born("1 read #3 #4\n"), "line 3", "'#4' was not expected"},
        {"repeated no times", born("1 read #3 x0\n"), "line 3",
         "give x and a whole number from 1 to 1000000"},
        {"repeated too often", born("1 read #3 x1000001\n"), "line 3",
         "give x and a whole number from 1 to 1000000"},
        {"more after the repetition", born("1 read #3 x2 x2\n"), "line 3", "'x2' was not expected"},
        {"name without object", born("1 read \"x\"\n"), "line 3", "was not expected"},
        {"wake with a site", born("1 wake #3 @4\n"), "line 3", "'@4' was not expected"},
        {"timeout of what", born("1 timeout #3\n"), "line 3", "nothing more was expected"},
        {"arrive from where", born("1 arrive 3\n"), "line 3", "nothing more was expected"},
        {"choose nothing", born("1 choose\n"), "line 3", "after 'choose' comes 'v of n'"},
        {"choose without of", born("1 choose 1 5\n"), "line 3", "after 'choose' comes 'v of n'"},
        {"choose too much", born("1 choose 5 of 5\n"), "line 3", "v less than n"},
        {"choose out of none", born("1 choose 0 of 0\n"), "line 3", "v less than n"},
        {"choose a negative", born("1 choose -1 of 5\n"), "line 3", "v of n"},
        {"choose out of too many", born("1 choose 1 of 4294967296\n"), "line 3", "at most 4294967295"},
        {"more after choose", born("1 choose 1 of 5 6\n"), "line 3", "nothing more was expected"},
        {"NUL byte", born(std::string("1 re\0d\n", 7)), "line 3", "byte 0 is not text"},
        {"NUL bytes only", std::string(100, '\0'), "line 1", "byte 0 is not text"},
        {"control byte", born("1 read\x1b\n"), "line 3", "byte 27 is not text"},
        {"Mac line ends", "cuzz-schedule 1\r1 born\rend\r", "line 1", "byte 13 is not text"},
        {"long line", born("1 read #3 # " + std::string(10'000, 'x') + "\n"), "line 3",
         "longer than 10000 bytes"},
        {"cut off", "cuzz-schedule 1\n1 born\n1 re", "line 3", "there is no op 're'"},
        {"cut off between lines", "cuzz-schedule 1\n1 born\n", "line 2", "stops here without 'end'"},
        {"more after the end", whole("") + "1 born\n", "line 3", "nothing may follow 'end'"},
        {"end of what", whole("end 3\n"), "line 2", "nothing more was expected"},
    };
}

TEST(ScheduleErrors, EveryBadTextIsRefusedWithItsLineAndWhatIsAllowed) {
    const auto texts = bad_texts();
    EXPECT_GE(texts.size(), 70u);
    for (const BadText& bad : texts) {
        const auto schedule = parse_schedule(bad.text);
        ASSERT_FALSE(schedule) << bad.what;
        EXPECT_EQ(schedule.error().rfind(bad.line.empty() ? bad.sentence : bad.line + ": ", 0), 0u)
            << bad.what << ": " << schedule.error();
        EXPECT_NE(schedule.error().find(bad.sentence), std::string::npos)
            << bad.what << ": " << schedule.error();
        EXPECT_LT(schedule.error().size(), 400u) << bad.what;
    }
}

TEST(ScheduleErrors, TooManyPicksAreRefusedBeforeMemoryRunsOut) {
    std::string text = "cuzz-schedule 1\n1 born\n";
    for (int i = 0; i < 5'000; ++i) text += "1 read x1000000\n";
    const auto schedule = parse_schedule(text + "end\n");
    ASSERT_FALSE(schedule);
    EXPECT_EQ(schedule.error(), "line 12: more than 10000000 picks, the most that a schedule may have");
}

std::string mutated(std::string text, Random& random) {
    for (std::uint32_t edits = 1 + random.below(4); edits > 0 && !text.empty(); --edits) {
        const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
        const std::size_t length = random.below(12);
        switch (random.below(6)) {
            case 0: text[at] = static_cast<char>(random.below(256)); break;
            case 1: text.erase(at, length); break;
            case 2:
                text.insert(at, text.substr(random.below(static_cast<std::uint32_t>(text.size())), length));
                break;
            case 3: text.resize(at); break;
            case 4: text[at] = "0123456789#@x\"\\-. \n"[random.below(19)]; break;
            default: {  // two lines change places, as a person would have it
                const auto a = text.find('\n', at), b = a == std::string::npos ? a : text.find('\n', a + 1);
                const auto c = b == std::string::npos ? b : text.find('\n', b + 1);
                if (c != std::string::npos)
                    text = text.substr(0, a + 1) + text.substr(b + 1, c - b) + text.substr(a + 1, b - a) +
                           text.substr(c + 1);
            }
        }
    }
    return text;
}

TEST(ScheduleErrors, MutatedTextsNeverCrashAndRoundTripWhenAccepted) {
    Random random(7);
    std::uint64_t accepted = 0, refused = 0;
    for (std::uint64_t round = 0; round < samples(20'000, 1'000'000); ++round) {
        const std::string text = mutated(to_text(random_schedule(random)), random);
        const auto schedule = parse_schedule(text);
        ++(schedule ? accepted : refused);
        if (!schedule) continue;
        const auto again = parse_schedule(to_text(*schedule));
        ASSERT_TRUE(again) << again.error() << "\n" << text;
        ASSERT_EQ(*again, *schedule) << text;
    }
    EXPECT_GT(accepted, refused / 50);
    EXPECT_GT(refused, accepted / 50);
}

}  // namespace
}  // namespace cuzz
