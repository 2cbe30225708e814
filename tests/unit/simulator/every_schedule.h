// Everything that a model program can do, by running all its schedules.
#pragma once

#include "scheduler/simulator/simulator.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

namespace cuzz::testing {

struct EverySchedule {
    std::uint64_t runs = 0;
    std::set<std::string> ends;  // how runs end: the values of the watched variables, or what went wrong
    bool is_complete = false;
};

// Runs `strategy` until nothing is left, or too much.
inline EverySchedule run_all(const simulator::Program& program, std::string_view strategy,
                             std::initializer_list<simulator::Variable> watched = {},
                             std::uint64_t most = 200'000) {
    simulator::Simulator simulator(program, {.steps = 10'000, .picks = 20'000});
    const auto search = make_strategy(strategy);
    const Estimates unknown;
    EverySchedule seen;
    while (search->has_more() && seen.runs < most) {
        const simulator::RunResult result = simulator.run(*search, unknown, ++seen.runs);
        std::string end;
        if (result.is_failure())
            end = simulator.explain(result);
        else
            for (const simulator::Variable x : watched)
                end += (end.empty() ? "" : " ") + std::to_string(simulator.world().value(x));
        seen.ends.insert(end);
    }
    seen.is_complete = !search->has_more();
    return seen;
}

using Ends = std::set<std::string>;

// How runs of the program can end: the watched variables' values ("1 0") of those that pass, "" if none is watched,
// and the explanation of those that fail.
inline Ends ends(const simulator::Program& program, std::initializer_list<simulator::Variable> watched = {}) {
    const EverySchedule seen = run_all(program, "dfs", watched);
    EXPECT_TRUE(seen.is_complete) << program.name() << " has too many schedules";
    return seen.ends;
}

}  // namespace cuzz::testing
