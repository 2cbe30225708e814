#include "cli/windows/launcher.h"

#include "detours/hook_engine/injection.h"

namespace cuzz::cli {

namespace {

constexpr DWORD ended_by_us = 0xE0220002;

std::string error_text(DWORD code) {
    wchar_t* text = nullptr;
    const DWORD size = FormatMessageW(FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_SYSTEM |
                                          FORMAT_MESSAGE_IGNORE_INSERTS,
                                      nullptr, code, 0, reinterpret_cast<wchar_t*>(&text), 0, nullptr);
    std::wstring_view view(text, size);
    while (!view.empty() && (view.back() == L'\n' || view.back() == L'\r' || view.back() == L'.'))
        view.remove_suffix(1);
    std::string result = view.empty() ? "error " + std::to_string(code) : narrow(view);
    LocalFree(text);
    return result;
}

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
bool create(const ProgramStart& start, STARTUPINFOW& startup, PROCESS_INFORMATION& made) {
    for (int tries = 0; tries < 5; ++tries) {
        std::wstring command_line = start.command_line;  // CreateProcess may write to it
        if (CreateProcessW(start.program.c_str(), command_line.data(), nullptr, nullptr, TRUE,
                           CREATE_SUSPENDED, nullptr, nullptr, &startup, &made) != 0)
            return true;
        if (GetLastError() != ERROR_INTERNAL_ERROR) return false;
        Sleep(10);
    }
    return false;
}

ProgramEnd judge(channel::Control& control, DWORD exit_code, bool timed_out) {
    ProgramEnd result;
    result.exit_code = exit_code;
    if (control.stage.load() == channel::Stage::refused || exit_code == detours::failed_to_load) {
        result.end = End::not_in_control;
        result.problem = control.message[0] != '\0' ? control.message : "the DLL did not attach";
        return result;
    }
    if (control.stage.load() == channel::Stage::none) {
        result.end = End::not_in_control;
        result.problem = "the program ended before the DLL was loaded";
        return result;
    }
    if (timed_out) {
        result.end = End::hung;
        return result;
    }
    switch (control.verdict.load()) {
        case channel::Verdict::crashed: result.end = End::crashed; break;
        case channel::Verdict::deadlocked: result.end = End::deadlocked; break;
        case channel::Verdict::livelocked: result.end = End::livelocked; break;
        case channel::Verdict::diverged:
            result.end = End::diverged;
            result.problem = control.message;
            break;
        default:
            // The DLL sees every orderly end. What it did not see was none: a stack that overflowed, a fail-fast.
            result.end = exit_code >= 0xC0000000 || control.stage.load() != channel::Stage::ended
                             ? End::crashed
                             : End::exited;
            if (control.stage.load() != channel::Stage::ended) result.problem = "it ended without a word";
            break;
    }
    return result;
}

}  // namespace

ProgramEnd run_program(const ProgramStart& start, ChannelView& channel) {
    STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdInput = start.input;
    startup.hStdOutput = start.output;
    startup.hStdError = start.error;
    PROCESS_INFORMATION made{};
    if (!create(start, startup, made)) return {End::not_started, 0, error_text(GetLastError())};
    const Handle process(made.hProcess), thread(made.hThread);
    const Handle job = make_job();
    if (job) AssignProcessToJobObject(job.get(), process.get());

    const std::string problem = detours::inject(process.get(), start.dll, channel.handle());
    if (!problem.empty()) {
        TerminateProcess(process.get(), ended_by_us);
        return {End::not_in_control, 0, problem};
    }
    ResumeThread(thread.get());
    const bool timed_out = WaitForSingleObject(process.get(), start.limit_milliseconds) != WAIT_OBJECT_0;
    if (timed_out) TerminateProcess(process.get(), ended_by_us);
    WaitForSingleObject(process.get(), 10'000);
    DWORD exit_code = 0;
    GetExitCodeProcess(process.get(), &exit_code);
    if (job) TerminateJobObject(job.get(), ended_by_us);
    return judge(channel.control(), exit_code, timed_out);
}

std::wstring make_command_line(const std::vector<std::wstring>& arguments) {
    std::wstring line;
    for (const std::wstring& argument : arguments) {
        if (!line.empty()) line += L' ';
        if (!argument.empty() && argument.find_first_of(L" \t\"") == std::wstring::npos) {
            line += argument;
            continue;
        }
        // Backslashes count only before a quotation mark.
        line += L'"';
        std::size_t backslashes = 0;
        for (const wchar_t c : argument) {
            if (c == L'\\') {
                ++backslashes;
            } else {
                if (c == L'"') line.append(backslashes + 1, L'\\');
                backslashes = 0;
            }
            line += c;
        }
        line.append(backslashes, L'\\');
        line += L'"';
    }
    return line;
}

std::wstring wide(std::string_view text) {
    const int size = MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), nullptr, 0);
    std::wstring result(static_cast<std::size_t>(size), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), result.data(), size);
    return result;
}

std::string narrow(std::wstring_view text) {
    const int size = WideCharToMultiByte(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), nullptr, 0,
                                         nullptr, nullptr);
    std::string result(static_cast<std::size_t>(size), '\0');
    WideCharToMultiByte(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), result.data(), size, nullptr,
                        nullptr);
    return result;
}

}  // namespace cuzz::cli
