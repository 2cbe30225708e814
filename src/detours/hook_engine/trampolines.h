// Memory for small pieces of code that must lie within 2 GB of the code they serve.
#pragma once

#include "detours/runtime/platform.h"

namespace cuzz::detours {

// `size` bytes, writable and executable, that a 32-bit displacement at `near_to` reaches; null if there are none.
// Never freed: hooks stay for the life of the process.
std::uint8_t* allocate_near(const void* near_to, std::size_t size);

}  // namespace cuzz::detours
