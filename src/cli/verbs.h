// One function a verb; each returns the exit code.
#pragma once

#include "cli/command_line.h"

namespace cuzz::cli {

int run_demo(const CommandLine& line);
int run_models(const CommandLine& line);
int run_program_verb(const CommandLine& line);  // `run`
int run_replay(const CommandLine& line);
int run_simulate(const CommandLine& line);
int run_strategies(const CommandLine& line);

}  // namespace cuzz::cli
