#include "agreement_text.h"

#include "detours/x86/opcode_maps.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace cuzz::x86 {
namespace {

bool is_prefix_word(std::string_view word) {
    static constexpr std::string_view words[] = {
        "lock",     "rep",      "repz", "repnz",   "repe", "repne", "data16", "data32", "addr16", "addr32",
        "xacquire", "xrelease", "bnd",  "notrack", "cs",   "ds",    "es",     "ss",     "fs",     "gs"};
    return std::ranges::find(words, word) != std::end(words) || word.starts_with("rex");
}

std::optional<std::uint64_t> parse_hex(std::string_view text) {
    if (text.starts_with("0x")) text.remove_prefix(2);
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value, 16);
    if (error != std::errc{} || (stop != end && *stop != ' ' && *stop != ',')) return std::nullopt;
    return value;
}

std::string register_text(std::uint8_t number, std::uint8_t size) {
    static constexpr const char* names[] = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};
    const std::string prefix = size == 8 ? "%r" : size == 4 ? "%e" : "%";
    if (number < 8) return prefix + names[number];
    return "%r" + std::to_string(number) + (size == 8 ? "" : "d");
}

bool is_compared(const Instruction& at) {
    if (!at.memory.present) return false;
    if (at.encoding == Encoding::evex && at.displacement.size == 1) return false;
    if (at.encoding != Encoding::legacy && at.map == Map::three_byte_38)
        return !one_of(at.opcode, 0x90, 0x91, 0x92, 0x93, 0xA0, 0xA1, 0xA2, 0xA3, 0xC6, 0xC7);
    return at.encoding != Encoding::legacy || at.map != Map::two_byte || !one_of(at.opcode, 0x1A, 0x1B);
}

}  // namespace

std::string hex(std::uint64_t value, std::size_t width) {
    std::array<char, 16> digits{};
    const std::string text(digits.data(),
                           std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr);
    return std::string(width - std::min(width, text.size()), '0') + text;
}

std::string describe(const Decoded& decoded) {
    static constexpr const char* statuses[] = {"", "truncated", "invalid", "too long"};
    if (!decoded) return statuses[static_cast<std::size_t>(decoded.status)];
    return "length " + std::to_string(decoded->length);
}

Words split(std::string_view text) {
    Words words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(text.find_first_not_of(' ', end), text.size()));
        if (!is_prefix_word(word)) {
            words.mnemonic = word;
            words.operands = text;
            break;
        }
        words.lock = words.lock || word == "lock";
    }
    return words;
}

bool is_no_instruction(std::string_view text) {
    const auto has = [text](std::string_view part) { return text.find(part) != std::string_view::npos; };
    return text.empty() || text.starts_with(".byte") || has("(bad)") || has("{bad}") || has("%?") ||
           has("%tr");
}

bool may_have_lock(const Words& words) {
    static constexpr std::string_view names[] = {
        "add", "adc", "and", "btc", "btr", "bts", "cmpxchg", "cmpxchg8b", "cmpxchg16b", "dec",
        "inc", "neg", "not", "or",  "sbb", "sub", "xor",     "xadd",      "xchg"};
    const auto known = [](std::string_view name) {
        return std::ranges::find(names, name) != std::end(names);
    };
    const bool with_size = std::string_view("bwlq").find(words.mnemonic.back()) != std::string_view::npos;
    if (!known(words.mnemonic) && !(with_size && known(words.mnemonic.substr(0, words.mnemonic.size() - 1))))
        return false;
    const std::string_view operands = words.operands.substr(0, words.operands.find(' '));
    if (operands.ends_with(')')) return true;
    const std::string_view last = operands.substr(operands.rfind(',') + 1);  // npos + 1 is 0
    return last.starts_with("0x") || last.starts_with("-0x") || last.find("s:") != std::string_view::npos;
}

bool is_atomic(const Words& words) {
    const std::string_view name = words.mnemonic;
    if (name == "aadd" || name == "aand" || name == "aor" || name == "axor") return true;
    if (name.starts_with("cmp") && name.ends_with("xadd")) return true;
    return may_have_lock(words) && (words.lock || name.starts_with("xchg"));
}

std::optional<std::uint64_t> branch_target(const Words& words) {
    const std::string_view name = words.mnemonic;
    const bool branch = name.starts_with('j') || name.starts_with("call") || name.starts_with("loop") ||
                        name.starts_with("xbegin");
    return branch ? parse_hex(words.operands) : std::nullopt;
}

std::optional<std::uint64_t> relative_target(const Words& words) {
    static constexpr std::string_view mark = "        # ";
    const std::size_t at = words.operands.find(mark);
    if (at == std::string_view::npos || words.operands.find("ip)") == std::string_view::npos)
        return std::nullopt;
    return parse_hex(words.operands.substr(at + mark.size()));
}

bool shows_memory(const Words& words) {
    const std::string_view text = words.operands.substr(0, words.operands.find('<'));
    for (std::size_t at = text.find('('); at != std::string_view::npos; at = text.find('(', at + 1)) {
        const std::string_view before = text.substr(0, at), from = text.substr(at);
        const bool other = before.ends_with("%st") || before.ends_with("s:") || from.starts_with("(%dx)");
        if (!other) return true;
    }
    return false;
}

std::string memory_text(const Instruction& at) {
    if (!is_compared(at)) return "";
    const std::uint8_t size = at.address_size;
    const bool based = at.memory.base != no_register || at.memory.rip_relative;
    const bool indexed = at.memory.index != no_register;
    // An SIB byte without index is shown as %riz or %eiz if the operand can be had without it.
    const bool needs_sib = based ? (at.sib & 7) == 4 : at.mode == Mode::bits64;
    const bool idle_index = at.sib_offset != 0 && !indexed && (!needs_sib || at.memory.scale != 1);
    const bool bracket = based || indexed || idle_index;
    std::string text;
    if (at.displacement) {
        const auto value = static_cast<std::uint64_t>(at.displacement_value);
        const std::uint64_t mask = size == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * size)) - 1;
        const bool unsigned_too = at.mode == Mode::bits64 && size == 4 && !based && idle_index;
        const bool with_sign = bracket ? !unsigned_too : size == 2 && at.modrm_offset != 0;
        text = with_sign && at.displacement_value < 0 ? "-0x" + hex(0 - value) : "0x" + hex(value & mask);
    }
    if (!bracket) return text;
    text += '(';
    if (at.memory.rip_relative) text += size == 8 ? "%rip" : "%eip";
    if (at.memory.base != no_register) text += register_text(at.memory.base, size);
    if (indexed) text += ',' + register_text(at.memory.index, size);
    if (idle_index) text += size == 8 ? ",%riz" : ",%eiz";
    if (size != 2 && (indexed || idle_index)) text += ',' + std::to_string(at.memory.scale);
    return text + ')';
}

}  // namespace cuzz::x86
