// Birth and death of threads. A child parks in its wrapped start routine until it is picked; its creator waits for it
// to get there. A dying thread keeps the token to its very last call.

#include "detours/hooks/families.h"
#include "detours/hooks/handles.h"
#include "detours/hooks/hook_scope.h"
#include "detours/runtime/real.h"

namespace cuzz::detours {

namespace {

DWORD WINAPI start_routine(void* argument) {
    ThreadState& self = *static_cast<ThreadState*>(argument);
    runtime.enter(self);
    return self.routine(self.argument);
}

HANDLE WINAPI create_thread(HANDLE process, SECURITY_ATTRIBUTES* security, SIZE_T stack,
                            ThreadRoutine routine, void* argument, DWORD flags,
                            LPPROC_THREAD_ATTRIBUTE_LIST attributes, DWORD* id) {
    HookScope scope(nullptr);
    if (!scope || process != GetCurrentProcess())
        return real.CreateRemoteThreadEx(process, security, stack, routine, argument, flags, attributes, id);
    ThreadState& self = scope.self();
    const SiteId site = site_of(reinterpret_cast<const void*>(routine));
    runtime.point(self, {OpKind::create, no_object, site});
    ThreadState* child = runtime.birth(self, {OpKind::start, no_object, site});
    if (child == nullptr)
        return scope.pass([&] {
            return real.CreateRemoteThreadEx(process, security, stack, routine, argument, flags, attributes,
                                             id);
        });
    child->routine = routine;
    child->argument = argument;
    const HANDLE handle = scope.pass([&] {
        return real.CreateRemoteThreadEx(process, security, stack, start_routine, child, flags, attributes,
                                         id);
    });
    if (handle == nullptr) {
        runtime.engine().finish(child->id);
        return handle;
    }
    if (Object* object =
            runtime.objects.touch(reinterpret_cast<std::uintptr_t>(handle), ObjectKind::thread)) {
        object->owner = child->id;
        child->own_object = object;
    }
    if ((flags & CREATE_SUSPENDED) != 0) {
        child->is_suspended = true;
        runtime.engine().block(child->id);
    } else {
        runtime.await_arrival(*child);
    }
    runtime.point(self, {OpKind::proceed, no_object, site});
    return handle;
}

DWORD WINAPI resume_thread(HANDLE handle) {
    HookScope scope(nullptr);
    if (!scope) return real.ResumeThread(handle);
    const DWORD before = scope.pass([&] { return real.ResumeThread(handle); });
    Object* object = object_of(handle);
    if (before != 1 || object == nullptr || object->kind != ObjectKind::thread || object->owner == no_thread)
        return before;
    ThreadState& child = runtime.state(object->owner);
    if (!child.is_suspended) return before;
    child.is_suspended = false;
    runtime.await_arrival(child);
    runtime.engine().unblock(child.id);
    runtime.point(scope.self(), {OpKind::proceed, object->id, 0});
    return before;
}

NtStatus WINAPI terminate_thread(HANDLE handle, LONG code) {
    const bool own = handle == nullptr || handle == GetCurrentThread();
    if (ThreadState* self = own ? runtime.self() : nullptr) runtime.end_thread(*self);
    return real.NtTerminateThread(handle, code);
}

}  // namespace

void place_thread_hooks(HookPlacer& place) {
    place(kernelbase, "CreateRemoteThreadEx", real.CreateRemoteThreadEx, create_thread);
    place(kernelbase, "ResumeThread", real.ResumeThread, resume_thread);
    place(ntdll, "NtTerminateThread", real.NtTerminateThread, terminate_thread);
}

}  // namespace cuzz::detours
