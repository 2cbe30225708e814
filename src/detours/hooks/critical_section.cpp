// Critical sections: ntdll's Rtl functions, where every caller of EnterCriticalSection and its relatives passes.

#include "detours/hooks/families.h"
#include "detours/hooks/hook_scope.h"
#include "detours/hooks/lock_ops.h"
#include "detours/runtime/real.h"

namespace cuzz::detours {

namespace {

NtStatus WINAPI enter(RTL_CRITICAL_SECTION* section) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.RtlEnterCriticalSection(section);
    take_lock(
        scope, section, false, caller, [=] { return real.RtlTryEnterCriticalSection(section) != 0; },
        [=] { real.RtlEnterCriticalSection(section); });
    return status_success;
}

BOOL WINAPI try_enter(RTL_CRITICAL_SECTION* section) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(caller);
    if (!scope) return real.RtlTryEnterCriticalSection(section);
    return try_lock(scope, section, false, caller,
                    [=] { return real.RtlTryEnterCriticalSection(section) != 0; });
}

NtStatus WINAPI leave(RTL_CRITICAL_SECTION* section) {
    HookScope scope(nullptr);
    if (!scope) return real.RtlLeaveCriticalSection(section);
    return leave_lock(scope, section, false, CUZZ_RETURN_ADDRESS(),
                      [=] { return real.RtlLeaveCriticalSection(section); });
}

// A new life of the same memory, or its end. Whatever initializes one comes here.
NtStatus WINAPI initialize(RTL_CRITICAL_SECTION* section, ULONG spin_count, ULONG flags) {
    if (HookScope scope(nullptr); scope) runtime.objects.forget(key_of(Space::locks, section));
    return real.RtlInitializeCriticalSectionEx(section, spin_count, flags);
}

NtStatus WINAPI delete_section(RTL_CRITICAL_SECTION* section) {
    if (HookScope scope(nullptr); scope) runtime.objects.forget(key_of(Space::locks, section));
    return real.RtlDeleteCriticalSection(section);
}

}  // namespace

void place_critical_section_hooks(HookPlacer& place) {
    place(ntdll, "RtlEnterCriticalSection", real.RtlEnterCriticalSection, enter);
    place(ntdll, "RtlTryEnterCriticalSection", real.RtlTryEnterCriticalSection, try_enter);
    place(ntdll, "RtlLeaveCriticalSection", real.RtlLeaveCriticalSection, leave);
    place(ntdll, "RtlInitializeCriticalSectionEx", real.RtlInitializeCriticalSectionEx, initialize);
    place(ntdll, "RtlDeleteCriticalSection", real.RtlDeleteCriticalSection, delete_section);
}

}  // namespace cuzz::detours
