// Waitable timers, in virtual time: the real timer is never set. In real time they are left alone and waited for
// outside.

#include "detours/hooks/families.h"
#include "detours/hooks/handles.h"
#include "detours/hooks/timeouts.h"
#include "detours/runtime/real.h"

namespace cuzz::detours {

namespace {

Object* timer_at(HookScope& scope, HANDLE handle) {
    if (!scope || runtime.clock.is_real()) return nullptr;
    Object* timer = object_of(handle);
    return timer != nullptr && timer->kind == ObjectKind::timer ? timer : nullptr;
}

void note_creation(HANDLE handle, bool is_manual) {
    if (handle == nullptr) return;
    HookScope scope(nullptr);
    if (Object* timer = timer_at(scope, handle)) timer->is_manual = is_manual;
}

HANDLE WINAPI create_ex(SECURITY_ATTRIBUTES* security, const wchar_t* name, DWORD flags, DWORD access) {
    const HANDLE handle = real.CreateWaitableTimerExW(security, name, flags, access);
    note_creation(handle, (flags & CREATE_WAITABLE_TIMER_MANUAL_RESET) != 0);
    return handle;
}

HANDLE WINAPI create(SECURITY_ATTRIBUTES* security, BOOL is_manual, const wchar_t* name) {
    const HANDLE handle = real.CreateWaitableTimerW(security, is_manual, name);
    note_creation(handle, is_manual != 0);
    return handle;
}

bool set_virtual(const void* caller, HANDLE handle, const LARGE_INTEGER* due, LONG period,
                 PTIMERAPCROUTINE routine, void* argument) {
    HookScope scope(nullptr);
    Object* timer = timer_at(scope, handle);
    if (timer == nullptr || due == nullptr || period < 0) return false;
    const SiteId site = site_of(caller);
    runtime.point(scope.self(), {OpKind::reset, timer->id, site});
    timer->is_set = false;
    timer->due = deadline_of(due);
    timer->period = static_cast<std::uint64_t>(period) * 10'000;
    timer->routine = routine;
    timer->argument = argument;
    timer->setter = scope.self().id;
    runtime.changed(*timer);
    runtime.arm(*timer);
    scope.fail_with(ERROR_SUCCESS);
    return true;
}

BOOL WINAPI set(HANDLE handle, const LARGE_INTEGER* due, LONG period, PTIMERAPCROUTINE routine,
                void* argument, BOOL resume) {
    if (set_virtual(CUZZ_RETURN_ADDRESS(), handle, due, period, routine, argument)) return TRUE;
    return real.SetWaitableTimer(handle, due, period, routine, argument, resume);
}

BOOL WINAPI set_ex(HANDLE handle, const LARGE_INTEGER* due, LONG period, PTIMERAPCROUTINE routine,
                   void* argument, REASON_CONTEXT* context, ULONG delay) {
    if (set_virtual(CUZZ_RETURN_ADDRESS(), handle, due, period, routine, argument)) return TRUE;
    return real.SetWaitableTimerEx(handle, due, period, routine, argument, context, delay);
}

BOOL WINAPI cancel(HANDLE handle) {
    {
        HookScope scope(nullptr);
        if (Object* timer = timer_at(scope, handle)) {
            timer->due = never;
            return TRUE;
        }
    }
    return real.CancelWaitableTimer(handle);
}

}  // namespace

void place_timer_hooks(HookPlacer& place) {
    place(kernelbase, "CreateWaitableTimerExW", real.CreateWaitableTimerExW, create_ex);
    place(kernelbase, "CreateWaitableTimerW", real.CreateWaitableTimerW, create);
    place(kernelbase, "SetWaitableTimer", real.SetWaitableTimer, set);
    place(kernelbase, "SetWaitableTimerEx", real.SetWaitableTimerEx, set_ex);
    place(kernelbase, "CancelWaitableTimer", real.CancelWaitableTimer, cancel);
}

}  // namespace cuzz::detours
