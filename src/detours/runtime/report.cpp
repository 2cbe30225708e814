#include "detours/runtime/report.h"

#include "detours/runtime/platform.h"

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
