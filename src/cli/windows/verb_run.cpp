// cuzz [options] app.exe: a campaign on a real program.

#include "cli/chosen_strategy.h"
#include "cli/console.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "cli/windows/program_runs.h"

namespace cuzz::cli {

namespace {

std::vector<std::wstring> command_of(const CommandLine& line) {
    std::vector<std::wstring> command;
    for (const std::string& argument : line.arguments()) command.push_back(wide(argument));
    return command;
}

std::string program_name(std::string path) {
    const auto slash = path.find_last_of("\\/");
    if (slash != std::string::npos) path.erase(0, slash + 1);
    if (path.ends_with(".exe") || path.ends_with(".EXE")) path.resize(path.size() - 4);
    return path;
}

int not_in_control(const std::string& problem) {
    print(styled(Style::bad, "not in control") + ": " + problem + "\n");
    return exit_not_in_control;
}

void print_failure(const ProgramFailure& failure) {
    print("\n" + styled(Style::bad, failure.kind) + " with seed " + std::to_string(failure.seed) +
          (failure.reason.empty() ? "" : ": " + failure.reason) + "\n");
    for (const std::string& line : failure.report) print("  " + line + "\n");
    if (!failure.output_tail.empty()) print("  it wrote: " + failure.output_tail + "\n");
}

}  // namespace

int run_program_verb(const CommandLine& line) {
    const auto choice = chosen_strategy(line);
    if (!choice) return refuse(choice.error());
    const auto runs = line.number("runs", 100, 1, 1'000'000'000);
    if (!runs) return refuse(runs.error());
    const auto seed = line.number("seed", 1, 0, ~std::uint64_t{0} - 1'000'000'000);
    if (!seed) return refuse(seed.error());
    const auto timeout = line.number("timeout", 60, 1, 86'400);
    if (!timeout) return refuse(timeout.error());
    if (choice->info->control != Control::serial)
        return refuse("strategy " + std::string(choice->info->name) + " needs " +
                      std::string(name_of(choice->info->control)) +
                      " control, which this version has for models only: choose a serial one");
    const std::string_view results = line.value("results", "cuzz-results");
    if (const auto error = prepare_results(results)) return refuse(error->message);

    ProgramCampaign campaign(command_of(line), *choice, static_cast<DWORD>(*timeout * 1000));
    if (!campaign.problem().empty()) return refuse(campaign.problem());
    if (!campaign.calibrate(3)) return not_in_control(campaign.problem());
    print(styled(Style::dim, "strategy " + choice->text()) + "\n");
    const Estimates& e = campaign.estimates();
    print(styled(Style::dim, "calibrated: n = " + grouped(e.n) + ", k = " + grouped(e.k)) + "\n");
    if (campaign.failures().empty() || line.has("keep-going"))
        campaign.run(*seed, *runs, line.has("keep-going"));

    for (const ProgramFailure& failure : campaign.failures()) {
        print_failure(failure);
        const auto path = save_schedule(failure.schedule, failure.seed,
                                        program_name(line.arguments().front()), failure.id, results);
        if (!path) return refuse(path.error());
        print("\n" + own_name() + " replay " + quoted(*path) + "\n");
    }
    if (!campaign.problem().empty()) return not_in_control(campaign.problem());
    print("\n" + grouped(campaign.runs()) + (campaign.runs() == 1 ? " run, " : " runs, ") +
          grouped(campaign.failed_runs()) + " failed; " + campaign.proof() + "\n");
    if (!campaign.failures().empty()) return exit_failure;
    const std::uint64_t depth = line.number("depth", 2, 1, 64).value();
    print(campaign.guarantee().sentence(static_cast<std::uint32_t>(depth)) + "\n");
    return is_interrupted() ? exit_interrupted : exit_ok;
}

}  // namespace cuzz::cli
