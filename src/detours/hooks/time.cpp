// Sleeps, yields and clocks, in virtual time: a sleep orders, it does not take time; a clock that is read moves.

#include "detours/hooks/families.h"
#include "detours/hooks/hook_scope.h"
#include "detours/hooks/timeouts.h"
#include "detours/runtime/real.h"

namespace cuzz::detours {

namespace {

void yield(HookScope& scope, const void* caller) {
    runtime.clock.tick();
    runtime.point(scope.self(), {OpKind::yield, no_object, site_of(caller)});
}

void sleep_for(HookScope& scope, DWORD milliseconds, const void* caller) {
    if (milliseconds == 0) return yield(scope, caller);
    ThreadState& self = scope.self();
    const Op op{OpKind::sleep, no_object, site_of(caller)};
    if (runtime.is_real_time) {
        runtime.leave(self, op);
        real.SleepEx(milliseconds, FALSE);
        return runtime.come_back(self);
    }
    self.wait.count = 0;
    self.wait.granted = -1;
    self.wait.timed_out = false;
    self.wait.deadline = deadline_of(milliseconds);
    runtime.wait(self, op);
}

void WINAPI sleep(DWORD milliseconds) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.Sleep(milliseconds);
    sleep_for(scope, milliseconds, caller);
}

DWORD WINAPI sleep_ex(DWORD milliseconds, BOOL alertable) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.SleepEx(milliseconds, alertable);
    if (alertable != 0 && real.SleepEx(0, TRUE) == WAIT_IO_COMPLETION) return WAIT_IO_COMPLETION;
    sleep_for(scope, milliseconds, caller);
    return 0;
}

BOOL WINAPI switch_to_thread() {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.SwitchToThread();
    yield(scope, caller);
    return TRUE;
}

// The clocks: whoever is scheduled sees virtual time.
bool sees_virtual_time(const void* caller) {
    const ThreadState* self = runtime.self();
    return self != nullptr && !runtime.is_real_time && is_program_code(caller);
}

ULONGLONG WINAPI tick_count64() {
    if (!sees_virtual_time(CUZZ_RETURN_ADDRESS())) return real.GetTickCount64();
    return 1'000'000 + runtime.clock.read() / 10'000;
}

DWORD WINAPI tick_count() {
    if (!sees_virtual_time(CUZZ_RETURN_ADDRESS())) return real.GetTickCount();
    return static_cast<DWORD>(1'000'000 + runtime.clock.read() / 10'000);
}

BOOL WINAPI performance_counter(LARGE_INTEGER* counter) {
    if (!sees_virtual_time(CUZZ_RETURN_ADDRESS())) return real.QueryPerformanceCounter(counter);
    LARGE_INTEGER frequency;
    QueryPerformanceFrequency(&frequency);
    const std::uint64_t now = runtime.clock.read();
    const auto per_second = static_cast<std::uint64_t>(frequency.QuadPart);
    counter->QuadPart = static_cast<LONGLONG>(per_second * 1000 + now / 10'000'000 * per_second +
                                              now % 10'000'000 * per_second / 10'000'000);
    return TRUE;
}

void file_time(FILETIME* time) {
    const std::uint64_t now = Clock::start_of_time() + runtime.clock.read();
    time->dwLowDateTime = static_cast<DWORD>(now);
    time->dwHighDateTime = static_cast<DWORD>(now >> 32);
}

void WINAPI system_time(FILETIME* time) {
    if (!sees_virtual_time(CUZZ_RETURN_ADDRESS())) return real.GetSystemTimeAsFileTime(time);
    file_time(time);
}

void WINAPI precise_system_time(FILETIME* time) {
    if (!sees_virtual_time(CUZZ_RETURN_ADDRESS())) return real.GetSystemTimePreciseAsFileTime(time);
    file_time(time);
}

}  // namespace

void place_time_hooks(HookPlacer& place) {
    place(kernelbase, "Sleep", real.Sleep, sleep);
    place(kernelbase, "SleepEx", real.SleepEx, sleep_ex);
    place(kernelbase, "SwitchToThread", real.SwitchToThread, switch_to_thread);
    place(kernelbase, "GetTickCount", real.GetTickCount, tick_count);
    place(kernelbase, "GetTickCount64", real.GetTickCount64, tick_count64);
    place(kernel32, "GetTickCount", real.kernel32_GetTickCount, tick_count);
    place(kernel32, "GetTickCount64", real.kernel32_GetTickCount64, tick_count64);
    place(kernelbase, "QueryPerformanceCounter", real.QueryPerformanceCounter, performance_counter);
    place(kernelbase, "GetSystemTimeAsFileTime", real.GetSystemTimeAsFileTime, system_time);
    place(kernelbase, "GetSystemTimePreciseAsFileTime", real.GetSystemTimePreciseAsFileTime,
          precise_system_time);
}

}  // namespace cuzz::detours
