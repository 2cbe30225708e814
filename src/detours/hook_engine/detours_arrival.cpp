#include "detours/hook_engine/arrival.h"
#include "detours/hook_engine/payload_id.h"

#include <detours.h>

namespace cuzz::detours {

const Payload* payload_at_load() {
    // Detours loads the DLL into a process of its own where it must change a program of the other bitness.
    if (DetourIsHelperProcess() != FALSE) return nullptr;
    DWORD size = 0;
    void* found = DetourFindPayloadEx(payload_id, &size);
    return size == sizeof(Payload) ? static_cast<const Payload*>(found) : nullptr;
}

void undo_injection(const Payload&) { DetourRestoreAfterWith(); }

}  // namespace cuzz::detours
