// The model programs are what the catalog says: each bug can happen and is the one that is meant, and what is said
// to have none has none, as far as all schedules, or all with few preemptions or delays, can tell.

#include "every_schedule.h"
#include "scheduler/simulator/models/models.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string_view>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

struct Bug {
    std::string_view message;                   // part of what goes wrong
    std::string_view strategy = "ipb:bound=2";  // that shows it, in a few runs
};

const std::map<std::string_view, Bug> bugs = {
    {"bank-transfer", {"money was lost or made"}},
    {"bounded-buffer", {"waits to wait changed", "idb:bound=2"}},
    {"dining-philosophers", {"waits to acquire fork-1, held by philosopher-1"}},
    {"work-stealing-queue", {"an item was taken twice"}},
    {"reorder_3", {"a without b"}},
    {"reorder_10", {"a without b", "surw"}},
    {"reorder_100", {"a without b", "surw"}},
    {"twostage_2", {"the second stage is behind the first"}},
    {"twostage_100", {"the second stage is behind the first", "surw"}},
    {"pos-running-example", {"A4 came after B6", "dfs"}},
    {"pct-ordering", {"t is used before it is made"}},
    {"pct-atomicity", {"x is cleared between the test and the use"}},
    {"pct-deadlock", {"ab waits to acquire b, held by ba; ba waits to acquire a, held by ab"}},
    {"pct-pbzip2", {"the mutex is unlocked after it is freed"}},
    {"pct-event-ordering", {"t is used before it is made"}},
    {"pct-init-flag", {"init says yes before t is made"}},
    {"pct-two-bugs", {"thread 1 was over before thread 2 began"}},
    {"blog-open-file", {"the file is read before it is open"}},
    {"adversary", {"every window was open"}},
    {"deadlock-ring", {"1 waits to acquire lock-2, held by 2; 2 waits to acquire lock-3, held by 3"}},
};

TEST(Models, EveryBugOfTheCatalogCanHappenAndIsTheOneThatIsMeant) {
    for (const ModelInfo& model : all_models()) {
        if (model.depth == 0) continue;
        SCOPED_TRACE(model.name);
        const auto bug = bugs.find(model.name);
        ASSERT_NE(bug, bugs.end()) << "say here how it fails";
        const Program program = model.make();
        Simulator simulator(program);
        const auto choice = parse_strategy(bug->second.strategy);
        const Estimates estimates = calibrate(simulator, *choice->info);
        const auto strategy = choice->make();
        RunResult result;
        for (std::uint64_t seed = 1; seed <= 20'000 && strategy->has_more() && !result.is_failure(); ++seed)
            result = simulator.run(*strategy, estimates, seed);
        ASSERT_TRUE(result.is_failure());
        EXPECT_NE(simulator.explain(result).find(bug->second.message), std::string::npos)
            << simulator.explain(result);
    }
}

// The search that each model without a bug is small enough for; `ipb:bound=2` where nothing is said.
const std::map<std::string_view, std::string_view> searches = {
    {"bank-transfer-fixed", "dfs"},
    {"dining-philosophers-fixed", "dfs"},
    {"bounded-buffer-fixed", "idb:bound=3"},
    {"spin-wait-hard", "idb:bound=1"},
};

TEST(Models, WhatHasNoBugPassesUnderEveryScheduleThatIsSearched) {
    for (const ModelInfo& model : all_models()) {
        if (model.depth != 0) continue;
        const auto search = searches.find(model.name);
        const EverySchedule seen =
            run_all(model.make(), search != searches.end() ? search->second : "ipb:bound=2", {}, 1'000'000);
        EXPECT_TRUE(seen.is_complete) << model.name;
        EXPECT_GT(seen.runs, 100u) << model.name;
        EXPECT_EQ(seen.ends, Ends{""}) << model.name;
    }
}

// The same search finds the bug of the twin that is not fixed.
TEST(Models, TheSearchOfAFixedTwinFindsTheBugOfTheOther) {
    for (const auto& [fixed, strategy] : searches) {
        const std::string_view twin = fixed.substr(0, fixed.find("-fixed"));
        if (twin == fixed) continue;
        ASSERT_NE(find_model(twin), nullptr) << twin;
        EXPECT_GT(run_all(find_model(twin)->make(), strategy, {}, 1'000'000).ends.size(), 1u) << twin;
    }
    EXPECT_GT(run_all(work_stealing_queue(2, 1), "ipb:bound=2").ends.size(), 1u);
}

// Depth 1: one of the two orders of the threads shows it, without a preemption.
TEST(Models, DepthOneNeedsNoChangePoint) {
    for (const ModelInfo& model : all_models()) {
        if (model.depth != 1) continue;
        const Program program = model.make();
        Simulator simulator(program);
        const auto pct = make_strategy("pct:d=1,phases=off,final-wait=off,yield=0");
        EXPECT_GT(failure_rate(simulator, *pct, Estimates{}, 100), 0.2) << model.name;
    }
}

TEST(Models, NamesAreTheProgramsOwnAndAreFound) {
    std::set<std::string_view> names;
    for (const ModelInfo& model : all_models()) {
        EXPECT_TRUE(names.insert(model.name).second) << model.name << " is listed twice";
        EXPECT_EQ(find_model(model.name), &model);
        EXPECT_TRUE(model.make().name().starts_with(model.name)) << model.make().name();
        EXPECT_FALSE(model.description.empty()) << model.name;
    }
    EXPECT_EQ(find_model("no such model"), nullptr);
}

}  // namespace
}  // namespace cuzz
