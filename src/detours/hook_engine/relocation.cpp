#include "detours/hook_engine/relocation.h"

#include "detours/x86/decoder.h"

#include <cstring>

namespace cuzz::detours {

namespace {

#if defined(_WIN64)
constexpr x86::Mode mode = x86::Mode::bits64;
#else
constexpr x86::Mode mode = x86::Mode::bits32;
#endif

bool displacement(const std::uint8_t* from, std::uint64_t target, std::int32_t& value) {
    const auto distance = static_cast<std::int64_t>(target - reinterpret_cast<std::uintptr_t>(from));
    value = static_cast<std::int32_t>(distance);
    return mode == x86::Mode::bits32 || distance == value;
}

bool write_displacement(std::uint8_t* at, const std::uint8_t* end_of_instruction, std::uint64_t target) {
    std::int32_t value = 0;
    if (!displacement(end_of_instruction, target, value)) return false;
    std::memcpy(at, &value, sizeof value);
    return true;
}

// Relative branches in their long form, wherever they were; the length written, 0 if there is no such form.
std::size_t write_branch(const x86::Instruction& i, std::uint8_t* to) {
    switch (i.flow) {
        case x86::Flow::jump: to[0] = 0xE9; return write_displacement(to + 1, to + 5, i.target) ? 5 : 0;
        case x86::Flow::call: to[0] = 0xE8; return write_displacement(to + 1, to + 5, i.target) ? 5 : 0;
        case x86::Flow::conditional_jump:
            to[0] = 0x0F;
            to[1] = static_cast<std::uint8_t>(0x80 | (i.opcode & 0x0F));
            return write_displacement(to + 2, to + 6, i.target) ? 6 : 0;
        default: return 0;
    }
}

}  // namespace

bool write_jump(std::uint8_t* at, const void* target) {
    at[0] = 0xE9;
    return write_displacement(at + 1, at + jump_size, reinterpret_cast<std::uintptr_t>(target));
}

std::size_t move_instructions(const std::uint8_t* code, std::uint8_t* to) {
    std::size_t moved = 0;
    const std::uint8_t* limit = to + most_moved_bytes - x86::longest_instruction - jump_size;
    bool ended = false;
    while (moved < jump_size) {
        if (ended) {
            // What compilers put between functions may be overwritten, and need not be moved.
            if (code[moved] != 0xCC && code[moved] != 0x90) return 0;
            ++moved;
            continue;
        }
        if (to > limit) return 0;
        const auto decoded = x86::decode({code + moved, x86::longest_instruction}, mode,
                                         reinterpret_cast<std::uintptr_t>(code + moved));
        if (!decoded) return 0;
        // A branch into what is moved would land in the middle of the jump.
        if (decoded->has_target() && decoded->target - reinterpret_cast<std::uintptr_t>(code) < jump_size)
            return 0;
        std::size_t length = decoded->length;
        if (decoded->has_target()) {
            length = write_branch(*decoded, to);
            if (length == 0) return 0;
        } else {
            std::memcpy(to, code + moved, length);
            if (decoded->memory.rip_relative &&
                !write_displacement(to + decoded->displacement.offset, to + length, decoded->memory_target))
                return 0;
        }
        ended = decoded->ends_flow();
        to += length;
        moved += decoded->length;
    }
    return ended || write_jump(to, code + moved) ? moved : 0;
}

}  // namespace cuzz::detours
