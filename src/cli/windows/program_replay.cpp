#include "cli/program_replay.h"

#include "cli/console.h"
#include "cli/verbs.h"
#include "cli/windows/program_runs.h"

#include <shellapi.h>

namespace cuzz::cli {

namespace {

std::vector<std::wstring> split(const std::string& command_line) {
    int count = 0;
    wchar_t** words = CommandLineToArgvW(wide(command_line).c_str(), &count);
    std::vector<std::wstring> command(words, words + count);
    LocalFree(words);
    return command;
}

}  // namespace

int replay_program(const Schedule& schedule, bool best_effort, bool trace) {
    auto choice = parse_strategy("random-walk");
    ProgramCampaign campaign(split(schedule.program), *choice, 60'000);
    if (!campaign.problem().empty()) return refuse(campaign.problem());
    RunRequest request;
    request.strategy = "random-walk";
    request.schedule = to_text(schedule);
    request.seed = schedule.seed.value_or(0);
    request.is_best_effort = best_effort;
    ChannelView channel(request, 1'000'000);
    const auto [end, errors] = campaign.run_one(channel);
    if (end.end == End::not_started || end.end == End::not_in_control) {
        print(styled(Style::bad, "not in control") + ": " + end.problem + "\n");
        return exit_not_in_control;
    }
    if (trace)
        if (const auto seen = make_schedule(channel.picks()))
            for (const ScheduledPick& pick : seen->picks) print(to_text(*seen, pick) + "\n");
    if (channel.control().message[0] != '\0')
        print(styled(Style::bad, "diverged") + " at " + channel.control().message + "\n");
    if (end.end == End::diverged) return exit_not_in_control;
    for (const std::string& line : describe_threads(channel.control())) print("  " + line + "\n");
    if (!errors.empty()) print("  it wrote: " + errors + "\n");
    if (!is_failure(end)) {
        print(styled(Style::good, "passed") + "\n");
        return exit_ok;
    }
    print(styled(Style::bad, kind_of(end, channel.control())) + "\n");
    return exit_failure;
}

}  // namespace cuzz::cli
