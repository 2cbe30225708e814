#include "cli/windows/program_report.h"

#include "cli/command_line.h"
#include "cli/console.h"
#include "cli/results.h"

#include <vector>

namespace cuzz::cli {

namespace {

std::string name_of_program(std::string path) {
    const auto slash = path.find_last_of("\\/");
    if (slash != std::string::npos) path.erase(0, slash + 1);
    if (path.ends_with(".exe") || path.ends_with(".EXE")) path.resize(path.size() - 4);
    return path;
}

}  // namespace

FailureKeeper::FailureKeeper(const std::string& program, std::string results, std::string input)
    : program_(name_of_program(program)), results_(std::move(results)), input_(std::move(input)) {}

Result<std::string> FailureKeeper::keep(const ProgramFailure& failure) const {
    std::vector<KeptFile> files = {{"stdout", failure.output}, {"stderr", failure.errors}};
    if (!input_.empty()) files.push_back({"stdin", input_});
    return save_schedule(failure.schedule, failure.seed, program_, failure.id, results_, files);
}

int FailureKeeper::tell(const ProgramFailure& failure) const {
    print_failure(failure);
    const auto path = keep(failure);
    if (!path) return refuse(path.error());
    std::string command = own_name() + " replay " + in_quotes(*path);
    if (!input_.empty()) {
        std::string input = *path;
        input.replace(input.rfind("schedule"), std::string("schedule").size(), "stdin");
        input.resize(input.size() - std::string(".txt").size());
        command += " <" + in_quotes(input);
    }
    print("\n" + command + "\n");
    return exit_failure;
}

void print_failure(const ProgramFailure& failure) {
    print("\n" + styled(Style::bad, failure.kind) + " with seed " + std::to_string(failure.seed) +
          (failure.reason.empty() ? "" : ": " + failure.reason) + "\n");
    for (const std::string& line : failure.report) print("  " + line + "\n");
    print_errors(failure.errors);
    if (failure.count > 1) print("  " + grouped(failure.count) + " runs showed it\n");
}

int not_in_control(const std::string& problem) {
    print(styled(Style::bad, "not in control") + ": " + problem + "\n");
    return exit_not_in_control;
}

}  // namespace cuzz::cli
