// What a campaign on a program says and keeps of its failures.
#pragma once

#include "cli/windows/program_runs.h"

#include <string>

namespace cuzz::cli {

class FailureKeeper {
public:
    // `program` as the user gave it; `input`: what each run read.
    FailureKeeper(const std::string& program, std::string results, std::string input);

    // Prints it, writes it to the results folder, and prints the command that repeats it. The exit code.
    int tell(const ProgramFailure& failure) const;
    // The same without a word; the schedule's path.
    Result<std::string> keep(const ProgramFailure& failure) const;

private:
    std::string program_, results_, input_;
};

void print_failure(const ProgramFailure& failure);

// Says so; the exit code.
int not_in_control(const std::string& problem);

}  // namespace cuzz::cli
