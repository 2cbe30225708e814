// The first five minutes: a bug in a real program where one can be run, found, repeated and gone; then one in a model,
// with the schedule that shows it, and what each strategy makes of it.

#include "cli/console.h"
#include "cli/demo_on_program.h"
#include "cli/model_runs.h"
#include "cli/results.h"
#include "cli/verbs.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace cuzz::cli {

using namespace simulator;

namespace {

// Failures in so many runs of each strategy, side by side.
void compare(const ModelInfo& model, std::uint64_t runs) {
    print("How often each strategy shows it, in " + grouped(runs) + " runs:\n\n");
    constexpr const char* texts[] = {"none",    "random-sleep", "random-walk", "stride",
                                     "pct:d=2", "pos",          "surw"};
    std::uint64_t shown[std::size(texts)] = {};
    for (std::size_t i = 0; i < std::size(texts); ++i) {
        ModelCampaign campaign(model, *parse_strategy(texts[i]));
        campaign.run(1, runs, true);
        shown[i] = campaign.failed_runs();
    }
    const std::uint64_t most =
        std::max<std::uint64_t>(1, *std::max_element(std::begin(shown), std::end(shown)));
    for (std::size_t i = 0; i < std::size(texts); ++i) {
        char row[80];
        std::snprintf(row, sizeof row, "  %-14s %6s  ", texts[i], grouped(shown[i]).c_str());
        print(row + styled(Style::good, std::string(static_cast<std::size_t>(50 * shown[i] / most), '#')) +
              "\n");
    }
}

int demo_on_model(std::string_view results) {
    const ModelInfo& model = *find_model("work-stealing-queue");
    print(styled(Style::bold, "A work-stealing queue") +
          ", as a model: its owner pushes and pops at the tail, a thief takes from the head.\n"
          "One pop looks at the head before it has shortened the queue. Does anybody notice?\n\n");

    ModelCampaign campaign(model, *parse_strategy("pct:d=2"));
    print(styled(Style::dim, own_name() + " simulate work-stealing-queue -d 2") + "\n");
    campaign.run(1, 10'000, false);
    if (campaign.failures().empty()) {
        print("No run failed, which is not what this demo expects.\n");
        return exit_not_in_control;
    }
    const ModelFailure& failure = campaign.failures().front();
    print_failure(failure, campaign.program());
    const auto path = save_schedule(failure.schedule, failure.seed, model.name, failure.id, results);
    if (!path) return refuse(path.error());
    print("\nFound in run " + grouped(campaign.runs()) + ". This draws it again:\n\n  " +
          styled(Style::bold, own_name() + " replay " + in_quotes(*path) + " --trace") + "\n\n");
    compare(model, 2'000);
    return exit_ok;
}

}  // namespace

int run_demo(const CommandLine& line) {
    const std::string_view results = line.value("results", "cuzz-results");
    if (const auto error = prepare_results(results)) return refuse(error->message);
    if (const auto code = demo_on_program(results)) {
        if (*code != exit_ok) return *code;
        print("\n");
    }
    if (const int code = demo_on_model(results); code != exit_ok) return code;
    print("\n'" + own_name() + " PROGRAM.EXE' is for your own program, '" + own_name() +
          " models' has more models, '" + own_name() + " strategies' the strategies.\n");
    return exit_ok;
}

}  // namespace cuzz::cli
