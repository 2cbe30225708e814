#include "cli/chosen_strategy.h"
#include "cli/console.h"
#include "cli/model_runs.h"
#include "cli/results.h"
#include "cli/verbs.h"

#include "scheduler/nearest.h"

#include <vector>

namespace cuzz::cli {

namespace {

Result<const simulator::ModelInfo*> find_model(std::string_view name) {
    if (const auto* model = simulator::find_model(name)) return model;
    std::vector<std::string_view> names;
    for (const auto& model : simulator::all_models()) names.push_back(model.name);
    return Error{"there is no model '" + std::string(name) + "': " + suggest(name, names)};
}

}  // namespace

int run_simulate(const CommandLine& line) {
    const auto model = find_model(line.arguments().front());
    if (!model) return refuse(model.error());
    const auto choice = chosen_strategy(line);
    if (!choice) return refuse(choice.error());
    const auto runs = line.number("runs", 1000, 1, 1'000'000'000);
    if (!runs) return refuse(runs.error());
    const auto seed = line.number("seed", 1, 0, ~std::uint64_t{0} - 1'000'000'000);
    if (!seed) return refuse(seed.error());

    const std::string_view results = line.value("results", "cuzz-results");
    if (const auto error = prepare_results(results)) return refuse(error->message);

    ModelCampaign campaign(**model, *choice);
    print(std::string((*model)->name) + ": " + std::string((*model)->description) + "\n");
    print(styled(Style::dim, "strategy " + choice->text()) + "\n");
    const Estimates& e = campaign.estimates();
    print(styled(Style::dim, "calibrated: n = " + grouped(e.n) + ", k = " + grouped(e.k)) + "\n");

    campaign.run(*seed, *runs, line.has("keep-going"));
    for (const ModelFailure& failure : campaign.failures()) {
        print_failure(failure, campaign.program());
        const auto path = save_schedule(failure.schedule, failure.seed, (*model)->name, failure.id, results);
        if (!path) return refuse(path.error());
        if (line.has("keep-going"))
            print("\n" + grouped(failure.count) + (failure.count == 1 ? " run" : " runs") + " showed it\n");
        print("\n" + own_name() + " replay " + in_quotes(*path) + "\n");
    }
    print("\n" + grouped(campaign.runs()) + (campaign.runs() == 1 ? " run, " : " runs, ") +
          grouped(campaign.failed_runs()) + " failed" +
          (campaign.is_exhausted() ? "; there is no schedule left to try" : "") +
          (is_interrupted() ? "; interrupted" : "") + "\n");
    print(campaign.novelty() + "\n");
    if (campaign.failures().empty() && !campaign.is_exhausted()) {
        const std::uint64_t depth = line.number("depth", 2, 1, 64).value();
        print(campaign.guarantee().sentence(static_cast<std::uint32_t>(depth)) + "\n");
    }
    if (!campaign.failures().empty()) return exit_failure;
    return is_interrupted() ? exit_interrupted : exit_ok;
}

}  // namespace cuzz::cli
