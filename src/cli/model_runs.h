// A campaign on a model program: calibration, runs, what failed, what it is worth. `simulate` and `demo` share it.
#pragma once

#include "scheduler/coverage.h"
#include "scheduler/guarantee.h"
#include "scheduler/novelty.h"
#include "scheduler/registry.h"
#include "scheduler/schedule.h"
#include "scheduler/simulator/models/models.h"
#include "scheduler/simulator/simulator.h"

#include <cstdint>
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

    // Runs the seeds from `first` on, at most `runs` of them, until one fails unless `keep_going`, or the user
    // interrupts.
    void run(std::uint64_t first, std::uint64_t runs, bool keep_going);

    const simulator::Program& program() const { return program_; }
    const Estimates& estimates() const { return estimates_; }
    const std::vector<ModelFailure>& failures() const { return failures_; }
    std::uint64_t runs() const { return runs_; }
    std::uint64_t failed_runs() const { return failed_runs_; }
    bool is_exhausted() const { return !strategy_->has_more(); }
    const Guarantee& guarantee() const { return guarantee_; }
    // "412 different schedules, the next run shows a new one with probability 0.31; 120 of 168 op pairs covered"
    std::string novelty() const;

private:
    void keep(const simulator::RunResult& result, std::uint64_t seed);

    simulator::Program program_;
    simulator::Simulator simulator_;
    StrategyChoice choice_;
    std::unique_ptr<Strategy> strategy_;
    Estimates estimates_;
    std::vector<ModelFailure> failures_;
    Guarantee guarantee_;
    Novelty novelty_;
    PairCoverage coverage_;
    std::uint64_t runs_ = 0, failed_runs_ = 0;
};

// Says what happened and draws the end of the schedule.
void print_failure(const ModelFailure& failure, const simulator::Program& program);

}  // namespace cuzz::cli
