// Kernel objects by handle.
#pragma once

#include "detours/runtime/kernel_state.h"
#include "detours/runtime/runtime.h"

namespace cuzz::detours {

// The object behind a handle, made on first touch; null if there is no room. Two handles of one object lead to one.
Object* object_of(HANDLE handle);

// The controlled thread behind a handle, the caller's own among them; null if it is not controlled.
ThreadState* thread_of(ThreadState& self, HANDLE handle);

}  // namespace cuzz::detours
