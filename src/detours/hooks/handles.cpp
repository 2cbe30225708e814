// Close and duplicate: a closed handle's number may come back for another object, a duplicate is the same one.

#include "detours/hooks/handles.h"
#include "detours/hooks/families.h"
#include "detours/hooks/hook_scope.h"
#include "detours/runtime/real.h"

namespace cuzz::detours {

namespace {

BOOL WINAPI close_handle(HANDLE handle) {
    HookScope scope(nullptr);
    if (scope) runtime.objects.forget(reinterpret_cast<std::uintptr_t>(handle));
    return real.CloseHandle(handle);
}

BOOL WINAPI duplicate_handle(HANDLE from_process, HANDLE from, HANDLE to_process, HANDLE* to, DWORD access,
                             BOOL inherit, DWORD options) {
    HookScope scope(nullptr);
    const BOOL result = real.DuplicateHandle(from_process, from, to_process, to, access, inherit, options);
    const HANDLE own = GetCurrentProcess();
    if (!scope || result == 0 || to == nullptr || from_process != own || to_process != own) return result;
    if (Object* object = object_of(from))
        runtime.objects.alias(reinterpret_cast<std::uintptr_t>(*to), *object);
    if ((options & DUPLICATE_CLOSE_SOURCE) != 0)
        runtime.objects.forget(reinterpret_cast<std::uintptr_t>(from));
    return result;
}

}  // namespace

void place_handle_hooks(HookPlacer& place) {
    place(kernelbase, "CloseHandle", real.CloseHandle, close_handle);
    place(kernelbase, "DuplicateHandle", real.DuplicateHandle, duplicate_handle);
}

}  // namespace cuzz::detours
