#include "cli/demo_on_program.h"

#include "cli/console.h"
#include "cli/paths.h"
#include "cli/verbs.h"
#include "cli/windows/program_report.h"
#include "cli/windows/repetition.h"
#include "cli/windows/text.h"

namespace cuzz::cli {

namespace {

constexpr DWORD limit_milliseconds = 60'000;

// Beside cuzz.exe, or where the build puts it; as short as it can be written from here. Empty if there is none.
std::string find_sample(const char* name) {
    wchar_t own[MAX_PATH + 1] = {};
    GetModuleFileNameW(nullptr, own, MAX_PATH);
    const std::filesystem::path folder = std::filesystem::path(own).parent_path();
    for (const char* place : {".", "samples", "../samples"}) {
        const auto path = (folder / place / name).lexically_normal();
        std::error_code error;
        if (std::filesystem::is_regular_file(path, error)) return text_of(std::filesystem::proximate(path));
    }
    return "";
}

StrategyChoice strategy() { return *parse_strategy("pct:d=2"); }

// Its schedule again, without the strategy and the seed that it came from.
int replay(const ProgramFailure& failure, const Target& target, const std::string& path) {
    constexpr std::uint64_t times = 10;
    print(
        "\n" +
        styled(Style::dim, own_name() + " replay " + in_quotes(path) + " --repeat " + std::to_string(times)) +
        "\n");
    RunSlot slot(target, ProgramInput(), limit_milliseconds);
    RunRequest request;
    request.strategy = "random-walk";
    request.schedule = to_text(failure.schedule);
    const Repetition repetition = repeat(slot, request, true, times, [](const ProgramEnd&) {});
    if (!repetition.end.was_in_control()) return not_in_control(repetition.end.problem);
    print(styled(Style::bad, repetition.end.kind()) + "\n" + repetition.sentence() + "\n");
    return repetition.difference.empty() && repetition.end.kind() == failure.kind ? exit_ok
                                                                                  : exit_not_in_control;
}

int survive(const Target& target, const std::string& sample) {
    print("\nIts fixed twin takes both locks in one order:\n\n" +
          styled(Style::dim, own_name() + " -d 2 " + in_quotes(sample)) + "\n");
    ProgramCampaign campaign(target, ProgramInput(), strategy(), limit_milliseconds, 1);
    if (!campaign.calibrate(3)) return not_in_control(campaign.problem());
    campaign.run(1, 100, false);
    if (!campaign.problem().empty()) return not_in_control(campaign.problem());
    print(grouped(campaign.runs()) + " runs, " + grouped(campaign.failed_runs()) + " failed\n" +
          campaign.guarantee().sentence(2) + "\n");
    return campaign.failures().empty() ? exit_ok : exit_not_in_control;
}

}  // namespace

std::optional<int> demo_on_program(std::string_view results) {
    const std::string sample = find_sample("lock_order.exe"), twin = find_sample("lock_order_fixed.exe");
    if (sample.empty() || twin.empty()) return std::nullopt;
    const auto target = find_target({wide(sample)}), fixed = find_target({wide(twin)});
    if (!target || !fixed) return std::nullopt;

    print(styled(Style::bold, "A Windows program") +
          ": two threads take two locks, in opposite orders. Left alone it works, nearly always.\n\n" +
          styled(Style::dim, own_name() + " -d 2 " + in_quotes(sample)) + "\n");
    ProgramCampaign campaign(*target, ProgramInput(), strategy(), limit_milliseconds, 1);
    if (!campaign.calibrate(3)) return not_in_control(campaign.problem());
    if (campaign.failures().empty()) campaign.run(1, 1'000, false);
    if (!campaign.problem().empty()) return not_in_control(campaign.problem());
    if (is_interrupted()) return exit_interrupted;
    if (campaign.failures().empty()) {
        print("No run failed, which is not what this demo expects.\n");
        return exit_not_in_control;
    }
    const ProgramFailure& failure = campaign.failures().front();
    print_failure(failure);
    const auto path = FailureKeeper(sample, std::string(results), "").keep(failure);
    if (!path) return refuse(path.error());
    print("\nFound in run " + grouped(campaign.runs()) +
          ". The schedule is kept, and repeats it, every time, without seed or strategy:\n");
    if (const int code = replay(failure, *target, *path); code != exit_ok) return code;
    return survive(*fixed, twin);
}

}  // namespace cuzz::cli
