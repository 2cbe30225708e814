// Waits for kernel objects: WaitForSingleObject, WaitForMultipleObjects and their Ex forms, SignalObjectAndWait.
//
// A wait is a point; whoever is picked finds its objects signalled, or was granted one by whoever signalled it, and
// then a real wait, without waiting, takes them. For an event the moment at which the wait begins matters (a pulse, or
// a second SetEvent, is lost on who is not waiting yet): there the beginning is a point of its own, and a second one
// comes when the wait ends, unless the event is signalled at once. Handles that we do not model are waited for outside.

#include "detours/hooks/families.h"
#include "detours/hooks/handles.h"
#include "detours/hooks/hook_scope.h"
#include "detours/hooks/signals.h"
#include "detours/hooks/timeouts.h"
#include "detours/runtime/real.h"

#include <utility>

namespace cuzz::detours {

namespace {

struct Request {
    const HANDLE* handles;
    DWORD count;
    BOOL all;
    DWORD milliseconds;
    BOOL alertable;
};

DWORD real_wait(const Request& request, DWORD milliseconds) {
    if (request.count == 1)
        return real.WaitForSingleObjectEx(request.handles[0], milliseconds, request.alertable);
    return real.WaitForMultipleObjectsEx(request.count, request.handles, request.all, milliseconds,
                                         request.alertable);
}

// Only we, or threads that we control, can signal it.
bool is_modelled(const Object* object) {
    if (object == nullptr || object->kind == ObjectKind::outside) return false;
    if (object->kind == ObjectKind::thread) return object->owner != no_thread || object->has_ended;
    return object->kind != ObjectKind::timer || !runtime.clock.is_real();
}

// Fills the thread's record; false if one of the objects is not ours to model.
bool record(ThreadState& self, const Request& request) {
    self.wait.begin(never);
    if (request.count == 0 || request.count > WaitRecord::most_objects) return false;
    if (request.alertable != 0 && runtime.has_io_calls) return false;
    for (DWORD i = 0; i < request.count; ++i) {
        Object* object = object_of(request.handles[i]);
        if (!is_modelled(object)) return false;
        self.wait.add(*object, request.handles[i]);
    }
    self.wait.all = request.all != 0;
    self.wait.is_alertable = request.alertable != 0;
    self.wait.deadline = deadline_of(request.milliseconds);
    return true;
}

// A thread that has ended for us, or left a mutex behind, may still be on its way out: wait for the kernel to have it.
void await_dying(Object& object, HANDLE handle) {
    if (object.kind == ObjectKind::thread && object.has_ended) runtime.await(handle);
    if (object.dying == nullptr) return;
    const HANDLE dying = std::exchange(object.dying, nullptr);
    runtime.await(dying);
    real.NtClose(dying);
}

// The wait has taken the object: whoever else wants it must look again.
void took(ThreadState& self, Object& object) {
    if (object.kind == ObjectKind::mutex) {
        object.owner = self.id;
        ++object.recursion;
    }
    if (object.kind == ObjectKind::timer && !object.is_manual) object.is_set = false;
    runtime.changed(object);
}

// Takes one object without waiting.
DWORD take(HookScope& scope, Object& object, HANDLE handle) {
    await_dying(object, handle);
    if (object.kind == ObjectKind::timer)
        return object.is_set ? WAIT_OBJECT_0 : static_cast<DWORD>(WAIT_TIMEOUT);
    return scope.pass([&] { return real.WaitForSingleObjectEx(handle, 0, FALSE); });
}

// The first that is signalled, as Windows has it.
DWORD take_any(HookScope& scope) {
    WaitRecord& wait = scope.self().wait;
    for (std::uint32_t i = 0; i < wait.count; ++i) {
        Object& object = *wait.objects[i];
        const DWORD result = take(scope, object, wait.handles[i]);
        if (result == WAIT_TIMEOUT) continue;
        if (result == WAIT_FAILED) return result;
        took(scope.self(), object);
        return result + i;
    }
    return WAIT_TIMEOUT;
}

DWORD take_all(HookScope& scope) {
    WaitRecord& wait = scope.self().wait;
    HANDLE handles[WaitRecord::most_objects];
    DWORD count = 0;
    for (std::uint32_t i = 0; i < wait.count; ++i) {
        await_dying(*wait.objects[i], wait.handles[i]);
        if (wait.objects[i]->kind != ObjectKind::timer)
            handles[count++] = wait.handles[i];
        else if (!wait.objects[i]->is_set)
            return WAIT_TIMEOUT;
    }
    DWORD result = WAIT_OBJECT_0;
    if (count != 0)
        result = scope.pass([&] { return real.WaitForMultipleObjectsEx(count, handles, TRUE, 0, FALSE); });
    if (result == WAIT_TIMEOUT || result == WAIT_FAILED) return result;
    for (std::uint32_t i = 0; i < wait.count; ++i) took(scope.self(), *wait.objects[i]);
    return result;
}

// What the wait gives now, without waiting. Calls that are queued for an alertable one come first.
DWORD take_now(HookScope& scope) {
    ThreadState& self = scope.self();
    if (self.wait.granted >= 0) return WAIT_OBJECT_0 + static_cast<DWORD>(self.wait.granted);
    if (self.wait.is_alertable && self.apcs != 0) {
        runtime.run_calls(self);
        return WAIT_IO_COMPLETION;
    }
    return self.wait.all ? take_all(scope) : take_any(scope);
}

DWORD wait_outside(HookScope& scope, const Request& request, SiteId site) {
    Object* first = request.count != 0 ? object_of(request.handles[0]) : nullptr;
    const Op op{OpKind::wait, first != nullptr ? first->id : no_object, site};
    if (request.milliseconds == 0) {
        runtime.pass_time(scope.self(), op);
        return scope.pass([&] { return real_wait(request, 0); });
    }
    runtime.leave(scope.self(), op);
    const DWORD result = scope.pass([&] { return real_wait(request, request.milliseconds); });
    runtime.come_back(scope.self());
    return result;
}

bool has_event(const WaitRecord& wait) {
    for (std::uint32_t i = 0; i < wait.count; ++i)
        if (wait.objects[i]->kind == ObjectKind::auto_event ||
            wait.objects[i]->kind == ObjectKind::manual_event)
            return true;
    return false;
}

// The record is filled, and the wait has begun.
DWORD go_on_waiting(HookScope& scope, const Op& op) {
    ThreadState& self = scope.self();
    const std::uint64_t deadline = self.wait.deadline;
    for (;;) {
        self.wait.deadline = deadline;
        runtime.wait(self, op);
        if (self.wait.timed_out) return WAIT_TIMEOUT;
        const DWORD result = take_now(scope);
        if (result != WAIT_TIMEOUT) return result;  // else somebody outside was faster
    }
}

DWORD wait_for(HookScope& scope, const Request& request, const void* caller) {
    ThreadState& self = scope.self();
    const SiteId site = site_of(caller);
    if (!record(self, request)) return wait_outside(scope, request, site);
    const Op op{self.wait.objects[0]->kind == ObjectKind::thread ? OpKind::join : OpKind::wait,
                self.wait.objects[0]->id, site};
    if (request.milliseconds == 0) {
        runtime.pass_time(self, op);
        return take_now(scope);
    }
    if (has_event(self.wait)) {
        runtime.point(self, op);
        if (runtime.could_go(self)) {
            const DWORD result = take_now(scope);
            if (result != WAIT_TIMEOUT) return result;
        }
    }
    return go_on_waiting(scope, op);
}

DWORD WINAPI wait_single_ex(HANDLE handle, DWORD milliseconds, BOOL alertable) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.WaitForSingleObjectEx(handle, milliseconds, alertable);
    return wait_for(scope, {&handle, 1, FALSE, milliseconds, alertable}, caller);
}

DWORD WINAPI wait_single(HANDLE handle, DWORD milliseconds) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.WaitForSingleObject(handle, milliseconds);
    return wait_for(scope, {&handle, 1, FALSE, milliseconds, FALSE}, caller);
}

DWORD WINAPI wait_multiple_ex(DWORD count, const HANDLE* handles, BOOL all, DWORD milliseconds,
                              BOOL alertable) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.WaitForMultipleObjectsEx(count, handles, all, milliseconds, alertable);
    return wait_for(scope, {handles, count, all, milliseconds, alertable}, caller);
}

DWORD WINAPI wait_multiple(DWORD count, const HANDLE* handles, BOOL all, DWORD milliseconds) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.WaitForMultipleObjects(count, handles, all, milliseconds);
    return wait_for(scope, {handles, count, all, milliseconds, FALSE}, caller);
}

// To signal one and to begin to wait for the other is one step.
DWORD WINAPI signal_and_wait(HANDLE to_signal, HANDLE to_wait, DWORD milliseconds, BOOL alertable) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.SignalObjectAndWait(to_signal, to_wait, milliseconds, alertable);
    ThreadState& self = scope.self();
    Object* signalled = object_of(to_signal);
    const Request request{&to_wait, 1, FALSE, milliseconds, alertable};
    const SiteId site = site_of(caller);
    if (!is_modelled(signalled) || !record(self, request)) {
        runtime.leave(self, {OpKind::wait, no_object, site});
        const DWORD result =
            scope.pass([&] { return real.SignalObjectAndWait(to_signal, to_wait, milliseconds, alertable); });
        runtime.come_back(self);
        return result;
    }
    runtime.point(self, {signalling_op(signalled->kind), signalled->id, site});
    if (signal_object(scope, *signalled, to_signal) == 0) return WAIT_FAILED;
    const Op op{OpKind::wait, self.wait.objects[0]->id, site};
    if (milliseconds == 0) return take_now(scope);
    return go_on_waiting(scope, op);
}

}  // namespace

void place_wait_hooks(HookPlacer& place) {
    place(kernelbase, "WaitForSingleObject", real.WaitForSingleObject, wait_single);
    place(kernelbase, "WaitForSingleObjectEx", real.WaitForSingleObjectEx, wait_single_ex);
    place(kernelbase, "WaitForMultipleObjects", real.WaitForMultipleObjects, wait_multiple);
    place(kernelbase, "WaitForMultipleObjectsEx", real.WaitForMultipleObjectsEx, wait_multiple_ex);
    place(kernelbase, "SignalObjectAndWait", real.SignalObjectAndWait, signal_and_wait);
}

}  // namespace cuzz::detours
