// The built-in engine: a jump over the first bytes of a function, which are moved to a trampoline.
//
//     function:    jmp relay            trampoline:  (the moved instructions)
//                  …the rest                         jmp function + moved
//                                       relay:       jmp [replacement]
//
// Trampoline and relay lie within reach of the function; the relay reaches everywhere.

#include "detours/hook_engine/hook_engine.h"
#include "detours/hook_engine/relocation.h"
#include "detours/hook_engine/trampolines.h"

#include <cstring>

namespace cuzz::detours {

namespace {

struct Hook {
    void** function;
    std::uint8_t* target;
    std::uint8_t* trampoline;
    std::uint8_t* relay;
};
constexpr unsigned most_hooks = 256;
Hook hooks[most_hooks];
unsigned hook_count = 0;

constexpr std::size_t relay_size = 16;

void write_relay(std::uint8_t* at, const void* replacement) {
    // jmp through the pointer that follows: RIP-relative 0 in 64-bit code, its absolute address in 32-bit code.
    at[0] = 0xFF;
    at[1] = 0x25;
#if defined(_WIN64)
    const std::uint32_t operand = 0;
#else
    const auto operand = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(at + 6));
#endif
    std::memcpy(at + 2, &operand, sizeof operand);
    std::memcpy(at + 6, &replacement, sizeof replacement);
}

}  // namespace

const char* hook_engine_name() { return "built-in"; }

HookTransaction::HookTransaction() : first_(hook_count) {}

HookTransaction::~HookTransaction() {
    if (is_open_) hook_count = first_;
}

bool HookTransaction::attach(void** function, void* replacement) {
    auto* target = static_cast<std::uint8_t*>(*function);
    if (hook_count == most_hooks) {
        error_ = "there are too many hooks";
        return false;
    }
    std::uint8_t* memory = allocate_near(target, most_moved_bytes + relay_size);
    if (memory == nullptr) {
        error_ = "there is no free memory near the function";
        return false;
    }
    if (move_instructions(target, memory) == 0) {
        error_ = "the start of the function cannot be moved";
        return false;
    }
    write_relay(memory + most_moved_bytes, replacement);
    hooks[hook_count++] = {function, target, memory, memory + most_moved_bytes};
    return true;
}

bool HookTransaction::commit() {
    for (unsigned i = first_; i < hook_count; ++i) {
        const Hook& hook = hooks[i];
        DWORD before = 0;
        if (VirtualProtect(hook.target, jump_size, PAGE_EXECUTE_READWRITE, &before) == 0) {
            error_ = "the function's memory cannot be made writable";
            return false;
        }
        *hook.function = hook.trampoline;
        write_jump(hook.target, hook.relay);
        VirtualProtect(hook.target, jump_size, before, &before);
        FlushInstructionCache(GetCurrentProcess(), hook.target, jump_size);
    }
    is_open_ = false;
    return true;
}

}  // namespace cuzz::detours
