// A campaign on a model program: calibration, runs, what failed, what it is worth. `simulate` and `demo` share it.
#pragma once

#include "scheduler/guarantee.h"
#include "scheduler/registry.h"
#include "scheduler/schedule.h"
#include "scheduler/simulator/models/models.h"
#include "scheduler/simulator/simulator.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cuzz::cli {

struct ModelFailure {
    std::string id;    // a signature of what happened, not of the run that showed it
    std::string kind;  // "failed", "deadlock", …
    std::string reason;
    std::uint64_t seed = 0;  // of the first run that showed it
    std::uint64_t count = 0;
    Schedule schedule;  // of that run
};

class ModelCampaign {
public:
    ModelCampaign(const simulator::ModelInfo& model, const StrategyChoice& choice);

    // Runs the seeds from `first` on, at most `runs` of them, until one fails unless `keep_going`.
    void run(std::uint64_t first, std::uint64_t runs, bool keep_going);

    const simulator::Program& program() const { return program_; }
    const Estimates& estimates() const { return estimates_; }
    const std::vector<ModelFailure>& failures() const { return failures_; }
    std::uint64_t runs() const { return runs_; }
    std::uint64_t failed_runs() const { return failed_runs_; }
    bool is_exhausted() const { return !strategy_->has_more(); }
    const Guarantee& guarantee() const { return guarantee_; }

private:
    void keep(const simulator::RunResult& result, std::uint64_t seed);

    simulator::Program program_;
    simulator::Simulator simulator_;
    StrategyChoice choice_;
    std::unique_ptr<Strategy> strategy_;
    Estimates estimates_;
    std::vector<ModelFailure> failures_;
    Guarantee guarantee_;
    std::uint64_t runs_ = 0, failed_runs_ = 0;
};

// Says what happened and draws the end of the schedule.
void print_failure(const ModelFailure& failure, const simulator::Program& program);

// Makes sure that failures can be kept there, before anything is run; the message if not.
std::optional<Error> prepare_results(std::string_view folder);

// Writes the schedule to <folder>/<model>/failures/<id>/schedule.txt; its path, or why it could not.
Result<std::string> save(const ModelFailure& failure, std::string_view model, std::string_view folder);

}  // namespace cuzz::cli
