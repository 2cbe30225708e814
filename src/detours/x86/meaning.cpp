#include "detours/x86/meaning.h"

#include "detours/x86/opcode_maps.h"

namespace cuzz::x86 {
namespace {

Flow group_5_flow(const Instruction& instruction) {
    switch (instruction.reg()) {
        case 2: return Flow::indirect_call;
        case 3: return Flow::far_call;
        case 4: return Flow::indirect_jump;
        case 5: return Flow::far_jump;
        default: return Flow::next;
    }
}

Flow one_byte_flow(const Instruction& instruction) {
    const std::uint8_t opcode = instruction.opcode;
    if (opcode >= 0x70 && opcode <= 0x7F) return Flow::conditional_jump;
    if (one_of(opcode, 0xE0, 0xE1, 0xE2, 0xE3)) return Flow::loop;
    if (one_of(opcode, 0xC2, 0xC3, 0xCA, 0xCB, 0xCF)) return Flow::returns;
    switch (opcode) {
        case 0xE8: return Flow::call;
        case 0xE9:
        case 0xEB: return Flow::jump;
        case 0x9A: return Flow::far_call;
        case 0xEA: return Flow::far_jump;
        case 0xCC:
        case 0xF4: return Flow::stops;
        case 0xCD: return instruction.immediate_value == 0x29 ? Flow::stops : Flow::next;
        case 0xC7: return instruction.modrm == 0xF8 ? Flow::transaction : Flow::next;
        case 0xFF: return group_5_flow(instruction);
        default: return Flow::next;
    }
}

Flow two_byte_flow(std::uint8_t opcode) {
    if (opcode >= 0x80 && opcode <= 0x8F) return Flow::conditional_jump;
    if (one_of(opcode, 0x07, 0x35, 0xAA)) return Flow::returns;
    if (one_of(opcode, 0x0B, 0xB9, 0xFF)) return Flow::stops;
    return Flow::next;
}

bool lockable_one_byte(std::uint8_t opcode, std::uint8_t reg) {
    if (opcode < 0x38)
        return (opcode & 7) < 2;  // ADD, OR, ADC, SBB, AND, SUB, XOR, with their destination in memory
    if (one_of(opcode, 0x80, 0x81, 0x82, 0x83)) return reg != 7;  // the same with an immediate; 7 is CMP
    if (one_of(opcode, 0xF6, 0xF7)) return reg == 2 || reg == 3;  // NOT, NEG
    if (one_of(opcode, 0xFE, 0xFF)) return reg < 2;               // INC, DEC
    return one_of(opcode, 0x86, 0x87);                            // XCHG
}

bool lockable_two_byte(std::uint8_t opcode, std::uint8_t reg) {
    if (opcode == 0xBA) return reg >= 5;  // BTS, BTR, BTC with an immediate; 4 is BT
    if (opcode == 0xC7) return reg == 1;  // CMPXCHG8B, CMPXCHG16B
    return one_of(opcode, 0xAB, 0xB3, 0xBB, 0xB0, 0xB1, 0xC0, 0xC1);  // BTS, BTR, BTC, CMPXCHG, XADD
}

}  // namespace

Flow flow_of(const Instruction& instruction) {
    if (instruction.encoding != Encoding::legacy) return Flow::next;
    if (instruction.map == Map::one_byte) return one_byte_flow(instruction);
    if (instruction.map == Map::two_byte) return two_byte_flow(instruction.opcode);
    return Flow::next;
}

bool lockable(const Instruction& instruction) {
    if (instruction.encoding != Encoding::legacy || !instruction.memory.present) return false;
    if (instruction.map == Map::one_byte) return lockable_one_byte(instruction.opcode, instruction.reg());
    if (instruction.map == Map::two_byte) return lockable_two_byte(instruction.opcode, instruction.reg());
    return false;
}

bool atomic_by_itself(const Instruction& instruction) {
    if (!instruction.memory.present) return false;
    const std::uint8_t opcode = instruction.opcode;
    if (instruction.encoding == Encoding::legacy) {
        const bool exchange = instruction.map == Map::one_byte && one_of(opcode, 0x86, 0x87);
        const bool remote = instruction.map == Map::three_byte_38 && opcode == 0xFC;  // AADD, AAND, AOR, AXOR
        return exchange || remote;
    }
    // CMPccXADD.
    return instruction.encoding == Encoding::vex && instruction.map == Map::three_byte_38 && opcode >= 0xE0 &&
           opcode <= 0xEF;
}

}  // namespace cuzz::x86
