// The DLL's side of injection: how it learns what it was loaded for. The launcher's side is injection.h.
#pragma once

#include "detours/hook_engine/injection.h"

namespace cuzz::detours {

// For DllMain at process attach, the loader's lock held: what to attach with there and then (Detours); null if the
// injected code calls `cuzz_attach` later (the built-in engine), or if nobody injected the DLL.
const Payload* payload_at_load();

// Puts back what injection changed in the program's image. Before anything else looks at it.
void undo_injection(const Payload& payload);

}  // namespace cuzz::detours
