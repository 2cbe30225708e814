// QueueUserAPC: the routine runs when its thread is in an alertable wait, and is scheduled code like any other.

#include "detours/hooks/families.h"
#include "detours/hooks/handles.h"
#include "detours/hooks/hook_scope.h"
#include "detours/runtime/calls.h"
#include "detours/runtime/real.h"

namespace cuzz::detours {

namespace {

DWORD WINAPI queue_call(PAPCFUNC routine, HANDLE thread, ULONG_PTR argument) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(nullptr);
    ThreadState* target = scope ? thread_of(scope.self(), thread) : nullptr;
    if (target == nullptr) return real.QueueUserAPC(routine, thread, argument);
    const SiteId site = site_of(caller);
    runtime.point(scope.self(),
                  {OpKind::set, target->own_object != nullptr ? target->own_object->id : no_object, site});
    if (queue_real_call(thread, call_routine, reinterpret_cast<ULONG_PTR>(routine), argument, 0) < 0)
        return scope.pass([&] { return real.QueueUserAPC(routine, thread, argument); });
    runtime.queue_call(*target);
    runtime.point(scope.self(), {OpKind::proceed, no_object, site});
    return 1;
}

}  // namespace

void place_call_hooks(HookPlacer& place) {
    queue_real_call = reinterpret_cast<QueueCall>(
        reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(ntdll), "NtQueueApcThread")));
    if (queue_real_call != nullptr) place(kernelbase, "QueueUserAPC", real.QueueUserAPC, queue_call);
}

}  // namespace cuzz::detours
