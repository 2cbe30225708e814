// Synchronization barriers, where Windows has them. The count is ours and the real barrier is never entered: the last
// to come lets the others go and is told that it was the last.

#include "detours/hooks/families.h"
#include "detours/hooks/hook_scope.h"
#include "detours/runtime/real.h"

namespace cuzz::detours {

namespace {

BOOL WINAPI initialize(SYNCHRONIZATION_BARRIER* barrier, LONG members, LONG spins) {
    const BOOL result = real.InitializeSynchronizationBarrier(barrier, members, spins);
    HookScope scope(nullptr);
    if (!scope || result == 0) return result;
    runtime.objects.forget(key_of(Space::others, barrier));
    if (Object* object = runtime.objects.touch(key_of(Space::others, barrier), ObjectKind::barrier))
        object->members = static_cast<std::uint32_t>(members);
    else
        runtime.flag();
    return result;
}

BOOL WINAPI enter(SYNCHRONIZATION_BARRIER* barrier, DWORD flags) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    Object* object = scope ? runtime.objects.find(key_of(Space::others, barrier)) : nullptr;
    if (object == nullptr || object->members == 0) return real.EnterSynchronizationBarrier(barrier, flags);
    const Op op{OpKind::wait, object->id, site_of(caller)};
    runtime.point(scope.self(), op);
    if (++object->readers == object->members) {
        object->readers = 0;
        runtime.grant_all(*object);
        runtime.point(scope.self(), {OpKind::proceed, no_object, op.site});
        return TRUE;
    }
    scope.self().wait.begin(never);
    scope.self().wait.add(*object, nullptr);
    runtime.wait(scope.self(), op);
    return FALSE;
}

BOOL WINAPI delete_barrier(SYNCHRONIZATION_BARRIER* barrier) {
    if (HookScope scope(nullptr); scope) runtime.objects.forget(key_of(Space::others, barrier));
    return real.DeleteSynchronizationBarrier(barrier);
}

}  // namespace

void place_barrier_hooks(HookPlacer& place) {
    place(kernelbase, "InitializeSynchronizationBarrier", real.InitializeSynchronizationBarrier, initialize);
    place(kernelbase, "EnterSynchronizationBarrier", real.EnterSynchronizationBarrier, enter);
    place(kernelbase, "DeleteSynchronizationBarrier", real.DeleteSynchronizationBarrier, delete_barrier);
}

}  // namespace cuzz::detours
