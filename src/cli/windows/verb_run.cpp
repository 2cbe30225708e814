// cuzz [options] app.exe: a campaign on a real program.

#include "cli/chosen_strategy.h"
#include "cli/console.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "cli/windows/program_report.h"
#include "cli/windows/repetition.h"
#include "cli/windows/text.h"

namespace cuzz::cli {

namespace {

std::vector<std::wstring> command_of(const CommandLine& line) {
    std::vector<std::wstring> command;
    for (const std::string& argument : line.arguments()) command.push_back(wide(argument));
    return command;
}

// The same seed again and again.
int run_repeatedly(ProgramCampaign& campaign, const FailureKeeper& keeper, std::uint64_t seed,
                   std::uint64_t times) {
    const RunRequest request = campaign.request(seed);
    int code = exit_ok;
    const Repetition repetition =
        repeat(campaign.slot(), request, campaign.is_pinned(), times, [&](const ProgramEnd& first) {
            if (first.is_failure()) code = keeper.tell(campaign.failure_of(first, campaign.slot(), request));
        });
    if (!repetition.end.was_in_control()) return not_in_control(repetition.end.problem);
    print("\n" + repetition.sentence() + "\n");
    return repetition.difference.empty() ? code : exit_not_in_control;
}

int tell(const ProgramCampaign& campaign, const FailureKeeper& keeper, std::uint32_t depth) {
    for (const ProgramFailure& failure : campaign.failures())
        if (const int code = keeper.tell(failure); code != exit_failure) return code;
    if (!campaign.problem().empty()) return not_in_control(campaign.problem());
    print("\n" + grouped(campaign.runs()) + (campaign.runs() == 1 ? " run, " : " runs, ") +
          grouped(campaign.failed_runs()) + " failed" + (is_interrupted() ? "; interrupted" : "") + "; " +
          campaign.proof() + "\n");
    if (!campaign.failures().empty()) return exit_failure;
    print(campaign.guarantee().sentence(depth) + "\n");
    return is_interrupted() ? exit_interrupted : exit_ok;
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
    const auto jobs = line.number("jobs", 1, 1, 64);
    if (!jobs) return refuse(jobs.error());
    const auto times = line.number("repeat", 0, 1, 1'000'000'000);
    if (!times) return refuse(times.error());
    const std::string name(choice->info->name);
    if (choice->info->is_systematic)
        return refuse("strategy " + name +
                      " needs to know of the runs before, which this version has for models only");
    if (*times != 0 && choice->info->control != Control::serial)
        return refuse("a seed of strategy " + name +
                      " does not repeat a run, as its control is not serial: 'cuzz replay' does");
    const auto target = find_target(command_of(line));
    if (!target) return refuse(target.error());
    const std::string_view results = line.value("results", "cuzz-results");
    if (const auto error = prepare_results(results)) return refuse(error->message);

    const ProgramInput input = ProgramInput::taken_in();
    if (!input.remark().empty()) print(styled(Style::dim, input.remark()) + "\n");
    const FailureKeeper keeper(line.arguments().front(), std::string(results), input.content());
    ProgramCampaign campaign(*target, input, *choice, static_cast<DWORD>(*timeout * 1000),
                             static_cast<std::uint32_t>(*jobs));
    if (!campaign.calibrate(3)) return not_in_control(campaign.problem());
    print(styled(Style::dim, "strategy " + choice->text()) + "\n");
    const Estimates& e = campaign.estimates();
    print(styled(Style::dim, "calibrated: n = " + grouped(e.n) + ", k = " + grouped(e.k)) + "\n");
    if (*times != 0) return run_repeatedly(campaign, keeper, *seed, *times);
    if (campaign.failures().empty() || line.has("keep-going"))
        campaign.run(*seed, *runs, line.has("keep-going"));
    return tell(campaign, keeper, static_cast<std::uint32_t>(line.number("depth", 2, 1, 64).value()));
}

}  // namespace cuzz::cli
