#include "cli/windows/program_runs.h"

#include "cli/console.h"
#include "cli/windows/program_file.h"
#include "cli/windows/symbols.h"

#include <algorithm>
#include <cstdio>

namespace cuzz::cli {

namespace {

constexpr std::uint64_t most_picks = 1'000'000;

// A file that goes away by itself, for what the program prints.
Handle scratch_file() {
    wchar_t folder[MAX_PATH + 1], path[MAX_PATH + 1];
    GetTempPathW(MAX_PATH, folder);
    GetTempFileNameW(folder, L"czz", 0, path);
    SECURITY_ATTRIBUTES inherit{sizeof inherit, nullptr, TRUE};
    return Handle(CreateFileW(path, GENERIC_READ | GENERIC_WRITE,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &inherit, CREATE_ALWAYS,
                              FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr));
}

std::string tail_of(HANDLE file) {
    constexpr DWORD most = 4096;
    const DWORD size = GetFileSize(file, nullptr);
    SetFilePointer(file, size > most ? static_cast<LONG>(size - most) : 0, nullptr, FILE_BEGIN);
    std::string text(most, '\0');
    DWORD read = 0;
    ReadFile(file, text.data(), most, &read, nullptr);
    text.resize(read);
    text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
    return text;
}

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

bool is_failure(const ProgramEnd& end) {
    return end.end > End::exited || (end.end == End::exited && end.exit_code != 0);
}

std::string kind_of(const ProgramEnd& end, const channel::Control& control) {
    char number[48];
    switch (end.end) {
        case End::exited:
            std::snprintf(number, sizeof number, "exit code %lu", static_cast<unsigned long>(end.exit_code));
            return number;
        case End::crashed: {
            const DWORD code = control.crash_code != 0 ? control.crash_code : end.exit_code;
            std::snprintf(number, sizeof number, code != 0 ? "crash 0x%08lX" : "crash",
                          static_cast<unsigned long>(code));
            return number;
        }
        case End::deadlocked: return "deadlock";
        case End::livelocked: return "livelock";
        case End::diverged: return "diverged";
        case End::hung: return "hang";
        default: return "not in control";
    }
}

std::vector<std::string> describe_threads(const channel::Control& control) {
    std::vector<std::string> lines;
    const Symbols symbols(control);
    for (std::uint32_t i = 0; i < control.thread_count; ++i) {
        const channel::ThreadReport& thread = control.threads[i];
        if (thread.name[0] == '\0') continue;
        std::string line = std::string("thread ") + thread.name + (thread.is_guilty != 0 ? " *" : "") + ": " +
                           std::string(name_of(thread.op));
        if (thread.object != 0) line += " #" + std::to_string(thread.object);
        if (thread.waits_for >= 0 && static_cast<std::uint32_t>(thread.waits_for) < control.thread_count)
            line += ", held by thread " + std::string(control.threads[thread.waits_for].name);
        lines.push_back(line);
        for (std::uint32_t f = 0; f < thread.frame_count; ++f)
            if (!symbols.is_foreign(thread.frames[f]))
                lines.push_back(
                    "    " + symbols.describe(thread.frames[f], thread.frames[f] == control.crash_address));
    }
    return lines;
}

ProgramCampaign::ProgramCampaign(std::vector<std::wstring> command, const StrategyChoice& choice,
                                 DWORD limit_milliseconds)
    : command_(std::move(command)), choice_(choice), limit_(limit_milliseconds) {
    wchar_t path[MAX_PATH + 1] = {};
    if (SearchPathW(nullptr, command_.front().c_str(), L".exe", MAX_PATH, path, nullptr) == 0) {
        problem_ = "there is no program " + narrow(command_.front());
        return;
    }
    program_ = path;
    problem_ = why_not(program_);
    if (!problem_.empty()) return;
    GetModuleFileNameW(nullptr, path, MAX_PATH);
    dll_ = path;
    dll_ =
        dll_.substr(0, dll_.find_last_of(L"\\/") + 1) + (sizeof(void*) == 8 ? L"cuzz64.dll" : L"cuzz32.dll");
    if (GetFileAttributesW(dll_.c_str()) == INVALID_FILE_ATTRIBUTES) problem_ = narrow(dll_) + " is missing";
}

ProgramCampaign::One ProgramCampaign::run_one(ChannelView& channel) {
    if (!channel) return {{End::not_started, 0, "there is no shared memory"}, ""};
    const Handle output = scratch_file(), errors = scratch_file();
    ProgramStart start;
    start.program = program_;
    start.command_line = make_command_line(command_);
    start.dll = dll_;
    start.input = GetStdHandle(STD_INPUT_HANDLE);
    start.output = output.get();
    start.error = errors.get();
    start.limit_milliseconds = limit_;
    One one{run_program(start, channel), tail_of(errors.get())};
    hooks_ = channel.control().hooks_placed;
    points_ = channel.control().steps.load();
    outside_ = channel.control().waits_outside;
    return one;
}

bool ProgramCampaign::calibrate(std::uint32_t runs) {
    Profile profile;
    for (std::uint32_t seed = 1; seed <= runs; ++seed) {
        RunRequest request;
        request.strategy = choice_.info->calibration;
        request.seed = seed;
        ChannelView channel(request, most_picks);
        const One one = run_one(channel);
        if (one.end.end == End::not_started || one.end.end == End::not_in_control) {
            problem_ = one.end.problem;
            return false;
        }
        profile.add(facts_of(channel.control()), channel.picks());
        if (is_failure(one.end)) {
            ++failed_runs_;
            keep(channel, one, seed);
            failures_.back().schedule.strategy = request.strategy;
        }
        ++runs_;
        if (!failures_.empty()) break;
    }
    estimates_ = profile.estimates();
    guarantee_ = Guarantee(estimates_);
    return true;
}

void ProgramCampaign::run(std::uint64_t first, std::uint64_t runs, bool keep_going) {
    for (std::uint64_t i = 0; i < runs && !is_interrupted(); ++i) {
        RunRequest request;
        request.strategy = choice_.text();
        request.estimates = to_text(estimates_);
        request.seed = first + i;
        ChannelView channel(request, most_picks);
        const One one = run_one(channel);
        if (one.end.end == End::not_started || one.end.end == End::not_in_control) {
            problem_ = one.end.problem;
            return;
        }
        ++runs_;
        const channel::Control& control = channel.control();
        guarantee_.add({control.bound_depth, control.bound_hit, control.bound_caveat});
        if (!is_failure(one.end)) continue;
        ++failed_runs_;
        keep(channel, one, request.seed);
        if (!keep_going) return;
    }
}

void ProgramCampaign::keep(ChannelView& channel, const One& one, std::uint64_t seed) {
    const channel::Control& control = channel.control();
    ProgramFailure failure;
    failure.kind = kind_of(one.end, control);
    failure.id = failure.kind;
    std::replace(failure.id.begin(), failure.id.end(), ' ', '-');
    for (ProgramFailure& known : failures_)
        if (known.id == failure.id) {
            ++known.count;
            return;
        }
    failure.seed = seed;
    failure.count = 1;
    failure.reason = one.end.problem;
    failure.output_tail = one.errors;
    failure.report = describe_threads(control);
    if (auto schedule = make_schedule(channel.picks(), control.picks_lost.load()))
        failure.schedule = std::move(*schedule);
    failure.schedule.program = narrow(make_command_line(command_));
    failure.schedule.strategy = choice_.text();
    failure.schedule.estimates = to_text(estimates_);
    failure.schedule.seed = seed;
    failures_.push_back(std::move(failure));
}

std::string ProgramCampaign::proof() const {
    return grouped(hooks_) + " hooks, " + grouped(points_) + " points in the last run, " + grouped(outside_) +
           " waits outside";
}

}  // namespace cuzz::cli
