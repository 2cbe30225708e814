// Kernel objects by handle.
#pragma once

#include "detours/runtime/kernel_state.h"
#include "detours/runtime/runtime.h"

namespace cuzz::detours {

// The object behind a handle, made on first touch; null if there is no room.
inline Object* object_of(HANDLE handle) {
    const auto key = reinterpret_cast<std::uintptr_t>(handle);
    if (Object* known = runtime.objects.find(key)) return known;
    return runtime.objects.touch(key, kind_of(handle));
}

}  // namespace cuzz::detours
