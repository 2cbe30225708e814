#include "detours/runtime/report.h"

#include "detours/runtime/real.h"

#include <psapi.h>

namespace cuzz::detours {

using channel::Control;
using channel::ThreadReport;

namespace {
constexpr std::size_t most_threads = sizeof(Control::threads) / sizeof(ThreadReport);
constexpr std::size_t most_modules = sizeof(Control::modules) / sizeof(channel::ModuleRecord);
}  // namespace

ThreadReport* report_of(Control& control, ThreadId thread) {
    if (thread >= most_threads) return nullptr;
    if (control.thread_count <= thread) control.thread_count = thread + 1u;
    return &control.threads[thread];
}

void capture_stack(Control& control, ThreadId thread) {
    ThreadReport* report = report_of(control, thread);
    if (report == nullptr) return;
    void* frames[ThreadReport::most_frames];
    const USHORT count = CaptureStackBackTrace(1, ThreadReport::most_frames, frames, nullptr);
    for (USHORT i = 0; i < count; ++i) report->frames[i] = reinterpret_cast<std::uintptr_t>(frames[i]);
    report->frame_count = count;
}

namespace {

// The frames above a stopped thread's context.
std::uint32_t walk(CONTEXT& context, std::uint64_t* frames) {
    std::uint32_t count = 0;
#if defined(_WIN64)
    while (count < ThreadReport::most_frames && context.Rip != 0) {
        frames[count++] = context.Rip;
        DWORD64 base = 0;
        PRUNTIME_FUNCTION function = RtlLookupFunctionEntry(context.Rip, &base, nullptr);
        if (function == nullptr) {
            // A leaf: the return address is on top.
            SIZE_T done = 0;
            if (ReadProcessMemory(GetCurrentProcess(), reinterpret_cast<void*>(context.Rsp), &context.Rip,
                                  sizeof context.Rip, &done) == 0)
                break;
            context.Rsp += sizeof context.Rip;
            continue;
        }
        void* data = nullptr;
        DWORD64 frame = 0;
        RtlVirtualUnwind(UNW_FLAG_NHANDLER, base, context.Rip, function, &context, &data, &frame, nullptr);
    }
#else
    std::uint32_t link[2] = {context.Ebp, context.Eip};
    SIZE_T done = 0;
    do frames[count++] = link[1];
    while (count < ThreadReport::most_frames &&
           ReadProcessMemory(GetCurrentProcess(), reinterpret_cast<void*>(link[0]), link, sizeof link,
                             &done) != 0 &&
           link[1] != 0);
#endif
    return count;
}

}  // namespace

void capture_stack_of(Control& control, ThreadId thread, DWORD os_id) {
    ThreadReport* report = report_of(control, thread);
    const HANDLE handle = OpenThread(THREAD_ALL_ACCESS, FALSE, os_id);
    if (report == nullptr || handle == nullptr) return;
    if (real.SuspendThread(handle) != static_cast<DWORD>(-1)) {
        CONTEXT context{};
        context.ContextFlags = CONTEXT_FULL;
        if (GetThreadContext(handle, &context) != 0) report->frame_count = walk(context, report->frames);
        real.ResumeThread(handle);
    }
    real.NtClose(handle);
}

void mark_cycle(Control& control) {
    for (std::uint32_t first = 0; first < control.thread_count; ++first) {
        std::int32_t at = static_cast<std::int32_t>(first);
        for (std::size_t steps = 0; at >= 0 && steps < most_threads; ++steps) {
            at = static_cast<std::uint32_t>(at) < control.thread_count ? control.threads[at].waits_for : -1;
            if (at != static_cast<std::int32_t>(first)) continue;
            control.threads[first].is_guilty = 1;
            break;
        }
    }
}

void record_modules(Control& control) {
    HMODULE modules[most_modules];
    DWORD size = 0;
    if (K32EnumProcessModules(GetCurrentProcess(), modules, sizeof modules, &size) == 0) return;
    const std::size_t count = size / sizeof(HMODULE) < most_modules ? size / sizeof(HMODULE) : most_modules;
    for (std::size_t i = 0; i < count; ++i) {
        channel::ModuleRecord& record = control.modules[i];
        MODULEINFO info{};
        K32GetModuleInformation(GetCurrentProcess(), modules[i], &info, sizeof info);
        record.base = reinterpret_cast<std::uintptr_t>(info.lpBaseOfDll);
        record.size = info.SizeOfImage;
        GetModuleFileNameW(modules[i], reinterpret_cast<wchar_t*>(record.path), 260);
    }
    control.module_count = static_cast<std::uint32_t>(count);
}

}  // namespace cuzz::detours
