#include "cli/windows/launcher.h"

#include "cli/windows/hang_report.h"
#include "cli/windows/text.h"
#include "detours/hook_engine/injection.h"

namespace cuzz::cli {

namespace {

constexpr DWORD ended_by_us = 0xE0220002;

// Everything that the program starts belongs to the job and ends with it.
Handle make_job() {
    Handle job(CreateJobObjectW(nullptr, nullptr));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags =
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    if (job) SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

// Wine now and then says "internal error" to a start that works at the next try.
bool create(const Target& target, STARTUPINFOW& startup, PROCESS_INFORMATION& made) {
    for (int tries = 0; tries < 5; ++tries) {
        std::wstring command_line = target.command_line;  // CreateProcess may write to it
        if (CreateProcessW(target.path.c_str(), command_line.data(), nullptr, nullptr, TRUE, CREATE_SUSPENDED,
                           nullptr, nullptr, &startup, &made) != 0)
            return true;
        if (GetLastError() != ERROR_INTERNAL_ERROR) return false;
        Sleep(10);
    }
    return false;
}

// Waits until the program ends; false if its time is over first. While it gets nowhere, the DLL is asked to look whether
// a thread only spins.
bool ends_in_time(HANDLE process, DWORD limit_milliseconds, const channel::Control& control) {
    constexpr ULONGLONG patience = 1'000;
    const ULONGLONG until = GetTickCount64() + limit_milliseconds;
    std::uint64_t seen = 0;
    for (;;) {
        const ULONGLONG now = GetTickCount64();
        const ULONGLONG left = until > now ? until - now : 0;
        if (WaitForSingleObject(process, static_cast<DWORD>(left < patience ? left : patience)) ==
            WAIT_OBJECT_0)
            return true;
        if (left <= patience) return false;
        const std::uint64_t picks = control.picks.load();
        if (picks == seen && control.watch_routine != 0)
            Handle(CreateRemoteThread(
                process, nullptr, 0,
                reinterpret_cast<LPTHREAD_START_ROUTINE>(static_cast<std::uintptr_t>(control.watch_routine)),
                nullptr, 0, nullptr));
        seen = picks;
    }
}

}  // namespace

ProgramEnd run_program(const Target& target, const ProgramStart& start, ChannelView& channel) {
    STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdInput = start.input;
    startup.hStdOutput = start.output;
    startup.hStdError = start.error;
    PROCESS_INFORMATION made{};
    if (!create(target, startup, made))
        return {End::not_started, 0, "the program does not start: " + error_text(GetLastError())};
    const Handle process(made.hProcess), thread(made.hThread);
    const Handle job = make_job();
    if (job) AssignProcessToJobObject(job.get(), process.get());

    const std::string problem = detours::inject(process.get(), target.dll, channel.handle());
    if (!problem.empty()) {
        TerminateProcess(process.get(), ended_by_us);
        return {End::not_in_control, 0, "cuzz's DLL cannot be brought into the program: " + problem};
    }
    ResumeThread(thread.get());
    const bool timed_out = !ends_in_time(process.get(), start.limit_milliseconds, channel.control());
    if (timed_out) {
        report_hang(process.get(), made.dwProcessId, channel);
        TerminateProcess(process.get(), ended_by_us);
        WaitForSingleObject(process.get(), 10'000);
    }
    DWORD exit_code = 0;
    GetExitCodeProcess(process.get(), &exit_code);
    if (job) TerminateJobObject(job.get(), ended_by_us);
    return judge(channel.control(), exit_code, timed_out);
}

}  // namespace cuzz::cli
