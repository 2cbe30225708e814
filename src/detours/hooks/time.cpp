// Sleeps, yields and clocks, in virtual time: a sleep orders, it does not take time; a clock that is read moves.

#include "detours/hooks/families.h"
#include "detours/hooks/hook_scope.h"
#include "detours/hooks/timeouts.h"
#include "detours/runtime/real.h"

namespace cuzz::detours {

namespace {

void yield(HookScope& scope, const void* caller) {
    runtime.pass_time(scope.self(), {OpKind::yield, no_object, site_of(caller)});
}

// True if an asynchronous procedure call ended it.
bool sleep_for(HookScope& scope, DWORD milliseconds, bool alertable, const void* caller) {
    ThreadState& self = scope.self();
    if (alertable && runtime.has_io_calls) {
        runtime.leave(self, {OpKind::sleep, no_object, site_of(caller)});
        const bool called = real.SleepEx(milliseconds, TRUE) == WAIT_IO_COMPLETION;
        self.apcs = 0;
        runtime.come_back(self);
        return called;
    }
    if (milliseconds == 0) {
        yield(scope, caller);
    } else if (!alertable || self.apcs == 0) {
        self.wait.begin(deadline_of(milliseconds));
        self.wait.is_alertable = alertable;
        runtime.wait(self, {OpKind::sleep, no_object, site_of(caller)});
        if (self.wait.timed_out) return false;
    }
    if (!alertable || self.apcs == 0) return false;
    runtime.run_calls(self);
    return true;
}

void WINAPI sleep(DWORD milliseconds) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.Sleep(milliseconds);
    sleep_for(scope, milliseconds, false, caller);
}

DWORD WINAPI sleep_ex(DWORD milliseconds, BOOL alertable) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.SleepEx(milliseconds, alertable);
    return sleep_for(scope, milliseconds, alertable != 0, caller) ? static_cast<DWORD>(WAIT_IO_COMPLETION)
                                                                  : 0;
}

BOOL WINAPI switch_to_thread() {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.SwitchToThread();
    yield(scope, caller);
    return TRUE;
}

// The clocks: whoever is scheduled sees virtual time. False: the real one.
bool read_virtual(const void* caller, std::uint64_t& now) {
    if (runtime.is_over() || runtime.clock.is_real()) return false;
    HookScope scope(caller);
    if (!scope) return false;
    now = runtime.read_clock();
    return true;
}

ULONGLONG WINAPI tick_count64() {
    std::uint64_t now;
    if (!read_virtual(CUZZ_RETURN_ADDRESS(), now)) return real.GetTickCount64();
    return Clock::uptime * 1'000 + now / 10'000;
}

DWORD WINAPI tick_count() {
    std::uint64_t now;
    if (!read_virtual(CUZZ_RETURN_ADDRESS(), now)) return real.GetTickCount();
    return static_cast<DWORD>(Clock::uptime * 1'000 + now / 10'000);
}

BOOL WINAPI interrupt_time(ULONGLONG* time) {
    std::uint64_t now;
    if (!read_virtual(CUZZ_RETURN_ADDRESS(), now)) return real.QueryUnbiasedInterruptTime(time);
    *time = Clock::uptime * 10'000'000 + now;
    return TRUE;
}

FILETIME file_time(std::uint64_t now) {
    now += Clock::start_of_time;
    return {static_cast<DWORD>(now), static_cast<DWORD>(now >> 32)};
}

BOOL WINAPI performance_counter(LARGE_INTEGER* counter) {
    std::uint64_t now;
    if (!read_virtual(CUZZ_RETURN_ADDRESS(), now)) return real.QueryPerformanceCounter(counter);
    LARGE_INTEGER frequency;
    QueryPerformanceFrequency(&frequency);
    const auto per_second = static_cast<std::uint64_t>(frequency.QuadPart);
    counter->QuadPart = static_cast<LONGLONG>(per_second * Clock::uptime + now / 10'000'000 * per_second +
                                              now % 10'000'000 * per_second / 10'000'000);
    return TRUE;
}

void WINAPI system_time(FILETIME* time) {
    std::uint64_t now;
    if (!read_virtual(CUZZ_RETURN_ADDRESS(), now)) return real.GetSystemTimeAsFileTime(time);
    *time = file_time(now);
}

void WINAPI precise_system_time(FILETIME* time) {
    std::uint64_t now;
    if (!read_virtual(CUZZ_RETURN_ADDRESS(), now)) return real.GetSystemTimePreciseAsFileTime(time);
    *time = file_time(now);
}

void WINAPI system_date(SYSTEMTIME* date) {
    std::uint64_t now;
    if (!read_virtual(CUZZ_RETURN_ADDRESS(), now)) return real.GetSystemTime(date);
    const FILETIME time = file_time(now);
    FileTimeToSystemTime(&time, date);
}

void WINAPI local_date(SYSTEMTIME* date) {
    std::uint64_t now;
    if (!read_virtual(CUZZ_RETURN_ADDRESS(), now)) return real.GetLocalTime(date);
    const FILETIME time = file_time(now);
    FILETIME local;
    FileTimeToLocalFileTime(&time, &local);
    FileTimeToSystemTime(&local, date);
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
    place(kernelbase, "GetSystemTime", real.GetSystemTime, system_date);
    place(kernelbase, "GetLocalTime", real.GetLocalTime, local_date);
    place(kernelbase, "QueryUnbiasedInterruptTime", real.QueryUnbiasedInterruptTime, interrupt_time);
}

}  // namespace cuzz::detours
