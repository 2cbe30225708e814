#include "cli/windows/program_runs.h"

#include "cli/console.h"
#include "cli/windows/text.h"

#include <algorithm>
#include <thread>

namespace cuzz::cli {

namespace {

RunFacts facts_of(const channel::Control& control) {
    RunFacts facts;
    facts.n = control.threads_born;
    facts.steps = control.steps.load();
    facts.k = control.counted.load();
    facts.k_sync = facts.k;
    facts.k_phase = control.counted_in_phase;
    facts.phases = control.phases;
    facts.flagged = control.flagged != 0;
    return facts;
}

}  // namespace

ProgramCampaign::ProgramCampaign(const Target& target, const ProgramInput& input,
                                 const StrategyChoice& choice, DWORD limit_milliseconds,
                                 std::uint32_t at_once)
    : target_(target), choice_(choice) {
    const std::vector<std::int32_t> cores = allowed_cores();
    for (std::uint32_t i = 0; i < at_once; ++i) {
        // A single one follows the launcher, which Windows puts where there is room.
        const std::int32_t core = at_once == 1 || cores.empty() ? -1 : cores[i % cores.size()];
        slots_.push_back(std::make_unique<RunSlot>(target, input, limit_milliseconds, core));
    }
    if (GetFileAttributesW(target.dll.c_str()) == INVALID_FILE_ATTRIBUTES)
        problem_ = narrow(target.dll) + " is missing: it belongs beside cuzz.exe";
}

RunRequest ProgramCampaign::request(std::uint64_t seed) const {
    RunRequest request;
    request.strategy = choice_.text();
    request.estimates = to_text(estimates_);
    request.seed = seed;
    return request;
}

bool ProgramCampaign::calibrate(std::uint32_t runs) {
    if (!problem_.empty()) return false;
    Profile profile;
    for (std::uint32_t seed = 1; seed <= runs && !is_interrupted(); ++seed) {
        RunRequest request;
        request.strategy = choice_.info->calibration;
        request.seed = seed;
        Outcome outcome = run_one(slot(), request);
        if (!outcome.end.was_in_control()) {
            problem_ = outcome.end.problem;
            return false;
        }
        profile.add(facts_of(slot().control()), slot().picks());
        count(outcome);
        if (!failures_.empty()) break;
    }
    estimates_ = profile.estimates();
    guarantee_ = Guarantee(estimates_);
    return true;
}

ProgramCampaign::Outcome ProgramCampaign::run_one(RunSlot& slot, const RunRequest& request) {
    Outcome outcome;
    outcome.end = slot.run(request, is_pinned());
    if (!outcome.end.was_in_control()) return outcome;
    const channel::Control& control = slot.control();
    outcome.bound = {control.bound_depth, control.bound_hit, ""};
    outcome.caveat.assign(control.bound_caveat, strnlen(control.bound_caveat, sizeof control.bound_caveat));
    outcome.proof = {control.hooks_placed, control.hooks_missing, control.loosed,
                     control.uncontrolled, control.steps.load(),  control.waits_outside};
    if (!outcome.end.is_failure()) return outcome;
    // dbghelp is for one thread at a time.
    const std::lock_guard guard(lock_);
    if (!is_known(outcome.end))
        outcome.failure = std::make_unique<ProgramFailure>(failure_of(outcome.end, slot, request));
    return outcome;
}

// Whether a run with a lower seed has shown it.
bool ProgramCampaign::is_known(const ProgramEnd& end) {
    const std::string id = failure_id(end);
    return std::any_of(failures_.begin(), failures_.end(),
                       [&](const ProgramFailure& failure) { return failure.id == id; });
}

ProgramFailure ProgramCampaign::failure_of(const ProgramEnd& end, RunSlot& slot,
                                           const RunRequest& request) const {
    ProgramFailure failure = make_failure(end, slot);
    failure.seed = request.seed;
    failure.schedule.program = narrow(target_.command_line);
    failure.schedule.strategy = request.strategy;
    failure.schedule.estimates = request.estimates;
    failure.schedule.seed = request.seed;
    return failure;
}

void ProgramCampaign::count(Outcome& outcome) {
    ++runs_;
    proof_ = outcome.proof;
    if (!outcome.end.is_failure()) return;
    ++failed_runs_;
    const std::string id = failure_id(outcome.end);
    for (ProgramFailure& known : failures_)
        if (known.id == id) {
            ++known.count;
            return;
        }
    if (outcome.failure) failures_.push_back(std::move(*outcome.failure));
}

void ProgramCampaign::run(std::uint64_t first, std::uint64_t runs, bool keep_going) {
    first_seed_ = first;
    handed_out_ = counted_ = 0;
    end_ = runs;
    keeps_going_ = keep_going;
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < slots_.size(); ++i) others.emplace_back([this, i] { work(*slots_[i]); });
    work(*slots_.front());
    for (std::thread& other : others) other.join();
    waiting_.clear();
}

void ProgramCampaign::work(RunSlot& slot) {
    for (;;) {
        std::uint64_t number = 0;
        {
            const std::lock_guard guard(lock_);
            if (handed_out_ >= end_ || is_interrupted()) return;
            number = handed_out_++;
        }
        Outcome made = run_one(slot, request(first_seed_ + number));
        const std::lock_guard guard(lock_);
        // Ctrl-C reaches the program, too: how it ended then says nothing.
        if (is_interrupted() && (!made.end.was_in_control() || made.end.is_failure())) {
            end_ = std::min(end_, number);
            continue;
        }
        if (!made.end.was_in_control() || (made.end.is_failure() && !keeps_going_))
            end_ = std::min(end_, number + 1);
        waiting_.emplace(number, std::move(made));
        while (!waiting_.empty() && waiting_.begin()->first == counted_ && counted_ < end_) {
            Outcome outcome = std::move(waiting_.begin()->second);
            waiting_.erase(waiting_.begin());
            ++counted_;
            if (!outcome.end.was_in_control()) {
                problem_ = outcome.end.problem;
                continue;
            }
            outcome.bound.caveat = outcome.caveat.c_str();
            guarantee_.add(outcome.bound);
            count(outcome);
        }
    }
}

std::string ProgramCampaign::proof() const {
    std::string text = grouped(proof_.hooks) + " hooks, " + grouped(proof_.points) +
                       " points in the last run, " + grouped(proof_.outside) + " waits outside";
    if (proof_.loosed != 0)
        text += ", " + grouped(proof_.loosed) +
                (proof_.loosed == 1 ? " thread spun and was let go" : " threads spun and were let go");
    if (proof_.uncontrolled != 0)
        text += ", " + grouped(proof_.uncontrolled) +
                (proof_.uncontrolled == 1 ? " thread not under control" : " threads not under control");
    return text;
}

}  // namespace cuzz::cli
