// Waits for kernel objects: WaitForSingleObject, WaitForMultipleObjects and their Ex forms, SignalObjectAndWait.
//
// A wait is a point; whoever is picked finds its objects signalled, or was granted one by whoever signalled it, and
// then the real wait, without waiting, takes them. Handles that we do not model are waited for outside.

#include "detours/hooks/families.h"
#include "detours/hooks/handles.h"
#include "detours/hooks/hook_scope.h"
#include "detours/hooks/timeouts.h"
#include "detours/runtime/real.h"

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

// Fills the thread's record; false if one of the objects is not ours to model.
bool record(ThreadState& self, const Request& request) {
    WaitRecord& wait = self.wait;
    if (request.count == 0 || request.count > WaitRecord::most_objects) return false;
    for (DWORD i = 0; i < request.count; ++i) {
        Object* object = object_of(request.handles[i]);
        if (object == nullptr || object->kind == ObjectKind::outside) return false;
        if (object->kind == ObjectKind::thread && object->owner == no_thread && !object->has_ended)
            return false;
        wait.objects[i] = object;
        wait.handles[i] = request.handles[i];
    }
    wait.count = request.count;
    wait.all = request.all != 0;
    wait.granted = -1;
    wait.timed_out = false;
    wait.deadline = deadline_of(request.milliseconds);
    return true;
}

// The wait has taken these objects: whoever else wants them must look again.
void took(ThreadState& self, const Request& request, DWORD result) {
    const WaitRecord& wait = self.wait;
    for (DWORD i = 0; i < wait.count; ++i) {
        const bool taken = request.all != 0 || result == WAIT_OBJECT_0 + i || result == WAIT_ABANDONED_0 + i;
        if (!taken) continue;
        if (wait.objects[i]->kind == ObjectKind::mutex) {
            wait.objects[i]->owner = self.id;
            ++wait.objects[i]->recursion;
        }
        runtime.changed(*wait.objects[i]);
    }
}

// A thread that has ended for us may still be on its way out: wait for the kernel to have it.
void await_dying(const WaitRecord& wait) {
    for (std::uint32_t i = 0; i < wait.count; ++i)
        if (wait.objects[i]->kind == ObjectKind::thread && wait.objects[i]->has_ended)
            real.WaitForSingleObjectEx(wait.handles[i], INFINITE, FALSE);
}

DWORD wait_for(HookScope& scope, const Request& request, const void* caller) {
    ThreadState& self = scope.self();
    const SiteId site = site_of(caller);
    if (!record(self, request)) {
        self.wait.count = 0;
        Object* first = request.count != 0 ? object_of(request.handles[0]) : nullptr;
        runtime.leave(self, {OpKind::wait, first != nullptr ? first->id : no_object, site});
        const DWORD result = scope.pass([&] { return real_wait(request, request.milliseconds); });
        runtime.come_back(self);
        return result;
    }
    const Op op{OpKind::wait, self.wait.objects[0]->id, site};
    if (request.milliseconds == 0) {
        runtime.point(self, op);
        await_dying(self.wait);
        const DWORD result = scope.pass([&] { return real_wait(request, 0); });
        if (result < WAIT_OBJECT_0 + request.count || result - WAIT_ABANDONED_0 < request.count)
            took(self, request, result);
        self.wait.count = 0;
        return result;
    }
    const std::uint64_t deadline = self.wait.deadline;
    for (;;) {
        self.wait.deadline = deadline;
        runtime.wait(self, op);
        DWORD result = WAIT_TIMEOUT;
        if (self.wait.granted >= 0) {
            result = WAIT_OBJECT_0 + static_cast<DWORD>(self.wait.granted);
        } else if (!self.wait.timed_out) {
            await_dying(self.wait);
            result = scope.pass([&] { return real_wait(request, 0); });
            if (result == WAIT_TIMEOUT) continue;  // somebody outside was faster
            took(self, request, result);
        }
        self.wait.count = 0;
        return result;
    }
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

}  // namespace

void place_wait_hooks(HookPlacer& place) {
    place(kernelbase, "WaitForSingleObject", real.WaitForSingleObject, wait_single);
    place(kernelbase, "WaitForSingleObjectEx", real.WaitForSingleObjectEx, wait_single_ex);
    place(kernelbase, "WaitForMultipleObjects", real.WaitForMultipleObjects, wait_multiple);
    place(kernelbase, "WaitForMultipleObjectsEx", real.WaitForMultipleObjectsEx, wait_multiple_ex);
}

}  // namespace cuzz::detours
