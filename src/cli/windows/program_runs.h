// A campaign on a real program: calibration, runs, what failed, what it is worth.
#pragma once

#include "cli/windows/launcher.h"
#include "scheduler/guarantee.h"
#include "scheduler/profile.h"
#include "scheduler/registry.h"
#include "scheduler/schedule.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cuzz::cli {

struct ProgramFailure {
    std::string id;  // a signature of what happened
    std::string kind, reason;
    std::uint64_t seed = 0, count = 0;
    Schedule schedule;
    std::vector<std::string> report;  // threads, ops and stacks, a line each
    std::string output_tail;          // the end of what it wrote to standard error
};

class ProgramCampaign {
public:
    ProgramCampaign(std::vector<std::wstring> command, const StrategyChoice& choice,
                    DWORD limit_milliseconds);

    // The first thing that went wrong with taking control, or empty.
    const std::string& problem() const { return problem_; }

    bool calibrate(std::uint32_t runs);
    void run(std::uint64_t first, std::uint64_t runs, bool keep_going);

    const Estimates& estimates() const { return estimates_; }
    const std::vector<ProgramFailure>& failures() const { return failures_; }
    std::uint64_t runs() const { return runs_; }
    std::uint64_t failed_runs() const { return failed_runs_; }
    const Guarantee& guarantee() const { return guarantee_; }
    // "45 hooks, 42 points in the last run, 0 waits outside"
    std::string proof() const;

    struct One {
        ProgramEnd end;
        std::string errors;  // the end of what the program wrote to standard error
    };
    One run_one(ChannelView& channel);

private:
    void keep(ChannelView& channel, const One& one, std::uint64_t seed);

    std::vector<std::wstring> command_;
    std::wstring program_, dll_;
    StrategyChoice choice_;
    DWORD limit_;
    Estimates estimates_;
    Guarantee guarantee_{estimates_};
    std::vector<ProgramFailure> failures_;
    std::string problem_;
    std::uint64_t runs_ = 0, failed_runs_ = 0;
    std::uint32_t hooks_ = 0;
    std::uint64_t points_ = 0, outside_ = 0;
};

// What happened, as a sentence's beginning: "deadlock", "crash 0xC0000005", "exit code 1".
std::string kind_of(const ProgramEnd& end, const channel::Control& control);
bool is_failure(const ProgramEnd& end);

// Threads, ops and stacks of the last run.
std::vector<std::string> describe_threads(const channel::Control& control);

}  // namespace cuzz::cli
