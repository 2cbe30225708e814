#include "cli/console.h"
#include "cli/model_runs.h"
#include "cli/verbs.h"

#include "scheduler/nearest.h"

#include <algorithm>

namespace cuzz::cli {

namespace {

Result<const simulator::ModelInfo*> find_model(std::string_view name) {
    if (const auto* model = simulator::find_model(name)) return model;
    std::vector<std::string_view> names;
    for (const auto& model : simulator::all_models()) names.push_back(model.name);
    return Error{"there is no model '" + std::string(name) + "': " + suggest(name, names)};
}

// --depth is the strategy's option d, for those that have one.
Result<StrategyChoice> chosen_strategy(const CommandLine& line) {
    std::string text(line.value("strategy", "pct"));
    auto choice = parse_strategy(text);
    if (!choice || !line.has("depth")) return choice;
    const auto depth = line.number("depth", 1, 1, 64);
    if (!depth) return Error{depth.error()};
    const auto& options = choice->info->options;
    if (std::none_of(options.begin(), options.end(), [](const OptionInfo& o) { return o.name == "d"; }))
        return Error{"strategy " + std::string(choice->info->name) + " has no depth: leave --depth out"};
    text += (text.find(':') == std::string::npos ? ":d=" : ",d=") + std::to_string(*depth);
    return parse_strategy(text);
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
        const auto path = save(failure, (*model)->name, results);
        if (!path) return refuse(path.error());
        if (line.has("keep-going")) print("\n" + grouped(failure.count) + " runs showed it\n");
        print("\ncuzz replay " + *path + "\n");
    }
    print("\n" + grouped(campaign.runs()) + (campaign.runs() == 1 ? " run, " : " runs, ") +
          grouped(campaign.failed_runs()) + " failed" +
          (campaign.is_exhausted() ? "; there is no schedule left to try" : "") + "\n");
    if (campaign.failures().empty()) {
        const std::uint64_t depth = line.number("depth", 2, 1, 64).value();
        print(campaign.guarantee().sentence(static_cast<std::uint32_t>(depth)) + "\n");
    }
    return campaign.failures().empty() ? exit_ok : exit_failure;
}

}  // namespace cuzz::cli
