// Condition variables: ntdll's Rtl functions. The queue is ours, since who is woken is a pick; the real variable is
// never touched. A sleeper lets its lock go, waits to be woken or for its time to be over, and takes the lock again.

#include "detours/hooks/families.h"
#include "detours/hooks/hook_scope.h"
#include "detours/hooks/lock_ops.h"
#include "detours/hooks/timeouts.h"
#include "detours/runtime/real.h"

namespace cuzz::detours {

namespace {

// `release` and `attempt` are the lock's own, `block` takes it for real.
template <class Release, class Attempt, class Block>
NtStatus sleep_on(HookScope& scope, RTL_CONDITION_VARIABLE* variable, const void* lock_address, bool shared,
                  const LARGE_INTEGER* timeout, const void* caller, Release release, Attempt attempt,
                  Block block) {
    ThreadState& self = scope.self();
    Object* condition = runtime.objects.touch(key_of(Space::conditions, variable), ObjectKind::condition);
    Object* lock = lock_object(lock_address);
    if (condition == nullptr || lock == nullptr) return status_timeout;
    const SiteId site = site_of(caller);
    runtime.point(self, {OpKind::release, lock->id, site});
    release();
    runtime.released(*lock, shared);

    WaitRecord& wait = self.wait;
    wait.begin(deadline_of(timeout));
    wait.add(*condition, nullptr);
    runtime.wait(self, {OpKind::wait, condition->id, site});
    const bool timed_out = wait.granted < 0;

    runtime.acquire(self, *lock, shared, site);
    if (!attempt()) {
        runtime.leave(self, {OpKind::wait, lock->id, site});
        block();
        runtime.come_back(self);
    }
    runtime.taken(self, *lock, shared);
    return timed_out ? status_timeout : status_success;
}

NtStatus WINAPI sleep_cs(RTL_CONDITION_VARIABLE* variable, RTL_CRITICAL_SECTION* section,
                         const LARGE_INTEGER* timeout) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    if (is_ntdll_code(caller)) return real.RtlSleepConditionVariableCS(variable, section, timeout);
    HookScope scope(nullptr);  // kernelbase calls it for the program
    if (!scope) return real.RtlSleepConditionVariableCS(variable, section, timeout);
    return sleep_on(
        scope, variable, section, false, timeout, caller, [=] { real.RtlLeaveCriticalSection(section); },
        [=] { return real.RtlTryEnterCriticalSection(section) != 0; },
        [=] { real.RtlEnterCriticalSection(section); });
}

NtStatus WINAPI sleep_srw(RTL_CONDITION_VARIABLE* variable, RTL_SRWLOCK* lock, const LARGE_INTEGER* timeout,
                          ULONG flags) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    if (is_ntdll_code(caller)) return real.RtlSleepConditionVariableSRW(variable, lock, timeout, flags);
    HookScope scope(nullptr);
    if (!scope) return real.RtlSleepConditionVariableSRW(variable, lock, timeout, flags);
    if ((flags & RTL_CONDITION_VARIABLE_LOCKMODE_SHARED) != 0)
        return sleep_on(
            scope, variable, lock, true, timeout, caller, [=] { real.RtlReleaseSRWLockShared(lock); },
            [=] { return real.RtlTryAcquireSRWLockShared(lock) != 0; },
            [=] { real.RtlAcquireSRWLockShared(lock); });
    return sleep_on(
        scope, variable, lock, false, timeout, caller, [=] { real.RtlReleaseSRWLockExclusive(lock); },
        [=] { return real.RtlTryAcquireSRWLockExclusive(lock) != 0; },
        [=] { real.RtlAcquireSRWLockExclusive(lock); });
}

void WINAPI wake_one(RTL_CONDITION_VARIABLE* variable) {
    wake_queue(key_of(Space::conditions, variable), ObjectKind::condition, false, CUZZ_RETURN_ADDRESS(),
               [=] { real.RtlWakeConditionVariable(variable); });
}

void WINAPI wake_all(RTL_CONDITION_VARIABLE* variable) {
    wake_queue(key_of(Space::conditions, variable), ObjectKind::condition, true, CUZZ_RETURN_ADDRESS(),
               [=] { real.RtlWakeAllConditionVariable(variable); });
}

}  // namespace

void place_condition_variable_hooks(HookPlacer& place) {
    place(ntdll, "RtlSleepConditionVariableCS", real.RtlSleepConditionVariableCS, sleep_cs);
    place(ntdll, "RtlSleepConditionVariableSRW", real.RtlSleepConditionVariableSRW, sleep_srw);
    place(ntdll, "RtlWakeConditionVariable", real.RtlWakeConditionVariable, wake_one);
    place(ntdll, "RtlWakeAllConditionVariable", real.RtlWakeAllConditionVariable, wake_all);
}

}  // namespace cuzz::detours
