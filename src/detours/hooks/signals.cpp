// What ends waits: SetEvent, ResetEvent, PulseEvent, ReleaseMutex, ReleaseSemaphore.
//
// A signal that somebody waits for is granted at once to a waiter that the strategy picks, as Windows does: two
// waiters and two SetEvents wake two, whoever runs in between. The real object is only touched by what is left over.

#include "detours/hooks/signals.h"
#include "detours/hooks/families.h"
#include "detours/hooks/handles.h"
#include "detours/runtime/real.h"

namespace cuzz::detours {

namespace {

// A point before and one after; `act` gets the object and does it.
template <class Act>
BOOL signal(HANDLE handle, OpKind kind, const void* caller, BOOL(WINAPI* pass_on)(HANDLE), Act act) {
    HookScope scope(nullptr);
    if (!scope) {
        const BOOL result = pass_on(handle);
        tell(News::kernel, 0);
        return result;
    }
    Object* object = object_of(handle);
    if (object == nullptr || object->kind == ObjectKind::outside)
        return scope.pass([&] { return pass_on(handle); });
    const SiteId site = site_of(caller);
    runtime.point(scope.self(), {kind, object->id, site});
    const BOOL result = act(scope, *object);
    runtime.point(scope.self(), {OpKind::proceed, no_object, site});
    return result;
}

BOOL set(HookScope& scope, Object& object, HANDLE handle) {
    if (object.kind == ObjectKind::auto_event && !kernel_is_signalled(object.kind, handle) &&
        runtime.grant_one(object))
        return TRUE;
    const BOOL result = scope.pass([&] { return real.SetEvent(handle); });
    if (result != 0 && object.kind == ObjectKind::manual_event) runtime.grant_all(object);
    runtime.changed(object);
    return result;
}

BOOL reset(HookScope& scope, Object& object, HANDLE handle) {
    const BOOL result = scope.pass([&] { return real.ResetEvent(handle); });
    runtime.changed(object);
    return result;
}

BOOL pulse(HookScope& scope, Object& object, HANDLE handle) {
    if (object.kind == ObjectKind::manual_event)
        runtime.grant_all(object);
    else if (!kernel_is_signalled(object.kind, handle))
        runtime.grant_one(object);
    const BOOL result = scope.pass([&] { return real.PulseEvent(handle); });
    runtime.changed(object);
    return result;
}

BOOL give_back(HookScope& scope, Object& object, HANDLE handle) {
    const BOOL result = scope.pass([&] { return real.ReleaseMutex(handle); });
    if (result == 0) return result;
    if (object.recursion != 0 && --object.recursion == 0) object.owner = no_thread;
    runtime.changed(object);
    return result;
}

BOOL release(HookScope& scope, Object& object, HANDLE handle, LONG count, LONG* previous) {
    LONG left = count;
    if (has_room(handle, count) && !kernel_is_signalled(object.kind, handle))
        while (left > 0 && runtime.grant_one(object)) --left;
    BOOL result = TRUE;
    if (left != 0 || count <= 0)
        result = scope.pass([&] { return real.ReleaseSemaphore(handle, left, previous); });
    else if (previous != nullptr)
        *previous = 0;
    runtime.changed(object);
    return result;
}

BOOL WINAPI set_event(HANDLE handle) {
    return signal(handle, OpKind::set, CUZZ_RETURN_ADDRESS(), real.SetEvent,
                  [=](HookScope& scope, Object& object) { return set(scope, object, handle); });
}

BOOL WINAPI reset_event(HANDLE handle) {
    return signal(handle, OpKind::reset, CUZZ_RETURN_ADDRESS(), real.ResetEvent,
                  [=](HookScope& scope, Object& object) { return reset(scope, object, handle); });
}

BOOL WINAPI pulse_event(HANDLE handle) {
    return signal(handle, OpKind::set, CUZZ_RETURN_ADDRESS(), real.PulseEvent,
                  [=](HookScope& scope, Object& object) { return pulse(scope, object, handle); });
}

BOOL WINAPI release_mutex(HANDLE handle) {
    return signal(handle, OpKind::release, CUZZ_RETURN_ADDRESS(), real.ReleaseMutex,
                  [=](HookScope& scope, Object& object) { return give_back(scope, object, handle); });
}

BOOL WINAPI release_semaphore(HANDLE handle, LONG count, LONG* previous) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(nullptr);
    if (!scope) {
        const BOOL result = real.ReleaseSemaphore(handle, count, previous);
        tell(News::kernel, 0);
        return result;
    }
    Object* object = object_of(handle);
    if (object == nullptr || object->kind != ObjectKind::semaphore)
        return scope.pass([&] { return real.ReleaseSemaphore(handle, count, previous); });
    const SiteId site = site_of(caller);
    runtime.point(scope.self(), {OpKind::release, object->id, site});
    const BOOL result = release(scope, *object, handle, count, previous);
    runtime.point(scope.self(), {OpKind::proceed, no_object, site});
    return result;
}

}  // namespace

OpKind signalling_op(ObjectKind kind) {
    return kind == ObjectKind::mutex || kind == ObjectKind::semaphore ? OpKind::release : OpKind::set;
}

BOOL signal_object(HookScope& scope, Object& object, HANDLE handle) {
    switch (object.kind) {
        case ObjectKind::mutex: return give_back(scope, object, handle);
        case ObjectKind::semaphore: return release(scope, object, handle, 1, nullptr);
        default: return set(scope, object, handle);
    }
}

void place_signal_hooks(HookPlacer& place) {
    place(kernelbase, "SetEvent", real.SetEvent, set_event);
    place(kernelbase, "ResetEvent", real.ResetEvent, reset_event);
    place(kernelbase, "PulseEvent", real.PulseEvent, pulse_event);
    place(kernelbase, "ReleaseMutex", real.ReleaseMutex, release_mutex);
    place(kernelbase, "ReleaseSemaphore", real.ReleaseSemaphore, release_semaphore);
}

}  // namespace cuzz::detours
