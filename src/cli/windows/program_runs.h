// A campaign on a real program: calibration, runs, what failed, what it is worth.
#pragma once

#include "cli/windows/program_failure.h"
#include "cli/windows/run_slot.h"
#include "scheduler/guarantee.h"
#include "scheduler/profile.h"
#include "scheduler/registry.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace cuzz::cli {

class ProgramCampaign {
public:
    // With so many runs at once; under serial control each of them has a core.
    ProgramCampaign(const Target& target, const ProgramInput& input, const StrategyChoice& choice,
                    DWORD limit_milliseconds, std::uint32_t at_once);

    // False, and `problem` says why, if cuzz was not in control.
    bool calibrate(std::uint32_t runs);
    // The seeds from `first` on, until one fails unless `keep_going`. What is found does not depend on how many run
    // at once: runs count in the order of their seeds, and those after the failure do not count.
    void run(std::uint64_t first, std::uint64_t runs, bool keep_going);

    const std::string& problem() const { return problem_; }
    const Estimates& estimates() const { return estimates_; }
    const std::vector<ProgramFailure>& failures() const { return failures_; }
    std::uint64_t runs() const { return runs_; }
    std::uint64_t failed_runs() const { return failed_runs_; }
    const Guarantee& guarantee() const { return guarantee_; }
    // "45 hooks, 42 points in the last run, 0 waits outside", and what else a reader should know.
    std::string proof() const;

    // For a run of one's own.
    RunRequest request(std::uint64_t seed) const;
    bool is_pinned() const { return choice_.info->control == Control::serial; }
    RunSlot& slot() { return *slots_.front(); }
    ProgramFailure failure_of(const ProgramEnd& end, RunSlot& slot, const RunRequest& request) const;

private:
    struct Proof {
        std::uint32_t hooks = 0, missing = 0, loosed = 0, uncontrolled = 0;
        std::uint64_t points = 0, outside = 0;
    };
    // What is kept of a run until all runs before it have been counted.
    struct Outcome {
        ProgramEnd end;
        Bound bound;
        std::string caveat;  // the bound's
        Proof proof;
        std::unique_ptr<ProgramFailure> failure;  // the first of its kind
    };

    Outcome run_one(RunSlot& slot, const RunRequest& request);
    bool is_known(const ProgramEnd& end);
    void count(Outcome& outcome);
    void work(RunSlot& slot);

    const Target& target_;
    StrategyChoice choice_;
    std::vector<std::unique_ptr<RunSlot>> slots_;
    Estimates estimates_;
    Guarantee guarantee_{estimates_};
    std::vector<ProgramFailure> failures_;
    std::string problem_;
    std::uint64_t runs_ = 0, failed_runs_ = 0;
    Proof proof_;

    // Shared by those who work at once.
    std::mutex lock_;
    std::uint64_t first_seed_ = 0, handed_out_ = 0, counted_ = 0;
    std::uint64_t end_ = 0;  // runs from this one on are not wanted
    bool keeps_going_ = false;
    std::map<std::uint64_t, Outcome> waiting_;  // for a run with a lower seed
};

}  // namespace cuzz::cli
