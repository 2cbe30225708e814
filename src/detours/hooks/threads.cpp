// Birth and death of threads, suspension. A child parks in its wrapped start routine until it is picked; its creator
// waits for it to get there. A dying thread keeps the token to its very last call.

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

bool is_stranger_code(const void* routine) {
    return routine != reinterpret_cast<const void*>(&start_routine);
}

// How CreateRemoteThreadEx is called.
struct Creation {
    SECURITY_ATTRIBUTES* security;
    SIZE_T stack;
    ThreadRoutine routine;
    void* argument;
    DWORD flags;
    LPPROC_THREAD_ATTRIBUTE_LIST attributes;
    DWORD* id;

    HANDLE operator()(ThreadRoutine from, void* with) const {
        return real.CreateRemoteThreadEx(GetCurrentProcess(), security, stack, from, with, flags, attributes,
                                         id);
    }
    HANDLE operator()() const { return (*this)(routine, argument); }
};

void note_thread(ThreadState& child, HANDLE handle) {
    runtime.objects.forget(handle_key(handle));
    Object* object = runtime.objects.touch(handle_key(handle), ObjectKind::thread);
    if (object == nullptr) return runtime.flag();
    object->owner = child.id;
    child.own_object = object;
}

HANDLE create_scheduled(HookScope& scope, const Creation& create) {
    ThreadState& self = scope.self();
    const SiteId site = site_of(reinterpret_cast<const void*>(create.routine));
    runtime.point(self, {OpKind::create, no_object, site});
    ThreadState* child = runtime.birth(self, {OpKind::start, no_object, site});
    if (child == nullptr) return scope.pass([&] { return create(); });
    child->routine = create.routine;
    child->argument = create.argument;
    const HANDLE handle = scope.pass([&] { return create(start_routine, child); });
    if (handle == nullptr) {
        runtime.bury(*child);
        return handle;
    }
    note_thread(*child, handle);
    if ((create.flags & CREATE_SUSPENDED) != 0)
        runtime.hold(*child);
    else
        runtime.await_arrival(*child);
    runtime.point(self, {OpKind::proceed, no_object, site});
    return handle;
}

// The creator holds the loader's lock, which the child needs before it gets to its routine: nobody can wait for it.
HANDLE create_unseen(ThreadState& self, const Creation& create) {
    self.depth = 1;
    runtime.begin_hook(self);
    const SiteId site = site_of(reinterpret_cast<const void*>(create.routine));
    ThreadState* child = runtime.birth(self, {OpKind::start, no_object, site});
    HANDLE handle = nullptr;
    if (child != nullptr) {
        child->routine = create.routine;
        child->argument = create.argument;
        runtime.expect_later(*child);
        handle = create(start_routine, child);
        if (handle != nullptr) note_thread(*child, handle);
    } else {
        handle = create();
    }
    runtime.end_hook();
    self.depth = 0;
    return handle;
}

HANDLE WINAPI create_thread(HANDLE process, SECURITY_ATTRIBUTES* security, SIZE_T stack,
                            ThreadRoutine routine, void* argument, DWORD flags,
                            LPPROC_THREAD_ATTRIBUTE_LIST attributes, DWORD* id) {
    if (process != GetCurrentProcess())
        return real.CreateRemoteThreadEx(process, security, stack, routine, argument, flags, attributes, id);
    const Creation create{security, stack, routine, argument, flags, attributes, id};
    ThreadState* self = runtime.self();
    if (self != nullptr && self->depth == 0 && holds_loader_lock() && (flags & CREATE_SUSPENDED) == 0)
        return create_unseen(*self, create);
    HookScope scope(nullptr);
    return scope ? create_scheduled(scope, create) : create();
}

// A thread that none of the above has made is not ours, but may do what ours wait for.
NtStatus WINAPI create_stranger(HANDLE* handle, DWORD access, const ObjectAttributes* attributes,
                                HANDLE process, void* routine, void* argument, ULONG flags, SIZE_T zero_bits,
                                SIZE_T stack, SIZE_T most_stack, void* list) {
    const NtStatus status = real.NtCreateThreadEx(handle, access, attributes, process, routine, argument,
                                                  flags, zero_bits, stack, most_stack, list);
    if (status == status_success && process == GetCurrentProcess() && is_stranger_code(routine))
        runtime.stranger_made();
    return status;
}

// A handle by number: to wait for it may not need the right to ask whose it is.
NtStatus WINAPI open_thread(HANDLE* handle, DWORD access, const ObjectAttributes* attributes,
                            const ClientId* id) {
    const NtStatus status = real.NtOpenThread(handle, access, attributes, id);
    if (status != status_success) return status;
    HookScope scope(nullptr);
    if (!scope) return status;
    const auto number = static_cast<DWORD>(reinterpret_cast<std::uintptr_t>(id->thread));
    ThreadState* thread = runtime.thread_by_os_id(number);
    Object* object = thread != nullptr ? runtime.object_of(*thread) : nullptr;
    if (object != nullptr) runtime.objects.alias(handle_key(*handle), *object);
    return status;
}

// A thread that has not begun is suspended for real; one that is parked in our code only for us.
DWORD WINAPI resume_thread(HANDLE handle) {
    HookScope scope(nullptr);
    ThreadState* target = scope ? thread_of(scope.self(), handle) : nullptr;
    if (target == nullptr || target->is_outside) return real.ResumeThread(handle);
    DWORD before = 0;
    if (target->has_arrived.load() == 0) {
        before = scope.pass([&] { return real.ResumeThread(handle); });
        if (before == 1) {
            runtime.await_arrival(*target);
            runtime.resume(*target);
        }
    } else {
        before = runtime.resume(*target);
    }
    if (before == 1) runtime.point(scope.self(), {OpKind::proceed, no_object, 0});
    return before;
}

DWORD WINAPI suspend_thread(HANDLE handle) {
    HookScope scope(nullptr);
    ThreadState* target = scope ? thread_of(scope.self(), handle) : nullptr;
    if (target == nullptr || target->is_outside || target->has_arrived.load() == 0)
        return real.SuspendThread(handle);
    runtime.point(scope.self(),
                  {OpKind::set, target->own_object != nullptr ? target->own_object->id : no_object, 0});
    return runtime.suspend(scope.self(), *target);
}

NtStatus terminate_other(HookScope& scope, ThreadState& victim, HANDLE handle, LONG code) {
    runtime.point(scope.self(), {OpKind::set, no_object, 0});
    if (victim.is_outside || victim.has_arrived.load() == 0) {
        const NtStatus status = real.NtTerminateThread(handle, code);
        if (status < 0) return status;
        runtime.await(handle);
    } else {
        // To kill it inside WaitOnAddress would lose later wake-ups.
        runtime.end_parked(victim, handle, code);
    }
    runtime.abandon(victim);
    runtime.point(scope.self(), {OpKind::proceed, no_object, 0});
    return status_success;
}

NtStatus WINAPI terminate_thread(HANDLE handle, LONG code) {
    ThreadState* self = runtime.self();
    const bool own = handle == nullptr || handle == GetCurrentThread();
    if (self != nullptr && !own) {
        HookScope scope(nullptr);
        ThreadState* victim = scope ? thread_of(scope.self(), handle) : nullptr;
        if (victim != nullptr && victim != self) return terminate_other(scope, *victim, handle, code);
        if (victim != self) return real.NtTerminateThread(handle, code);
    }
    if (self != nullptr) runtime.end_thread(*self);
    return real.NtTerminateThread(handle, code);
}

}  // namespace

bool is_own_thread() {
    using Query = NtStatus(WINAPI*)(HANDLE, ULONG, void*, ULONG, ULONG*);
    const auto query = reinterpret_cast<Query>(
        reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(ntdll), "NtQueryInformationThread")));
    constexpr ULONG start_address = 9;
    const void* routine = nullptr;
    return query != nullptr &&
           query(GetCurrentThread(), start_address, &routine, sizeof routine, nullptr) >= 0 &&
           !is_stranger_code(routine);
}

void place_thread_hooks(HookPlacer& place) {
    place(kernelbase, "CreateRemoteThreadEx", real.CreateRemoteThreadEx, create_thread);
    place(ntdll, "NtCreateThreadEx", real.NtCreateThreadEx, create_stranger);
    place(ntdll, "NtOpenThread", real.NtOpenThread, open_thread);
    place(kernelbase, "ResumeThread", real.ResumeThread, resume_thread);
    place(kernelbase, "SuspendThread", real.SuspendThread, suspend_thread);
    place(ntdll, "NtTerminateThread", real.NtTerminateThread, terminate_thread);
}

}  // namespace cuzz::detours
