// cuzz64.dll, cuzz32.dll: where it begins. The injected code (or DllMain, with Detours) calls `cuzz_attach` before the
// program's first instruction.

#include "channel/channel.h"
#include "detours/hook_engine/arrival.h"
#include "detours/hooks/modules.h"
#include "detours/runtime/caller.h"
#include "detours/runtime/kernel_state.h"
#include "detours/runtime/real.h"
#include "detours/runtime/runtime.h"

#include <cstring>
#include <new>

namespace cuzz::detours {

void HookPlacer::place(const wchar_t* module, const char* name, void** real_function, void* replacement) {
    *real_function = reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(module), name));
    if (*real_function == nullptr) {
        ++missing_;
        return;
    }
    if (transaction_.attach(real_function, replacement))
        ++placed_;
    else if (failed_ == nullptr)
        failed_ = name;
}

namespace {

HMODULE own_module = nullptr;
bool is_attached = false;

void refuse(channel::Control& control, const char* what, const char* why) {
    std::strncpy(control.message, what, sizeof control.message - 1);
    std::strncat(control.message, why, sizeof control.message - 1 - std::strlen(control.message));
    control.stage.store(channel::Stage::refused);
}

bool place_hooks(channel::Control& control) {
    HookTransaction transaction;
    HookPlacer place(transaction);
    place_critical_section_hooks(place);
    place_srw_lock_hooks(place);
    place_condition_variable_hooks(place);
    place_address_hooks(place);
    place_wait_hooks(place);
    place_signal_hooks(place);
    place_handle_hooks(place);
    place_thread_hooks(place);
    place_time_hooks(place);
    place_process_hooks(place);
    place_once_hooks(place);
    place_barrier_hooks(place);
    place_timer_hooks(place);
    place_call_hooks(place);
    place_backstop_hooks(place);
    place_hooks_of_present_modules(place);
    control.hooks_placed = place.placed();
    control.hooks_missing = place.missing();
    if (place.failed() != nullptr || !transaction.commit()) {
        refuse(control, place.failed() != nullptr ? place.failed() : "hooks", " cannot be hooked");
        return false;
    }
    return true;
}

DWORD WINAPI watch(void*) {
    runtime.watch();
    return 0;
}

// A DLL came later: its hooks count as well, and one that could not be placed makes the run worth nothing.
void count_hooks(const HookPlacer& placed) {
    runtime.control->hooks_placed += placed.placed();
    runtime.control->hooks_missing += placed.missing();
    if (placed.failed() != nullptr) runtime.control->flagged = 1;
}

bool attach(const Payload& payload) {
    undo_injection(payload);
    const auto handle = reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(payload.channel));
    void* view = MapViewOfFile(handle, FILE_MAP_ALL_ACCESS, 0, 0, 0);
    if (view == nullptr) return false;
    CloseHandle(handle);
    auto& control = *static_cast<channel::Control*>(view);
    if (control.magic != channel::magic || control.version != channel::version) return false;
    // A dialog would be a hang.
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    find_core_modules(own_module);
    if (!prepare_kernel_state()) {
        refuse(control, "ntdll", " lacks a function that cuzz needs");
        return false;
    }
    // The hooks look at the runtime, so it must be there first; until `start` it says that nobody is controlled.
    new (&runtime) Runtime;
    if (!place_hooks(control)) return false;
    control.watch_routine = reinterpret_cast<std::uintptr_t>(&watch);
    if (!runtime.start(control)) return false;
    is_attached = true;
    follow_modules(count_hooks);
    control.stage.store(channel::Stage::attached);
    return true;
}

// Threads that are not ours are counted.
void note_thread(DWORD reason) {
    if (runtime.is_over() || runtime.self() != nullptr) return;
    if (reason == DLL_THREAD_ATTACH && !is_own_thread()) runtime.stranger_begins();
    if (reason == DLL_THREAD_DETACH) runtime.stranger_ends();
}

}  // namespace

}  // namespace cuzz::detours

// Exported by the engine's module definition file.
extern "C" int WINAPI cuzz_attach(const cuzz::detours::Payload* payload) {
    return cuzz::detours::attach(*payload) ? 1 : 0;
}

extern "C" BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, void*) {
    if (reason != DLL_PROCESS_ATTACH && cuzz::detours::is_attached) cuzz::detours::note_thread(reason);
    if (reason != DLL_PROCESS_ATTACH) return TRUE;
    cuzz::detours::own_module = module;
    const cuzz::detours::Payload* payload = cuzz::detours::payload_at_load();
    // To return FALSE would show a box.
    if (payload != nullptr && cuzz_attach(payload) == 0)
        TerminateProcess(GetCurrentProcess(), cuzz::detours::failed_to_load);
    return TRUE;
}
