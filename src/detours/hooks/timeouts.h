// Time limits of waits, in virtual time, and the wake-ups that end them.
#pragma once

#include "detours/hooks/hook_scope.h"

namespace cuzz::detours {

// The native form: null is for ever, negative is from now, positive is a moment. In units of 100 ns.
inline std::uint64_t deadline_of(const LARGE_INTEGER* timeout) {
    if (timeout == nullptr) return never;
    const LONGLONG value = timeout->QuadPart;
    if (value < 0) return runtime.clock.now() + static_cast<std::uint64_t>(-value);
    const auto moment = static_cast<std::uint64_t>(value);
    const std::uint64_t start = runtime.clock.start_of_time();
    return moment > start ? moment - start : 0;
}

// The Win32 form: milliseconds.
inline std::uint64_t deadline_of(DWORD milliseconds) {
    return milliseconds == INFINITE ? never : runtime.clock.now() + std::uint64_t{milliseconds} * 10'000;
}

// One or all of those who wait for the object may go on. A point before and one after.
inline void wake_waiters(HookScope& scope, Object* object, bool all, const void* caller) {
    if (object == nullptr) return runtime.flag();
    const SiteId site = site_of(caller);
    runtime.point(scope.self(), {all ? OpKind::wake_all : OpKind::wake_one, object->id, site});
    do {
        const ThreadId thread = all ? object->waiting.first() : runtime.choose_waiter(*object);
        if (thread == no_thread) break;
        runtime.grant(thread, *object);
    } while (all);
    runtime.point(scope.self(), {OpKind::proceed, no_object, site});
}

}  // namespace cuzz::detours
