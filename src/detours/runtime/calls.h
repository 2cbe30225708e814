// Asynchronous procedure calls run inside a real alertable wait, and that inside our hook: these routines stand around
// the program's own, so that what they do is scheduled like all else.
#pragma once

#include "detours/runtime/platform.h"

namespace cuzz::detours {

// For QueueUserAPC: the program's routine and its argument.
void NTAPI call_routine(ULONG_PTR routine, ULONG_PTR argument, ULONG_PTR);

// ntdll's, which takes a routine of three arguments.
using QueueCall = NtStatus(WINAPI*)(HANDLE thread, void(NTAPI*)(ULONG_PTR, ULONG_PTR, ULONG_PTR), ULONG_PTR,
                                    ULONG_PTR, ULONG_PTR);
extern QueueCall queue_real_call;

}  // namespace cuzz::detours
