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
    DWORD protection;  // of the function's memory, before
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

// Backwards: of two functions on one page the first saw the page as it was.
void protect_again(unsigned first, unsigned end) {
    for (unsigned i = end; i-- > first;) {
        DWORD before = 0;
        VirtualProtect(hooks[i].target, jump_size, hooks[i].protection, &before);
        FlushInstructionCache(GetCurrentProcess(), hooks[i].target, jump_size);
    }
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
    hooks[hook_count++] = {function, target, memory, memory + most_moved_bytes, 0};
    return true;
}

bool HookTransaction::commit() {
    if (*error_ != '\0') return false;
    // First what can fail, then what changes something.
    for (unsigned i = first_; i < hook_count; ++i)
        if (VirtualProtect(hooks[i].target, jump_size, PAGE_EXECUTE_READWRITE, &hooks[i].protection) == 0) {
            error_ = "the function's memory cannot be made writable";
            protect_again(first_, i);
            return false;
        }
    for (unsigned i = first_; i < hook_count; ++i) {
        *hooks[i].function = hooks[i].trampoline;
        write_jump(hooks[i].target, hooks[i].relay);
    }
    protect_again(first_, hook_count);
    is_open_ = false;
    return true;
}

}  // namespace cuzz::detours
