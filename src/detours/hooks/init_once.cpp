// One-time initialization: ntdll's RtlRunOnce functions, where InitOnceExecuteOnce and its relatives end. Whoever
// initializes has the object like a lock; others wait until it is done or has failed.

#include "detours/hooks/families.h"
#include "detours/hooks/hook_scope.h"
#include "detours/runtime/real.h"

namespace cuzz::detours {

namespace {

constexpr NtStatus status_pending = 0x103;

DWORD WINAPI begin_initialize(RTL_RUN_ONCE* once, DWORD flags, void** context) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(nullptr);
    // Only to look, or each for itself: nobody waits.
    if (!scope || (flags & (RTL_RUN_ONCE_CHECK_ONLY | RTL_RUN_ONCE_ASYNC)) != 0)
        return real.RtlRunOnceBeginInitialize(once, flags, context);
    Object* object = runtime.objects.touch(key_of(Space::others, once), ObjectKind::once);
    if (object == nullptr) {
        runtime.flag();
        return real.RtlRunOnceBeginInitialize(once, flags, context);
    }
    runtime.acquire(scope.self(), *object, false, site_of(caller));
    const DWORD status = real.RtlRunOnceBeginInitialize(once, flags, context);
    if (status == status_pending) runtime.taken(scope.self(), *object, false);
    return status;
}

DWORD WINAPI complete(RTL_RUN_ONCE* once, DWORD flags, void* context) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(nullptr);
    Object* object = scope ? runtime.objects.find(key_of(Space::others, once)) : nullptr;
    if (object == nullptr || object->owner != scope.self().id)
        return real.RtlRunOnceComplete(once, flags, context);
    const SiteId site = site_of(caller);
    runtime.point(scope.self(), {OpKind::release, object->id, site});
    const DWORD status = real.RtlRunOnceComplete(once, flags, context);
    if (status == status_success) runtime.released(*object, false);
    runtime.point(scope.self(), {OpKind::proceed, no_object, site});
    return status;
}

// What it does in ntdll, step by step: there the steps may have been compiled into one.
DWORD WINAPI execute_once(RTL_RUN_ONCE* once, PRTL_RUN_ONCE_INIT_FN routine, void* parameter,
                          void** context) {
    constexpr DWORD unsuccessful = 0xC0000001;
    const ThreadState* self = runtime.self();
    if (self == nullptr || self->depth != 0)
        return real.RtlRunOnceExecuteOnce(once, routine, parameter, context);
    const DWORD status = begin_initialize(once, 0, context);
    if (status != status_pending) return status;
    if (routine(once, parameter, context) != 0)
        return complete(once, 0, context != nullptr ? *context : nullptr);
    complete(once, RTL_RUN_ONCE_INIT_FAILED, nullptr);
    return unsuccessful;
}

}  // namespace

void place_once_hooks(HookPlacer& place) {
    place(ntdll, "RtlRunOnceExecuteOnce", real.RtlRunOnceExecuteOnce, execute_once);
    place(ntdll, "RtlRunOnceBeginInitialize", real.RtlRunOnceBeginInitialize, begin_initialize);
    place(ntdll, "RtlRunOnceComplete", real.RtlRunOnceComplete, complete);
}

}  // namespace cuzz::detours
