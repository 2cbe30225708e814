#include "detours/runtime/caller.h"

namespace cuzz::detours {

AddressRange core_modules[core_module_count];

namespace {

AddressRange range_of(HMODULE module) {
    const auto base = reinterpret_cast<std::uintptr_t>(module);
    const auto* dos = reinterpret_cast<const IMAGE_DOS_HEADER*>(base);
    const auto* headers =
        reinterpret_cast<const IMAGE_NT_HEADERS*>(base + static_cast<std::uintptr_t>(dos->e_lfanew));
    return {base, base + headers->OptionalHeader.SizeOfImage};
}

// Modules by order of first touch. The program itself is number 0.
constexpr unsigned most_modules = 62;
AddressRange modules[most_modules];
unsigned module_count = 0;

#if defined(_WIN64)
constexpr std::size_t block_offset = 0x60, loader_lock_offset = 0x110;
#else
constexpr std::size_t block_offset = 0x30, loader_lock_offset = 0xA0;
#endif

}  // namespace

void find_core_modules(HMODULE self) {
    core_modules[0] = range_of(GetModuleHandleW(L"ntdll.dll"));
    core_modules[1] = range_of(GetModuleHandleW(L"kernelbase.dll"));
    core_modules[2] = range_of(GetModuleHandleW(L"kernel32.dll"));
    core_modules[3] = range_of(self);
    modules[0] = range_of(GetModuleHandleW(nullptr));
    module_count = 1;
}

SiteId site_of(const void* caller) {
    constexpr SiteId offset_bits = 26;
    const auto address = reinterpret_cast<std::uintptr_t>(caller);
    for (unsigned i = 0; i < module_count; ++i)
        if (modules[i].contains(address))
            return (i << offset_bits) |
                   (static_cast<SiteId>(address - modules[i].begin) & ((1u << offset_bits) - 1));
    // Without the loader, whose lock somebody may hold who waits for us.
    MEMORY_BASIC_INFORMATION memory{};
    if (module_count == most_modules || VirtualQuery(caller, &memory, sizeof memory) == 0 ||
        memory.Type != MEM_IMAGE)
        return most_modules << offset_bits;
    modules[module_count++] = range_of(static_cast<HMODULE>(memory.AllocationBase));
    return site_of(caller);
}

bool holds_loader_lock() {
    const char* thread_block = reinterpret_cast<const char*>(NtCurrentTeb());
    const char* process_block = *reinterpret_cast<const char* const*>(thread_block + block_offset);
    const auto* lock = *reinterpret_cast<RTL_CRITICAL_SECTION* const*>(process_block + loader_lock_offset);
    return lock != nullptr &&
           lock->OwningThread == reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(own_thread_id()));
}

}  // namespace cuzz::detours
