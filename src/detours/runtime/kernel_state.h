// The state of kernel objects, asked for without changing it.
#pragma once

#include "detours/runtime/objects.h"

namespace cuzz::detours {

// Looks up what it needs in ntdll; false if something is missing.
bool prepare_kernel_state();

// What kind of object the handle is of; `outside` if it is none that we model.
ObjectKind kind_of(HANDLE handle);

// Whether a wait for it would end at once (for a mutex: for a thread that does not own it).
bool kernel_is_signalled(ObjectKind kind, HANDLE handle);

// Whether the semaphore's limit allows so many more.
bool has_room(HANDLE semaphore, LONG count);

}  // namespace cuzz::detours
