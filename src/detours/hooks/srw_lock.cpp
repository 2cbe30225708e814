// Slim reader/writer locks: ntdll's Rtl functions.

#include "detours/hooks/families.h"
#include "detours/hooks/hook_scope.h"
#include "detours/hooks/lock_ops.h"
#include "detours/runtime/real.h"

namespace cuzz::detours {

namespace {

void note_strict(const void* lock) {
    if (Object* object = lock_object(lock)) object->is_strict = true;
}

void WINAPI acquire_exclusive(RTL_SRWLOCK* lock) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.RtlAcquireSRWLockExclusive(lock);
    note_strict(lock);
    take_lock(
        scope, lock, false, caller, [=] { return real.RtlTryAcquireSRWLockExclusive(lock) != 0; },
        [=] { real.RtlAcquireSRWLockExclusive(lock); });
}

void WINAPI acquire_shared(RTL_SRWLOCK* lock) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.RtlAcquireSRWLockShared(lock);
    take_lock(
        scope, lock, true, caller, [=] { return real.RtlTryAcquireSRWLockShared(lock) != 0; },
        [=] { real.RtlAcquireSRWLockShared(lock); });
}

BOOLEAN WINAPI try_exclusive(RTL_SRWLOCK* lock) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.RtlTryAcquireSRWLockExclusive(lock);
    return try_lock(scope, lock, false, caller,
                    [=] { return real.RtlTryAcquireSRWLockExclusive(lock) != 0; });
}

BOOLEAN WINAPI try_shared(RTL_SRWLOCK* lock) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.RtlTryAcquireSRWLockShared(lock);
    return try_lock(scope, lock, true, caller, [=] { return real.RtlTryAcquireSRWLockShared(lock) != 0; });
}

void WINAPI release_exclusive(RTL_SRWLOCK* lock) {
    HookScope scope(nullptr);
    if (!scope) return real.RtlReleaseSRWLockExclusive(lock);
    leave_lock(scope, lock, false, CUZZ_RETURN_ADDRESS(), [=] { real.RtlReleaseSRWLockExclusive(lock); });
}

void WINAPI release_shared(RTL_SRWLOCK* lock) {
    HookScope scope(nullptr);
    if (!scope) return real.RtlReleaseSRWLockShared(lock);
    leave_lock(scope, lock, true, CUZZ_RETURN_ADDRESS(), [=] { real.RtlReleaseSRWLockShared(lock); });
}

}  // namespace

void place_srw_lock_hooks(HookPlacer& place) {
    place(ntdll, "RtlAcquireSRWLockExclusive", real.RtlAcquireSRWLockExclusive, acquire_exclusive);
    place(ntdll, "RtlAcquireSRWLockShared", real.RtlAcquireSRWLockShared, acquire_shared);
    place(ntdll, "RtlTryAcquireSRWLockExclusive", real.RtlTryAcquireSRWLockExclusive, try_exclusive);
    place(ntdll, "RtlTryAcquireSRWLockShared", real.RtlTryAcquireSRWLockShared, try_shared);
    place(ntdll, "RtlReleaseSRWLockExclusive", real.RtlReleaseSRWLockExclusive, release_exclusive);
    place(ntdll, "RtlReleaseSRWLockShared", real.RtlReleaseSRWLockShared, release_shared);
}

}  // namespace cuzz::detours
