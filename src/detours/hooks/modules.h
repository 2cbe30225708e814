// Hooks in DLLs that a program may or may not have, and may load at any time.
#pragma once

#include "detours/hooks/families.h"

namespace cuzz::detours {

// Places the hooks of those that are there.
void place_hooks_of_present_modules(HookPlacer& place);

// From now on places the others' when they come, before their own code runs. `count` is told how many.
void follow_modules(void (*count)(const HookPlacer& placed));

}  // namespace cuzz::detours
