// Where there is no Windows there is no program to take control of; models run everywhere.

#include "cli/console.h"
#include "cli/demo_on_program.h"
#include "cli/program_replay.h"
#include "cli/verbs.h"

namespace cuzz::cli {

int run_program_verb(const CommandLine& line) {
    return refuse("this build of cuzz runs model programs only and cannot take control of " +
                  line.arguments().front() + ": that takes Windows or Wine");
}

std::optional<int> demo_on_program(std::string_view) { return std::nullopt; }

int replay_program(const Schedule& schedule, const ReplayOptions&) {
    return refuse("the schedule's program '" + schedule.program +
                  "' is not a model, and this build of cuzz has no others: 'cuzz models' lists them");
}

}  // namespace cuzz::cli
