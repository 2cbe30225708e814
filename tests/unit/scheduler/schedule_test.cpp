// A schedule's text: exact there and back, whatever the schedule.

#include "scheduler/schedule.h"

#include "random_schedule.h"
#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

namespace cuzz {
namespace {

using namespace testing;

TEST(Schedule, ReadsLikeTheRunThatItIs) {
    const Pick picks[] = {
        {Pick::Kind::birth, OpKind::start, 0, 0, 0, no_thread},
        {Pick::Kind::value, OpKind::start, no_thread, 3, 0, 1},
        {Pick::Kind::run, OpKind::create, 0, 2, 1, 0},
        {Pick::Kind::birth, OpKind::start, 1, 0, 0, 0},
        {Pick::Kind::run, OpKind::acquire, 1, 3, 7, 0},
        {Pick::Kind::run, OpKind::read, 1, 5, 8, 0},
        {Pick::Kind::run, OpKind::read, 1, 5, 8, 0},
        {Pick::Kind::run, OpKind::wake_one, 1, 4, 9, 0},
        {Pick::Kind::waiter, OpKind::wait, 0, 4, 0, 0},
        {Pick::Kind::timeout, OpKind::wait, 0, 0, 0, 0},
        {Pick::Kind::arrival, OpKind::start, 1, 0, 0, 0},
        {Pick::Kind::value, OpKind::start, 1, 5, 0, 2},
    };
    Schedule schedule = *make_schedule(picks);
    schedule.program = "C:\\test\\app.exe";
    schedule.seed = 42;
    schedule.objects[3] = "fork-1";
    const std::string text = to_text(schedule);
    EXPECT_EQ(text,
              "cuzz-schedule 1\n"
              "# One pick a line: thread, op, object, site. x9 repeats a line. docs/schedules.md has more.\n"
              "program   C:\\test\\app.exe\n"
              "seed      42\n"
              "object    #3 \"fork-1\"\n"
              "\n"
              "1        born\n"
              "-        choose  1 of 3\n"
              "1        create  #2  @1\n"
              "1.1      born\n"
              "1.1      acquire  #3 \"fork-1\"  @7\n"
              "1.1      read  #5  @8  x2\n"
              "1.1      wake-one  #4  @9\n"
              "1        wake  #4\n"
              "1        timeout\n"
              "1.1      arrive\n"
              "1.1      choose  2 of 5\n"
              "end\n");
    EXPECT_EQ(*parse_schedule(text), schedule);
}

TEST(Schedule, NamesThreadsRightWhenSlotsAreReused) {
    const auto birth = [](ThreadId slot, std::uint32_t parent) {
        return Pick{Pick::Kind::birth, OpKind::start, slot, 0, 0, parent};
    };
    const auto run = [](ThreadId slot) { return Pick{Pick::Kind::run, OpKind::start, slot, 0, 0, 0}; };
    const Pick picks[] = {birth(0, no_thread), birth(1, 0),         run(1), birth(1, 0), run(1),
                          birth(2, 1),         birth(3, no_thread), run(2)};
    const Schedule schedule = *make_schedule(picks);
    EXPECT_EQ(schedule.threads, (std::vector<std::string>{"1", "1.1", "1.2", "1.2.1", "2"}));
    EXPECT_EQ(schedule.threads[schedule.picks[2].thread], "1.1");
    EXPECT_EQ(schedule.threads[schedule.picks[4].thread], "1.2");
    EXPECT_EQ(schedule.threads[schedule.picks[7].thread], "1.2.1");
}

TEST(Schedule, ADamagedRecordingIsAnErrorNotACrash) {
    Random random(5);
    std::uint64_t refused = 0;
    for (std::uint64_t round = 0; round < samples(2'000, 20'000); ++round) {
        std::vector<Pick> picks(1 + random.below(20));
        for (Pick& pick : picks)
            pick = {static_cast<Pick::Kind>(random.below(8)),
                    static_cast<OpKind>(random.below(20)),
                    random.one_in(3) ? static_cast<ThreadId>(random.next()) : ThreadId{0},
                    random.below(4),
                    random.below(4),
                    random.one_in(2) ? std::uint32_t{no_thread} : random.below(3)};
        const auto schedule = make_schedule(picks);
        if (schedule)
            ASSERT_EQ(*parse_schedule(to_text(*schedule)), *schedule);
        else
            ++refused;
    }
    EXPECT_GT(refused, 0u);
}

TEST(Schedule, RandomSchedulesComeBackExactly) {
    Random random(1);
    for (std::uint64_t round = 0; round < samples(3'000, 100'000); ++round) {
        const Schedule schedule = random_schedule(random);
        const std::string text = to_text(schedule);
        const auto back = parse_schedule(text);
        ASSERT_TRUE(back) << back.error() << "\n" << text;
        ASSERT_EQ(*back, schedule) << text;
    }
}

TEST(Schedule, EveryModelsRunsComeBackExactly) {
    for (const auto& model : simulator::all_models()) {
        const auto program = model.make();
        simulator::Simulator simulator(program, {.steps = 5'000, .picks = 10'000});
        const auto strategy = make_strategy("random-walk");
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            simulator.run(*strategy, Estimates{}, seed);
            Schedule schedule = *make_schedule(simulator.engine().recorder());
            for (ObjectId id = 1; id <= program.object_count(); ++id)
                schedule.objects[id] = program.object(id).name;
            const auto back = parse_schedule(to_text(schedule));
            ASSERT_TRUE(back) << model.name << ": " << back.error();
            ASSERT_EQ(*back, schedule) << model.name;
        }
    }
}

TEST(Schedule, TakesWindowsLineEndsByteOrderMarksTabsAndComments) {
    const auto schedule =
        parse_schedule("\xEF\xBB\xBF"
                       "cuzz-schedule 1\r\n\r\n#no blank needed here\r\n\t1\tborn # main\r\n"
                       "1 read #3 \"x\" @4 \"a.cpp:7\" x3   # three reads\r\n  end  ");
    ASSERT_TRUE(schedule) << schedule.error();
    EXPECT_EQ(schedule->picks.size(), 4u);
    EXPECT_EQ(schedule->objects.at(3), "x");
    EXPECT_EQ(schedule->sites.at(4), "a.cpp:7");
}

// A stretch of a million spins is one line, and marks say where one is.
TEST(Schedule, LongStretchesStayShort) {
    Schedule schedule;
    schedule.threads = {"1"};
    schedule.picks.push_back({.kind = Pick::Kind::birth, .thread = 0});
    schedule.picks.insert(schedule.picks.end(), 1'000'500,
                          {.op = OpKind::read, .thread = 0, .object = 1, .site = 2});
    for (std::uint32_t i = 0; i < 250; ++i)
        schedule.picks.push_back({.op = OpKind::write, .thread = 0, .object = 1 + i});
    const std::string text = to_text(schedule);
    EXPECT_LT(text.size(), 10'000u);
    EXPECT_NE(text.find("read  #1  @2  x1000000\n"), std::string::npos);
    EXPECT_NE(text.find("# step 1000501\n"), std::string::npos) << text;
    EXPECT_EQ(*parse_schedule(text), schedule);
}

}  // namespace
}  // namespace cuzz
