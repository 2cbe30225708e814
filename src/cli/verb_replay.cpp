#include "cli/console.h"
#include "cli/lanes.h"
#include "cli/paths.h"
#include "cli/program_replay.h"
#include "cli/verbs.h"

#include "scheduler/guarantee.h"
#include "scheduler/replay.h"
#include "scheduler/simulator/models/models.h"
#include "scheduler/simulator/simulator.h"

#include <fstream>

namespace cuzz::cli {

using namespace simulator;

namespace {

Result<Schedule> read_schedule(const std::string& path) {
    std::ifstream file(path_of(path), std::ios::binary);
    if (!file) return Error{"cannot open " + path + ": give the path of a schedule.txt"};
    constexpr std::size_t most = 64u << 20;
    std::string text(most + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    if (text.size() > most) return Error{path + " is larger than 64 MB: that is no schedule"};
    auto schedule = parse_schedule(text);
    if (!schedule) return Error{path + ": " + schedule.error()};
    return schedule;
}

Result<ReplayOptions> options_of(const CommandLine& line) {
    const auto times = line.number("repeat", 0, 1, 1'000'000'000);
    if (!times) return Error{times.error()};
    const auto timeout = line.number("timeout", 60, 1, 86'400);
    if (!timeout) return Error{timeout.error()};
    return ReplayOptions{line.has("best-effort"), line.has("trace"), *times, *timeout};
}

}  // namespace

int run_replay(const CommandLine& line) {
    const auto options = options_of(line);
    if (!options) return refuse(options.error());
    const auto schedule = read_schedule(line.arguments().front());
    if (!schedule) return refuse(schedule.error());
    const ModelInfo* model = find_model(schedule->program);
    if (schedule->program.empty())
        return refuse(line.arguments().front() + ": it names no program: add a line 'program NAME'");
    if (model == nullptr) return replay_program(*schedule, *options);
    if (line.has("repeat")) return refuse("--repeat is for programs: a model's run is always the same");

    const Program program = model->make();
    Simulator simulator(program);
    const auto inner = make_strategy("random-walk");
    const auto mode = line.has("best-effort") ? Replay::Mode::best_effort : Replay::Mode::exact;
    Replay replay(*schedule, *inner, mode);
    const Estimates unknown;
    const RunResult result = simulator.run(replay, unknown, schedule->seed.value_or(0));

    if (line.has("trace")) {
        auto seen = make_schedule(simulator.engine().recorder());
        if (seen) {
            seen->objects = schedule->objects;
            print(draw_lanes(*seen, thread_titles(program, *seen), seen->picks.size(), console_width()) +
                  "\n");
        }
    }
    if (replay.has_diverged()) {
        print(styled(Style::bad, "diverged") + " at " + replay.describe() + "\n");
        if (mode == Replay::Mode::exact) return exit_not_in_control;
    }
    if (replay.other_objects() != 0)
        print(grouped(replay.other_objects()) + " ops were on another object than the schedule has\n");
    if (result.is_failure()) {
        print(styled(Style::bad, name_of(result.outcome)) + ": " + simulator.explain(result) + "\n");
        return exit_failure;
    }
    print(styled(Style::good, "passed") + "\n");
    return exit_ok;
}

}  // namespace cuzz::cli
