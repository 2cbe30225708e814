// Reading objdump's AT&T text, and writing a memory operand the way it does.
#pragma once

#include "detours/x86/decoder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cuzz::x86 {

std::string hex(std::uint64_t value, std::size_t width = 1);
std::string describe(const Decoded& decoded);

// A line's words: "lock" among the prefixes, the mnemonic (empty if there are only prefixes), and the rest.
struct Words {
    bool lock = false;
    std::string_view mnemonic, operands;
};
Words split(std::string_view text);

// objdump found no instruction: "(bad)", "{bad}" in an operand, ".byte", a register that does not exist ("%?") or
// that only the 386 had (the test registers, "%tr").
bool is_no_instruction(std::string_view text);

// The mnemonic is on the list at "LOCK" in SDM 2A, and the destination, AT&T's last operand, is in memory.
bool may_have_lock(const Words& words);

// By a LOCK that may be there, or by its mnemonic.
bool is_atomic(const Words& words);

// "jmp    180001234 <name+0x10>", with 0x in front where the file has no symbols. Far ones have a "$" or a "*".
std::optional<std::uint64_t> branch_target(const Words& words);

// "lea    0x10(%rip),%rax        # 180001234 <name>"
std::optional<std::uint64_t> relative_target(const Words& words);

// There is a bracket that stands for a memory operand of ModRM: no x87 register, port or implied operand.
bool shows_memory(const Words& words);

// As "-0x8(%rbp,%rax,4)"; empty if there is none, and where it is not compared: with a vector register as index,
// with EVEX's scaled displacement, and with MPX, which ignores 67.
std::string memory_text(const Instruction& instruction);

}  // namespace cuzz::x86
