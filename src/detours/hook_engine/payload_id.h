// The name under which our payload travels with Detours.
#pragma once

#include "detours/runtime/platform.h"

namespace cuzz::detours {

inline constexpr GUID payload_id = {
    0x9c4c1f5e, 0x52a7, 0x4d0b, {0x8e, 0x61, 0x0b, 0x37, 0xd2, 0x5c, 0xa9, 0x14}};

}  // namespace cuzz::detours
