#include "cli/program_replay.h"

#include "cli/console.h"
#include "cli/verbs.h"
#include "cli/windows/program_failure.h"
#include "cli/windows/repetition.h"
#include "cli/windows/text.h"

#include <cstdio>

namespace cuzz::cli {

namespace {

// What the program wrote, to where it would have gone without us.
void pass_on(const ScratchFile& written, std::FILE* to) {
    constexpr std::uint64_t most = 64u << 20;
    const std::string text = written.head(most);
    std::fwrite(text.data(), 1, text.size(), to);
    std::fflush(to);
}

void print_trace(const RunSlot& slot) {
    if (const auto seen = make_schedule(slot.picks()))
        for (const ScheduledPick& pick : seen->picks) print(to_text(*seen, pick) + "\n");
}

int tell(const ProgramEnd& end, const RunSlot& slot, bool has_trace) {
    pass_on(slot.output(), stdout);
    pass_on(slot.errors(), stderr);
    if (has_trace) print_trace(slot);
    const channel::Control& control = slot.control();
    if (control.message[0] != '\0') print(styled(Style::bad, "diverged") + " at " + control.message + "\n");
    if (end.end == End::diverged) return exit_not_in_control;
    if (!end.is_failure()) {
        print(styled(Style::good, "passed") + "\n");
        return exit_ok;
    }
    const ProgramFailure failure = make_failure(end, slot);
    print(styled(Style::bad, failure.kind) + (failure.reason.empty() ? "" : ": " + failure.reason) + "\n");
    for (const std::string& line : failure.report) print("  " + line + "\n");
    return exit_failure;
}

}  // namespace

int replay_program(const Schedule& schedule, const ReplayOptions& options) {
    const auto target = find_target(split_command_line(wide(schedule.program)));
    if (!target) return refuse(target.error());
    const ProgramInput input = ProgramInput::taken_in();
    RunSlot slot(*target, input, static_cast<DWORD>(options.timeout_seconds * 1000));
    RunRequest request;
    request.strategy = "random-walk";
    request.schedule = to_text(schedule);
    request.seed = schedule.seed.value_or(0);
    request.is_best_effort = options.is_best_effort;

    // Whatever control it was recorded under, a schedule is one order of ops, and repeats under serial control.
    int code = exit_ok;
    const Repetition repetition =
        repeat(slot, request, true, options.repeat == 0 ? 1 : options.repeat,
               [&](const ProgramEnd& first) { code = tell(first, slot, options.has_trace); });
    if (!repetition.end.was_in_control()) {
        print(styled(Style::bad, "not in control") + ": " + repetition.end.problem + "\n");
        return exit_not_in_control;
    }
    if (options.repeat != 0) print(repetition.sentence() + "\n");
    return repetition.difference.empty() ? code : exit_not_in_control;
}

}  // namespace cuzz::cli
