#include "cli/windows/program_end.h"

#include "detours/hook_engine/injection.h"

#include <cstdio>

namespace cuzz::cli {

namespace {

std::string hexadecimal(std::uint32_t code) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%08lX", static_cast<unsigned long>(code));
    return text;
}

// Exit codes that stand for an exception: errors of the system itself. exit(-1) is none.
bool stands_for_crash(std::uint32_t code) {
    return (code & 0xFFFF0000u) == 0xC0000000u || (code >= 0x80000000u && !name_of_status(code).empty());
}

std::string why_no_attach(const channel::Control& control, std::uint32_t exit_code) {
    if (control.message[0] != '\0') return control.message;
    if (exit_code == detours::failed_to_load)
        return "cuzz's DLL did not attach: it is no DLL, of another version, or damaged";
    const std::string name = name_of_status(exit_code);
    return "the program ended with " + hexadecimal(exit_code) + (name.empty() ? "" : ", " + name + ",") +
           " before cuzz's DLL had attached";
}

ProgramEnd judge_exit(const channel::Control& control, std::uint32_t exit_code) {
    const bool was_seen = control.stage.load() == channel::Stage::ended;
    if (stands_for_crash(exit_code))
        return {End::crashed, exit_code, was_seen ? "" : "it ended without a word"};
    if (!was_seen)
        return {
            End::vanished, exit_code,
            "neither an exit nor an exception was seen: a stack that overflowed, or somebody else ended it"};
    switch (control.exit_call.load()) {
        case channel::ExitCall::terminate: return {End::terminated, exit_code, ""};
        case channel::ExitCall::abort: return {End::aborted, exit_code, ""};
        default: break;
    }
    // msvcrt's abort() is an exit like others, but for its number.
    return {End::exited, exit_code, exit_code == 3 ? "abort() exits with this code, too" : ""};
}

}  // namespace

std::string ProgramEnd::kind() const {
    switch (end) {
        case End::exited: return "exit code " + std::to_string(static_cast<std::int32_t>(code));
        case End::terminated:
            return "it terminated itself, code " + std::to_string(static_cast<std::int32_t>(code));
        case End::aborted: return "abort";
        case End::crashed: return "crash " + hexadecimal(code);
        case End::vanished:
            return "end without a word, code " + std::to_string(static_cast<std::int32_t>(code));
        case End::deadlocked: return is_potential ? "potential deadlock" : "deadlock";
        case End::livelocked: return "livelock";
        case End::diverged: return "diverged";
        case End::hung: return "hang";
        default: return "not in control";
    }
}

ProgramEnd judge(const channel::Control& control, std::uint32_t exit_code, bool timed_out) {
    const channel::Stage stage = control.stage.load();
    if (stage == channel::Stage::refused || (stage == channel::Stage::none && !timed_out))
        return {End::not_in_control, exit_code, why_no_attach(control, exit_code)};
    if (stage == channel::Stage::none)
        return {End::not_in_control, exit_code, "cuzz's DLL did not attach within the time limit"};
    switch (control.verdict.load()) {
        case channel::Verdict::crashed: {
            std::string name = name_of_status(control.crash_code);
            return {End::crashed, control.crash_code, std::move(name)};
        }
        case channel::Verdict::deadlocked: return {End::deadlocked, exit_code, "", control.is_potential != 0};
        case channel::Verdict::livelocked: return {End::livelocked, exit_code, "ten million ops and no end"};
        case channel::Verdict::diverged: return {End::diverged, exit_code, control.message};
        default: break;
    }
    if (timed_out) return {End::hung, exit_code, ""};
    ProgramEnd result = judge_exit(control, exit_code);
    if (const std::string name = name_of_status(exit_code); result.end == End::crashed && !name.empty())
        result.problem = result.problem.empty() ? name : name + ", and " + result.problem;
    return result;
}

std::string name_of_status(std::uint32_t code) {
    struct Status {
        std::uint32_t code;
        const char* name;
    };
    constexpr Status known[] = {
        {0x20474343, "a C++ exception that nobody caught"},
        {0x40000015, "the C runtime gave up"},
        {0x80000002, "misaligned data"},
        {0x80000003, "breakpoint"},
        {0x80000004, "single step"},
        {0xC0000005, "access violation"},
        {0xC0000006, "a page could not be read"},
        {0xC0000008, "invalid handle"},
        {0xC000001D, "illegal instruction"},
        {0xC0000025, "it went on after an exception that allows no going on"},
        {0xC000007B, "a file that is no valid image"},
        {0xC000008C, "array bounds exceeded"},
        {0xC000008E, "floating-point division by zero"},
        {0xC0000094, "integer division by zero"},
        {0xC0000095, "integer overflow"},
        {0xC0000096, "privileged instruction"},
        {0xC00000FD, "stack overflow"},
        {0xC0000135, "a DLL that it needs is missing"},
        {0xC0000138, "a DLL lacks a function that it needs"},
        {0xC0000139, "a DLL lacks a function that it needs"},
        {0xC000013A, "interrupted"},
        {0xC0000142, "a DLL failed in its DllMain"},
        {0xC0000194, "possible deadlock, said by Windows"},
        {0xC0000374, "heap corruption"},
        {0xC0000409, "fail-fast: abort(), a damaged stack or an invalid argument"},
        {0xC0000417, "invalid argument to the C runtime"},
        {0xC0000420, "assertion failure"},
        {0xC0000602, "fail-fast"},
        {0xE0434352, "a .NET exception that nobody caught"},
        {0xE06D7363, "a C++ exception that nobody caught"},
    };
    for (const Status& status : known)
        if (status.code == code) return status.name;
    return "";
}

}  // namespace cuzz::cli
