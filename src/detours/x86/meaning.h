// What an instruction does to the flow of control, and whether it is atomic: everything that asks for opcodes
// one by one, apart from the tables that only give lengths.
#pragma once

#include "detours/x86/instruction.h"

namespace cuzz::x86 {

// From encoding, map, opcode, ModRM and the first immediate.
Flow flow_of(const Instruction& instruction);

// LOCK is allowed: the instruction is on the list at "LOCK" in SDM 2A, and its destination is in memory.
bool lockable(const Instruction& instruction);

// Atomic without a LOCK prefix.
bool atomic_by_itself(const Instruction& instruction);

}  // namespace cuzz::x86
