// What ends waits: SetEvent, ResetEvent, PulseEvent, ReleaseMutex, ReleaseSemaphore.
//
// A signal that somebody waits for is granted at once to a waiter that the strategy picks, as Windows does: two
// waiters and two SetEvents wake two, whoever runs in between. The real object is only touched by what is left over.

#include "detours/hooks/families.h"
#include "detours/hooks/handles.h"
#include "detours/hooks/hook_scope.h"
#include "detours/runtime/real.h"

namespace cuzz::detours {

namespace {

bool waits_for_all(ThreadId thread) { return runtime.state(thread).wait.all; }

// Hands the signal to one waiter. False if nobody takes it alone (those who wait for all need more than this).
bool grant_one(Object& object) {
    ThreadSet alone;
    object.waiting.for_each([&](ThreadId t) {
        if (!waits_for_all(t)) alone.insert(t);
    });
    if (alone.empty()) return false;
    ThreadId waiters[max_threads];
    std::size_t count = 0;
    alone.for_each([&](ThreadId t) { waiters[count++] = t; });
    runtime.grant(runtime.engine().choose_waiter(object.id, {waiters, count}), object);
    return true;
}

void grant_all(Object& object) {
    ThreadSet alone;
    object.waiting.for_each([&](ThreadId t) {
        if (!waits_for_all(t)) alone.insert(t);
    });
    alone.for_each([&](ThreadId t) { runtime.grant(t, object); });
}

// A point before and one after; `act` gets the object and does it.
template <class Act>
BOOL signal(HANDLE handle, OpKind kind, const void* caller, BOOL(WINAPI* pass_on)(HANDLE), Act act) {
    HookScope scope(nullptr);
    if (!scope) return pass_on(handle);
    Object* object = object_of(handle);
    if (object == nullptr || object->kind == ObjectKind::outside)
        return scope.pass([&] { return pass_on(handle); });
    const SiteId site = site_of(caller);
    runtime.point(scope.self(), {kind, object->id, site});
    const BOOL result = act(scope, *object);
    runtime.point(scope.self(), {OpKind::proceed, no_object, site});
    return result;
}

BOOL WINAPI set_event(HANDLE handle) {
    return signal(handle, OpKind::set, CUZZ_RETURN_ADDRESS(), real.SetEvent,
                  [=](HookScope& scope, Object& object) {
                      if (object.kind == ObjectKind::auto_event &&
                          !kernel_is_signalled(object.kind, handle) && grant_one(object))
                          return TRUE;
                      const BOOL result = scope.pass([&] { return real.SetEvent(handle); });
                      if (object.kind == ObjectKind::manual_event) grant_all(object);
                      runtime.changed(object);
                      return result;
                  });
}

BOOL WINAPI reset_event(HANDLE handle) {
    return signal(handle, OpKind::reset, CUZZ_RETURN_ADDRESS(), real.ResetEvent,
                  [=](HookScope& scope, Object& object) {
                      const BOOL result = scope.pass([&] { return real.ResetEvent(handle); });
                      runtime.changed(object);
                      return result;
                  });
}

BOOL WINAPI pulse_event(HANDLE handle) {
    return signal(handle, OpKind::set, CUZZ_RETURN_ADDRESS(), real.PulseEvent,
                  [=](HookScope& scope, Object& object) {
                      if (object.kind == ObjectKind::manual_event)
                          grant_all(object);
                      else
                          grant_one(object);
                      const BOOL result = scope.pass([&] { return real.PulseEvent(handle); });
                      runtime.changed(object);
                      return result;
                  });
}

BOOL WINAPI release_mutex(HANDLE handle) {
    return signal(handle, OpKind::release, CUZZ_RETURN_ADDRESS(), real.ReleaseMutex,
                  [=](HookScope& scope, Object& object) {
                      const BOOL result = scope.pass([&] { return real.ReleaseMutex(handle); });
                      if (result == 0) return result;
                      if (object.recursion != 0 && --object.recursion == 0) object.owner = no_thread;
                      runtime.changed(object);
                      return result;
                  });
}

BOOL WINAPI release_semaphore(HANDLE handle, LONG count, LONG* previous) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(nullptr);
    if (!scope) return real.ReleaseSemaphore(handle, count, previous);
    Object* object = object_of(handle);
    const auto release = [&](LONG of) {
        return scope.pass([&] { return real.ReleaseSemaphore(handle, of, previous); });
    };
    if (object == nullptr || object->kind != ObjectKind::semaphore) return release(count);
    const SiteId site = site_of(caller);
    runtime.point(scope.self(), {OpKind::release, object->id, site});
    LONG left = count;
    if (!kernel_is_signalled(object->kind, handle))
        while (left > 0 && grant_one(*object)) --left;
    BOOL result = TRUE;
    if (left != 0 || count <= 0)
        result = release(left);
    else if (previous != nullptr)
        *previous = 0;
    runtime.changed(*object);
    runtime.point(scope.self(), {OpKind::proceed, no_object, site});
    return result;
}

}  // namespace

void place_signal_hooks(HookPlacer& place) {
    place(kernelbase, "SetEvent", real.SetEvent, set_event);
    place(kernelbase, "ResetEvent", real.ResetEvent, reset_event);
    place(kernelbase, "PulseEvent", real.PulseEvent, pulse_event);
    place(kernelbase, "ReleaseMutex", real.ReleaseMutex, release_mutex);
    place(kernelbase, "ReleaseSemaphore", real.ReleaseSemaphore, release_semaphore);
}

}  // namespace cuzz::detours
