// Handles: create, open, duplicate, close. A closed handle's number may come back for another object; a duplicate, or a
// second handle by name, is the same object.

#include "detours/hooks/handles.h"
#include "detours/hooks/families.h"
#include "detours/hooks/hook_scope.h"
#include "detours/runtime/real.h"

namespace cuzz::detours {

namespace {

using CompareHandles = BOOL(WINAPI*)(HANDLE, HANDLE);
CompareHandles compare_handles = nullptr;

// A handle that we have not seen may lead to an object that we have. Only objects with a name, or that came from
// elsewhere, can have two handles that no duplication made.
Object* known_object(HANDLE handle, ObjectKind kind) {
    if (compare_handles == nullptr) return nullptr;
    return runtime.objects.first([=](const Object& known) {
        return known.kind == kind && compare_handles(handle, handle_in(runtime.objects.key_to(known))) != 0;
    });
}

bool is_kernel_kind(ObjectKind kind) {
    return kind == ObjectKind::auto_event || kind == ObjectKind::manual_event || kind == ObjectKind::mutex ||
           kind == ObjectKind::semaphore || kind == ObjectKind::timer;
}

NtStatus WINAPI close_handle(HANDLE handle) {
    if (HookScope scope(nullptr); scope) runtime.objects.forget(handle_key(handle));
    return real.NtClose(handle);
}

BOOL WINAPI duplicate_handle(HANDLE from_process, HANDLE from, HANDLE to_process, HANDLE* to, DWORD access,
                             BOOL inherit, DWORD options) {
    HookScope scope(nullptr);
    if (!scope) return real.DuplicateHandle(from_process, from, to_process, to, access, inherit, options);
    const HANDLE own = GetCurrentProcess();
    Object* object = from_process == own ? runtime.objects.find(handle_key(from)) : nullptr;
    if (object == nullptr && from_process == own && from == GetCurrentThread())
        object = runtime.object_of(scope.self());
    const BOOL result = scope.pass(
        [&] { return real.DuplicateHandle(from_process, from, to_process, to, access, inherit, options); });
    if (result == 0) return result;
    if ((options & DUPLICATE_CLOSE_SOURCE) != 0 && from_process == own)
        runtime.objects.forget(handle_key(from));
    if (object != nullptr && to != nullptr && to_process == own)
        runtime.objects.alias(handle_key(*to), *object);
    return result;
}

// What was made without a name is nobody else's: it need not be compared.
template <class Create>
NtStatus note_creation(HANDLE* handle, const ObjectAttributes* attributes, Create create) {
    const NtStatus status = create();
    if (status != status_success || (attributes != nullptr && attributes->name != nullptr)) return status;
    if (HookScope scope(nullptr); scope) {
        runtime.objects.forget(handle_key(*handle));
        runtime.objects.touch(handle_key(*handle), kind_of(*handle));
    }
    return status;
}

NtStatus WINAPI create_event(HANDLE* handle, DWORD access, const ObjectAttributes* attributes, ULONG type,
                             BOOLEAN state) {
    return note_creation(handle, attributes,
                         [=] { return real.NtCreateEvent(handle, access, attributes, type, state); });
}

NtStatus WINAPI create_mutex(HANDLE* handle, DWORD access, const ObjectAttributes* attributes,
                             BOOLEAN owned) {
    const NtStatus status = note_creation(
        handle, attributes, [=] { return real.NtCreateMutant(handle, access, attributes, owned); });
    if (HookScope scope(nullptr); scope && status == status_success && owned != 0)
        if (Object* mutex = object_of(*handle)) {
            mutex->owner = scope.self().id;
            mutex->recursion = 1;
        }
    return status;
}

NtStatus WINAPI create_semaphore(HANDLE* handle, DWORD access, const ObjectAttributes* attributes, LONG count,
                                 LONG limit) {
    return note_creation(handle, attributes,
                         [=] { return real.NtCreateSemaphore(handle, access, attributes, count, limit); });
}

}  // namespace

Object* object_of(HANDLE handle) {
    if (Object* known = runtime.objects.find(handle_key(handle))) return known;
    const ObjectKind kind = kind_of(handle);
    Object* same = nullptr;
    if (kind == ObjectKind::thread) {
        if (const ThreadState* thread = runtime.thread_by_os_id(GetThreadId(handle)))
            same = thread->own_object;
    } else if (is_kernel_kind(kind)) {
        same = known_object(handle, kind);
    }
    if (same == nullptr) return runtime.objects.touch(handle_key(handle), kind);
    runtime.objects.alias(handle_key(handle), *same);
    return same;
}

ThreadState* thread_of(ThreadState& self, HANDLE handle) {
    if (handle == GetCurrentThread()) return &self;
    const Object* object = object_of(handle);
    if (object == nullptr || object->kind != ObjectKind::thread) return nullptr;
    if (object->owner != no_thread) return &runtime.state(object->owner);
    return object->has_ended ? nullptr : runtime.thread_by_os_id(GetThreadId(handle));
}

void place_handle_hooks(HookPlacer& place) {
    compare_handles = reinterpret_cast<CompareHandles>(
        reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(kernelbase), "CompareObjectHandles")));
    place(ntdll, "NtClose", real.NtClose, close_handle);
    place(kernelbase, "DuplicateHandle", real.DuplicateHandle, duplicate_handle);
    place(ntdll, "NtCreateEvent", real.NtCreateEvent, create_event);
    place(ntdll, "NtCreateMutant", real.NtCreateMutant, create_mutex);
    place(ntdll, "NtCreateSemaphore", real.NtCreateSemaphore, create_semaphore);
}

}  // namespace cuzz::detours
