// What ends waits, once its point has come: for the hooks of SetEvent and its relatives, and for SignalObjectAndWait.
#pragma once

#include "detours/hooks/hook_scope.h"

namespace cuzz::detours {

OpKind signalling_op(ObjectKind kind);

// SetEvent, ReleaseMutex or ReleaseSemaphore by one, as the object's kind has it.
BOOL signal_object(HookScope& scope, Object& object, HANDLE handle);

}  // namespace cuzz::detours
