// Time limits of waits, and the wake-ups that end them.
#pragma once

#include "detours/hooks/hook_scope.h"
#include "detours/runtime/real.h"

#include <limits>

namespace cuzz::detours {

// The native form: null is for ever, negative is from now, positive is a moment. In units of 100 ns.
inline std::uint64_t deadline_of(const LARGE_INTEGER* timeout) {
    if (timeout == nullptr) return never;
    const LONGLONG value = timeout->QuadPart;
    const std::uint64_t now = runtime.clock.now();
    if (value <= 0)
        return value == (std::numeric_limits<LONGLONG>::min)() ? never
                                                               : now + static_cast<std::uint64_t>(-value);
    const auto moment = static_cast<std::uint64_t>(value);
    if (runtime.clock.is_real()) {
        FILETIME time;
        real.GetSystemTimeAsFileTime(&time);
        const std::uint64_t today = std::uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime;
        return moment > today ? now + (moment - today) : now;
    }
    return moment > Clock::start_of_time ? moment - Clock::start_of_time : 0;
}

// The Win32 form: milliseconds.
inline std::uint64_t deadline_of(DWORD milliseconds) {
    return milliseconds == INFINITE ? never : runtime.clock.now() + std::uint64_t{milliseconds} * 10'000;
}

// One or all of those who wait in the queue may go on. A point before and one after. Whoever waits for real is not ours:
// the real wake-up is for them.
template <class Wake>
void wake_queue(Key key, ObjectKind kind, bool all, const void* caller, Wake real_wake) {
    const auto pass_on = [&] {
        real_wake();
        tell(all ? News::wake_all : News::wake_one, key);
    };
    // ntdll's own business, or the last call of a pool's callback, which returns there.
    if (is_ntdll_code(caller)) return pass_on();
    HookScope scope(nullptr);
    if (!scope) return pass_on();
    Object* queue = runtime.objects.touch(key, kind);
    if (queue == nullptr) {
        runtime.flag();
        return real_wake();
    }
    const SiteId site = site_of(caller);
    runtime.point(scope.self(), {all ? OpKind::wake_all : OpKind::wake_one, queue->id, site});
    real_wake();
    if (all)
        runtime.grant_all(*queue);
    else
        runtime.grant_one(*queue);
    runtime.point(scope.self(), {OpKind::proceed, no_object, site});
}

}  // namespace cuzz::detours
