#include "cli/windows/hang_report.h"

#include "scheduler/schedule.h"

#include <windows.h>

#include <dbghelp.h>
#include <psapi.h>
#include <tlhelp32.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

namespace cuzz::cli {

namespace {

using channel::ThreadReport;

std::vector<Handle> threads_of(DWORD process_id) {
    std::vector<Handle> threads;
    const HANDLE made = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
    if (made == INVALID_HANDLE_VALUE) return threads;
    const Handle snapshot(made);
    THREADENTRY32 entry{};
    entry.dwSize = sizeof entry;
    constexpr DWORD access = THREAD_GET_CONTEXT | THREAD_SUSPEND_RESUME | THREAD_QUERY_INFORMATION;
    for (BOOL more = Thread32First(made, &entry); more != 0; more = Thread32Next(made, &entry))
        if (entry.th32OwnerProcessID == process_id)
            if (Handle thread(OpenThread(access, FALSE, entry.th32ThreadID)); thread)
                threads.push_back(std::move(thread));
    return threads;
}

void record_modules(HANDLE process, channel::Control& control) {
    HMODULE modules[sizeof(channel::Control::modules) / sizeof(channel::ModuleRecord)];
    DWORD size = 0;
    if (K32EnumProcessModules(process, modules, sizeof modules, &size) == 0) return;
    control.module_count = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(size / sizeof(HMODULE), std::size(modules)); ++i) {
        channel::ModuleRecord& record = control.modules[control.module_count++];
        MODULEINFO info{};
        K32GetModuleInformation(process, modules[i], &info, sizeof info);
        record.base = reinterpret_cast<std::uintptr_t>(info.lpBaseOfDll);
        record.size = info.SizeOfImage;
        K32GetModuleFileNameExW(process, modules[i], reinterpret_cast<wchar_t*>(record.path),
                                static_cast<DWORD>(std::size(record.path)));
    }
}

void walk(HANDLE process, HANDLE thread, ThreadReport& report) {
    CONTEXT context{};
    context.ContextFlags = CONTEXT_FULL;
    if (GetThreadContext(thread, &context) == 0) return;
    STACKFRAME64 frame{};
    frame.AddrPC.Mode = frame.AddrFrame.Mode = frame.AddrStack.Mode = AddrModeFlat;
#if defined(_WIN64)
    constexpr DWORD machine = IMAGE_FILE_MACHINE_AMD64;
    frame.AddrPC.Offset = context.Rip;
    frame.AddrFrame.Offset = context.Rbp;
    frame.AddrStack.Offset = context.Rsp;
#else
    constexpr DWORD machine = IMAGE_FILE_MACHINE_I386;
    frame.AddrPC.Offset = context.Eip;
    frame.AddrFrame.Offset = context.Ebp;
    frame.AddrStack.Offset = context.Esp;
#endif
    while (report.frame_count < ThreadReport::most_frames &&
           StackWalk64(machine, process, thread, &frame, &context, nullptr, SymFunctionTableAccess64,
                       SymGetModuleBase64, nullptr) != 0 &&
           frame.AddrPC.Offset != 0)
        report.frames[report.frame_count++] = frame.AddrPC.Offset;
}

// The module's name without its folder, in small letters, of those that are about while a thread waits.
bool is_waiting_in(const channel::Control& control, std::uint64_t address) {
    for (std::uint32_t i = 0; i < control.module_count; ++i) {
        const channel::ModuleRecord& module = control.modules[i];
        if (address - module.base >= module.size) continue;
        std::wstring path(reinterpret_cast<const wchar_t*>(module.path));
        path = path.substr(path.find_last_of(L"\\/") + 1);
        for (const wchar_t* name : {L"ntdll.dll", L"cuzz64.dll", L"cuzz32.dll", L"win32u.dll"})
            if (_wcsicmp(path.c_str(), name) == 0) return true;
        return false;
    }
    return false;
}

void copy_name(const std::string& name, ThreadReport& report) {
    std::memcpy(report.name, name.data(), std::min(name.size(), sizeof report.name - 1));
}

}  // namespace

void report_hang(HANDLE process, DWORD process_id, ChannelView& channel) {
    channel::Control& control = channel.control();
    if (control.stage.load() != channel::Stage::attached) return;
    const std::vector<Handle> threads = threads_of(process_id);
    for (const Handle& thread : threads) SuspendThread(thread.get());
    record_modules(process, control);
    if (SymInitializeW(process, nullptr, TRUE) == 0) return;

    control.thread_count = 0;
    std::uint32_t runs = 0, running = 0;
    for (const Handle& thread : threads) {
        if (control.thread_count == std::size(control.threads)) break;
        ThreadReport& report = control.threads[control.thread_count] = {};
        walk(process, thread.get(), report);
        if (report.frame_count == 0) continue;
        if (!is_waiting_in(control, report.frames[0])) {
            running = control.thread_count;
            ++runs;
        }
        copy_name("?", report);
        ++control.thread_count;
    }
    SymCleanup(process);

    // Who went on last is the one that runs, if only one does.
    const auto schedule = make_schedule(channel.picks());
    if (!schedule || schedule->picks.empty() || runs != 1) return;
    for (auto pick = schedule->picks.rbegin(); pick != schedule->picks.rend(); ++pick) {
        if (pick->thread == ScheduledPick::nobody) continue;
        copy_name(schedule->threads[pick->thread], control.threads[running]);
        control.threads[running].op = pick->op;
        control.threads[running].object = pick->object;
        control.threads[running].is_guilty = 1;
        break;
    }
}

}  // namespace cuzz::cli
