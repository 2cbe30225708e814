#include "detours/hook_engine/trampolines.h"

namespace cuzz::detours {

namespace {

constexpr std::uintptr_t reach = 0x7FF00000;  // a little under 2 GB
constexpr std::uintptr_t granularity = 0x10000;

struct Region {
    std::uint8_t* next = nullptr;
    std::uint8_t* end = nullptr;
};
constexpr unsigned most_regions = 64;
Region regions[most_regions];
unsigned region_count = 0;

bool is_near(std::uintptr_t a, std::uintptr_t b) { return (a > b ? a - b : b - a) < reach; }

// The free stretch of address space that is nearest, below the address first.
std::uint8_t* reserve_near(std::uintptr_t address) {
    MEMORY_BASIC_INFORMATION info;
    std::uintptr_t at = address & ~(granularity - 1);
    while (at > granularity && is_near(at, address)) {
        if (VirtualQuery(reinterpret_cast<void*>(at), &info, sizeof info) == 0) break;
        if (info.State == MEM_FREE)
            if (void* memory = VirtualAlloc(reinterpret_cast<void*>(at), granularity,
                                            MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE))
                return static_cast<std::uint8_t*>(memory);
        const auto base = reinterpret_cast<std::uintptr_t>(
            info.State == MEM_FREE ? reinterpret_cast<void*>(at) : info.AllocationBase);
        at = (base & ~(granularity - 1)) - granularity;
    }
    at = (address & ~(granularity - 1)) + granularity;
    while (is_near(at, address)) {
        if (VirtualQuery(reinterpret_cast<void*>(at), &info, sizeof info) == 0) break;
        if (info.State == MEM_FREE)
            if (void* memory = VirtualAlloc(reinterpret_cast<void*>(at), granularity,
                                            MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE))
                return static_cast<std::uint8_t*>(memory);
        const auto end = reinterpret_cast<std::uintptr_t>(info.BaseAddress) + info.RegionSize;
        at = info.State == MEM_FREE ? at + granularity : (end + granularity - 1) & ~(granularity - 1);
    }
    return nullptr;
}

}  // namespace

std::uint8_t* allocate_near(const void* near_to, std::size_t size) {
    const auto address = reinterpret_cast<std::uintptr_t>(near_to);
    for (unsigned i = 0; i < region_count; ++i) {
        Region& region = regions[i];
        if (is_near(reinterpret_cast<std::uintptr_t>(region.next), address) &&
            static_cast<std::size_t>(region.end - region.next) >= size) {
            std::uint8_t* memory = region.next;
            region.next += size;
            return memory;
        }
    }
    if (region_count == most_regions || size > granularity) return nullptr;
    std::uint8_t* memory = reserve_near(address);
    if (memory == nullptr) return nullptr;
    regions[region_count++] = {memory + size, memory + granularity};
    return memory;
}

}  // namespace cuzz::detours
