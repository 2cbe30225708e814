#include "detours/hook_engine/arrival.h"

#include <cstring>

namespace cuzz::detours {

const Payload* payload_at_load() { return nullptr; }

void undo_injection(const Payload& payload) {
    if (payload.entry == 0) return;
    void* entry = reinterpret_cast<void*>(static_cast<std::uintptr_t>(payload.entry));
    std::memcpy(entry, payload.entry_bytes, sizeof payload.entry_bytes);
    DWORD before = 0;
    VirtualProtect(entry, sizeof payload.entry_bytes, PAGE_EXECUTE_READ, &before);
    FlushInstructionCache(GetCurrentProcess(), entry, sizeof payload.entry_bytes);
}

}  // namespace cuzz::detours
