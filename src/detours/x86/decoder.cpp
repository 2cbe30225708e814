#include "detours/x86/decoder.h"

#include "detours/x86/meaning.h"
#include "detours/x86/opcode_maps.h"

namespace cuzz::x86 {
namespace {

// REX's four bits, which VEX, EVEX and XOP have too, most of them inverted.
constexpr std::uint8_t bit_w = 8, bit_r = 4, bit_x = 2, bit_b = 1;

// Reads from front to back; each step is false when `status_` says why there is no instruction.
class Decoder {
public:
    Decoder(std::span<const std::uint8_t> bytes, Mode mode, std::uint64_t address)
        : bytes_(bytes), long_mode_(mode == Mode::bits64) {
        at_.address = address;
        at_.mode = mode;
    }

    Decoded run() {
        if (read_prefixes() && read_opcode() && choose_form() && read_modrm() && read_immediates()) finish();
        return {status_, at_};
    }

private:
    bool fail(Status status) {
        status_ = status;
        return false;
    }

    bool refuse_unless(bool condition) { return condition || fail(Status::invalid); }

    // The next byte is there and may belong to the instruction.
    bool available() {
        if (at_.length >= longest_instruction) return fail(Status::too_long);
        return at_.length < bytes_.size() || fail(Status::truncated);
    }

    bool take(std::uint8_t& byte) {
        if (!available()) return false;
        byte = bytes_[at_.length++];
        return true;
    }

    bool take_opcode() {
        at_.opcode_offset = at_.length;
        return take(at_.opcode);
    }

    // A little-endian number, sign-extended. `size` 0: nothing.
    bool take(Field& field, std::uint8_t size, std::int64_t& value);

    bool take_if_legacy_prefix(std::uint8_t byte);
    bool read_prefixes();
    bool read_opcode();
    bool read_legacy_opcode();
    bool read_short_vex();
    bool read_vex_or_xop(Encoding encoding, std::uint8_t first_map, std::uint8_t last_map);
    bool read_evex();
    bool choose_form();
    bool read_modrm();
    bool read_memory();
    bool read_memory_16();
    bool read_immediates();
    void finish();

    // In 32-bit mode C4, C5 and 62 are LES, LDS and BOUND, whose ModRM never has `mod` 3 (SDM 2A, 2.3.5).
    bool next_has_mod_3() const { return bytes_[at_.length] >= 0xC0; }
    // A gather or scatter: 4 is a vector register like any other in its index (SDM 2A, 2.3.12).
    bool index_is_vector() const;

    Status status_ = Status::valid;
    Instruction at_;
    std::span<const std::uint8_t> bytes_;
    Form form_;
    bool long_mode_;
    std::uint8_t extension_ = 0;        // W, R, X, B as in REX, none inverted
    std::uint8_t evex_index_high_ = 0;  // EVEX.V', 16 or 0
};

bool Decoder::take(Field& field, std::uint8_t size, std::int64_t& value) {
    if (size == 0) return true;
    field = {at_.length, size};
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < size; ++i) {
        std::uint8_t byte = 0;
        if (!take(byte)) return false;
        bits |= std::uint64_t{byte} << (8 * i);
    }
    const unsigned unused = 64u - 8u * size;
    value = static_cast<std::int64_t>(bits << unused) >> unused;
    return true;
}

// SDM 2A, 2.1.1. In 64-bit mode the segment prefixes other than FS and GS do nothing (AMD APM 3, 1.2.4).
bool Decoder::take_if_legacy_prefix(std::uint8_t byte) {
    if (one_of(byte, 0x26, 0x2E, 0x36, 0x3E)) {
        if (!long_mode_) at_.prefixes.segment = byte;
        return true;
    }
    switch (byte) {
        case 0x64:
        case 0x65: at_.prefixes.segment = byte; return true;
        case 0x66: at_.prefixes.operand_override = true; return true;
        case 0x67: at_.prefixes.address_override = true; return true;
        case 0xF0: at_.prefixes.lock = true; return true;
        case 0xF2:
        case 0xF3: at_.prefixes.repeat = byte; return true;
        default: return false;
    }
}

// Leaves the opcode's first byte in `at_.opcode`, taken.
bool Decoder::read_prefixes() {
    for (;;) {
        if (!take(at_.opcode)) return false;
        if (take_if_legacy_prefix(at_.opcode)) {
            at_.prefixes.rex = 0;  // REX counts only directly before the opcode (SDM 2A, 2.2.1)
        } else if (long_mode_ && (at_.opcode & 0xF0) == 0x40) {
            at_.prefixes.rex = at_.opcode;
        } else {
            at_.prefixes.count = static_cast<std::uint8_t>(at_.length - 1);
            extension_ = static_cast<std::uint8_t>(at_.prefixes.rex & 0x0F);
            return true;
        }
    }
}

bool Decoder::read_opcode() {
    const std::uint8_t opcode = at_.opcode;
    const bool vector = one_of(opcode, 0xC4, 0xC5, 0x62);
    if (!vector && opcode != 0x8F) return read_legacy_opcode();
    if (!available()) return false;
    if (vector && !long_mode_ && !next_has_mod_3()) return read_legacy_opcode();
    // POP has 0 in ModRM.reg, which leaves less than 8 where XOP has its map (AMD APM 3, 1.2.8).
    if (!vector && (bytes_[at_.length] & 0x1F) < 8) return read_legacy_opcode();
    // None of these may come before them (SDM 2A, 2.3.2 to 2.3.4).
    const Prefixes& prefixes = at_.prefixes;
    if (!refuse_unless(!prefixes.lock && !prefixes.operand_override && prefixes.repeat == 0 &&
                       prefixes.rex == 0))
        return false;
    switch (opcode) {
        case 0x62: return read_evex();
        case 0x8F: return read_vex_or_xop(Encoding::xop, 8, 10);
        case 0xC4: return read_vex_or_xop(Encoding::vex, 1, 3);
        default: return read_short_vex();
    }
}

bool Decoder::read_legacy_opcode() {
    if (at_.opcode == 0x0F) {
        if (!take(at_.opcode)) return false;
        at_.map = Map::two_byte;
        if (at_.opcode == 0x0F) at_.map = Map::amd_3dnow;
        if (at_.opcode == 0x38) at_.map = Map::three_byte_38;
        if (at_.opcode == 0x3A) at_.map = Map::three_byte_3a;
        if (at_.opcode == 0x38 || at_.opcode == 0x3A) {
            if (!take(at_.opcode)) return false;
        }
    }
    at_.opcode_offset = static_cast<std::uint8_t>(at_.length - 1);
    return true;
}

// SDM 2A, 2.3.5: C5 RvvvvLpp opcode, with R and vvvv inverted.
bool Decoder::read_short_vex() {
    std::uint8_t first = 0;
    if (!take(first)) return false;
    at_.encoding = Encoding::vex;
    at_.map = Map::two_byte;
    extension_ = static_cast<std::uint8_t>(~first >> 5 & bit_r);
    return take_opcode();
}

// SDM 2A, 2.3.5 and AMD APM 3, 1.2.8: C4 or 8F, RXBmmmmm WvvvvLpp opcode, with R, X, B and vvvv inverted.
bool Decoder::read_vex_or_xop(Encoding encoding, std::uint8_t first_map, std::uint8_t last_map) {
    std::uint8_t first = 0, second = 0;
    if (!take(first)) return false;
    const auto map = static_cast<std::uint8_t>(first & 0x1F);
    if (!refuse_unless(map >= first_map && map <= last_map) || !take(second)) return false;
    at_.encoding = encoding;
    at_.map = static_cast<Map>(map);
    extension_ = static_cast<std::uint8_t>((~first >> 5 & 7) | (second >> 4 & bit_w));
    return take_opcode();
}

// SDM 2A, 2.7.1: 62 RXBR'0mmm Wvvvv1pp zL'LbV'aaa, with R, X, B, R', vvvv and V' inverted.
bool Decoder::read_evex() {
    std::uint8_t first = 0, second = 0, third = 0;
    if (!take(first)) return false;
    const auto map = static_cast<std::uint8_t>(first & 7);
    if (!refuse_unless((first & 8) == 0 && map != 0 && map != 4 && map != 7)) return false;
    if (!take(second) || !refuse_unless((second & 4) != 0) || !take(third)) return false;
    at_.encoding = Encoding::evex;
    at_.map = static_cast<Map>(map);
    extension_ = static_cast<std::uint8_t>((~first >> 5 & 7) | (second >> 4 & bit_w));
    evex_index_high_ = static_cast<std::uint8_t>(~third << 1 & 0x10);
    return take_opcode();
}

// Sizes, and what follows the opcode.
bool Decoder::choose_form() {
    if (!long_mode_) {  // there are only eight registers
        extension_ = static_cast<std::uint8_t>(extension_ & bit_w);
        evex_index_high_ = 0;
    }
    const Prefixes& prefixes = at_.prefixes;
    at_.operand_size = prefixes.operand_override ? 2 : 4;
    if (long_mode_ && (extension_ & bit_w) != 0) at_.operand_size = 8;
    if (long_mode_)
        at_.address_size = prefixes.address_override ? 4 : 8;
    else
        at_.address_size = prefixes.address_override ? 2 : 4;

    const Selection selection{at_.mode,       at_.encoding, at_.map, at_.opcode, prefixes.operand_override,
                              prefixes.repeat};
    form_ = form_of(selection);
    if (!refuse_unless(form_.defined)) return false;
    if (form_.modrm == ModRm::none) return true;
    at_.modrm_offset = at_.length;
    if (!take(at_.modrm)) return false;
    form_ = form_with_modrm(selection, at_.modrm, form_);
    return refuse_unless(form_.defined);
}

bool Decoder::read_modrm() {
    if (form_.modrm != ModRm::present || at_.mod() == 3) return true;
    at_.memory.present = true;
    return at_.address_size == 2 ? read_memory_16() : read_memory();
}

// SDM 2A, table 2-1.
bool Decoder::read_memory_16() {
    constexpr std::uint8_t bx = 3, bp = 5, si = 6, di = 7;
    constexpr std::uint8_t bases[] = {bx, bx, bp, bp, si, di, bp, bx};
    constexpr std::uint8_t indexes[] = {si, di, si, di, no_register, no_register, no_register, no_register};
    const bool absolute = at_.mod() == 0 && at_.rm() == 6;
    if (!absolute) at_.memory.base = bases[at_.rm()];
    at_.memory.index = indexes[at_.rm()];
    std::uint8_t size = at_.mod();  // 0, 1 or 2 bytes
    if (absolute) size = 2;
    return take(at_.displacement, size, at_.displacement_value);
}

// SDM 2A, tables 2-2 and 2-3, and 2.2.1.6 for RIP.
bool Decoder::read_memory() {
    std::uint8_t base = at_.rm();
    if (base == 4) {
        at_.sib_offset = at_.length;
        if (!take(at_.sib)) return false;
        base = static_cast<std::uint8_t>(at_.sib & 7);
        const auto index = static_cast<std::uint8_t>((at_.sib >> 3 & 7) | (extension_ & bit_x) << 2);
        if (index_is_vector())
            at_.memory.index = static_cast<std::uint8_t>(index | evex_index_high_);
        else if (index != 4)
            at_.memory.index = index;
        at_.memory.scale = static_cast<std::uint8_t>(1 << (at_.sib >> 6));
    }
    const bool without_base = at_.mod() == 0 && base == 5;
    if (!without_base) at_.memory.base = static_cast<std::uint8_t>(base | (extension_ & bit_b) << 3);
    at_.memory.rip_relative = without_base && long_mode_ && at_.sib_offset == 0;
    std::uint8_t size = at_.mod() == 1 ? 1 : 0;
    if (at_.mod() == 2 || without_base) size = 4;
    return take(at_.displacement, size, at_.displacement_value);
}

bool Decoder::index_is_vector() const {
    if (at_.map != Map::three_byte_38 || at_.encoding == Encoding::legacy) return false;
    if (at_.opcode >= 0x90 && at_.opcode <= 0x93) return true;
    const bool scatters =
        (at_.opcode >= 0xA0 && at_.opcode <= 0xA3) || at_.opcode == 0xC6 || at_.opcode == 0xC7;
    return at_.encoding == Encoding::evex && scatters;
}

bool Decoder::read_immediates() {
    const std::uint8_t by_operand = at_.operand_size == 2 ? 2 : 4;
    std::uint8_t size = 0, second_size = 0;
    switch (form_.immediate) {
        case Immediate::none: break;
        case Immediate::byte:
        case Immediate::relative_byte: size = 1; break;
        case Immediate::word: size = 2; break;
        case Immediate::dword: size = 4; break;
        case Immediate::by_operand: size = by_operand; break;
        case Immediate::full_operand: size = at_.operand_size; break;
        case Immediate::relative:  // 66 does nothing in 64-bit mode but to XBEGIN (SDM 2A, 2.2.1.7; 2D)
            size = long_mode_ && at_.modrm_offset == 0 ? 4 : by_operand;
            break;
        case Immediate::word_byte: size = 2, second_size = 1; break;
        case Immediate::byte_byte: size = 1, second_size = 1; break;
        case Immediate::far_pointer: size = by_operand, second_size = 2; break;
        case Immediate::address:
            at_.memory.present = true;
            return take(at_.displacement, at_.address_size, at_.displacement_value);
    }
    std::int64_t second_value = 0;
    return take(at_.immediate, size, at_.immediate_value) &&
           take(at_.second_immediate, second_size, second_value);
}

void Decoder::finish() {
    if (at_.map == Map::amd_3dnow) {
        at_.opcode_offset = at_.immediate.offset;
        at_.opcode = bytes_[at_.opcode_offset];
        at_.immediate = {};
        at_.immediate_value = 0;
    }
    at_.flow = flow_of(at_);
    if (at_.has_target()) {
        at_.target = at_.end() + static_cast<std::uint64_t>(at_.immediate_value);
        // A 16-bit branch clears the upper half of EIP; XBEGIN does not (SDM 2D, XBEGIN).
        const bool cut = at_.operand_size == 2 && at_.flow != Flow::transaction;
        if (!long_mode_) at_.target &= cut ? 0xFFFFu : 0xFFFFFFFFu;
    }
    if (at_.memory.rip_relative) {
        at_.memory_target = at_.end() + static_cast<std::uint64_t>(at_.displacement_value);
        if (at_.address_size == 4) at_.memory_target &= 0xFFFFFFFFu;
    }
    at_.atomic = at_.prefixes.lock || atomic_by_itself(at_);
    refuse_unless(!at_.prefixes.lock || lockable(at_));
}

}  // namespace

Decoded decode(std::span<const std::uint8_t> bytes, Mode mode, std::uint64_t address) {
    return Decoder(bytes, mode, address).run();
}

}  // namespace cuzz::x86
