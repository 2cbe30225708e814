// Whose calls count: the program's own code and its runtimes do, the system's core and ourselves do not.
#pragma once

#include "detours/runtime/platform.h"
#include "scheduler/ops.h"

namespace cuzz::detours {

struct AddressRange {
    std::uintptr_t begin = 0, end = 0;
    bool contains(std::uintptr_t a) const { return a - begin < end - begin; }
};

inline constexpr unsigned core_module_count = 4;
extern AddressRange core_modules[core_module_count];  // ntdll, kernelbase, kernel32, and this DLL

void find_core_modules(HMODULE self);

inline bool is_program_code(const void* caller) {
    const auto address = reinterpret_cast<std::uintptr_t>(caller);
    for (const AddressRange& range : core_modules)
        if (range.contains(address)) return false;
    return true;
}

// What ntdll does for its own ends (its locks wait by address, its pool by condition variable) is not scheduled.
inline bool is_ntdll_code(const void* caller) {
    return core_modules[0].contains(reinterpret_cast<std::uintptr_t>(caller));
}

// Where in the program's code the caller stands: module by order of first touch, and offset.
SiteId site_of(const void* caller);

// Inside the loader nothing may be scheduled: whoever waits for its lock would never get on.
bool holds_loader_lock();

}  // namespace cuzz::detours
