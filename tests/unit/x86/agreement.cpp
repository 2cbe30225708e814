// Compares our decoder with objdump, instruction by instruction.
//
//     objdump -d -w -z --insn-width=15 -M intel64 FILE… | cuzz_x86_agreement
//
// objdump decides where instructions start: a sweep through each section that starts anew at every symbol and goes
// on one byte later where it finds no instruction. At each of its lines our decoder gets all bytes from there to
// the end of the section, so that it has to find the length itself. Compared are the length, the LOCK prefix,
// being atomic, the target of relative branches, that of RIP-relative operands, and the memory operand as AT&T
// text. What is in code sections and is no code (tables, strings) is compared like all else. -M intel64: Intel's
// meaning where the vendors differ.
//
// Skipped and counted:
//     no instruction   objdump says so (see is_no_instruction): there is nothing to compare
//     cut prefix       a line of prefixes alone, because a symbol (of data) starts behind it: objdump stops there
//
// Where objdump's line is not one instruction of the manuals; counted, and checked in another way:
//     joined wait      FWAIT and the x87 instruction behind it are one line (fstcw is FWAIT and FNSTCW; SDM 2A):
//                      ours must be two that end where the line does
//     faulting lock    LOCK where the processor raises #UD, which objdump does not check (it takes data for code):
//                      not one of the mnemonics that LOCK is for, with a destination in memory; ours must refuse
//                      it, and without LOCK agree on the length
//
// Numbers that objdump prints in full where the manuals cut them are compared modulo 2^16 or 2^32: the targets of
// short branches with 66 in 32-bit mode, and of EIP-relative operands.
//
//     cuzz_x86_agreement --generate 32|64 SLOTS >FILE
//     objdump -D -b binary -m i386 or i386:x86-64 … FILE | cuzz_x86_agreement --slots 32|64
//
// does the same with made-up instructions (agreement_generate.h): of each slot the first line is compared.
#include "agreement_generate.h"
#include "agreement_text.h"
#include "detours/x86/decoder.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace cuzz::x86;

struct Line {
    std::uint64_t address = 0;
    std::size_t first_byte = 0;  // in Run::bytes
    std::size_t length = 0;
    std::string text;
    bool symbol_follows = false;

    std::uint64_t end() const { return address + length; }
};

// Lines whose bytes follow each other without a gap.
struct Run {
    Mode mode = Mode::bits64;
    bool slots = false;
    std::string file;
    std::vector<Line> lines;
    std::vector<std::uint8_t> bytes;

    std::span<const std::uint8_t> from(const Line& line) const {
        return std::span(bytes).subspan(line.first_byte);
    }
};

class Agreement {
public:
    void compare(const Run& run) {
        for (const Line& line : run.lines)
            if (!run.slots || line.address % slot_size == 0) compare(run, line);
    }

    // A line of objdump's that is no instruction, and no heading either.
    void add_not_understood(const std::string& text) {
        if (++not_understood_ <= shown) std::cout << "not understood: " << text << "\n";
    }

    int report() const;

private:
    void compare(const Run& run, const Line& line);
    void compare_joined_wait(const Run& run, const Line& line);
    void compare_faulting_lock(const Run& run, const Line& line);
    void compare_details(const Run& run, const Line& line, const Instruction& ours);
    void disagree(const Run& run, const Line& line, const std::string& what);

    static constexpr int shown = 20;

    std::uint64_t instructions_ = 0, disagreements_ = 0;
    std::uint64_t locks_ = 0, atomics_ = 0, targets_ = 0, relatives_ = 0, operands_ = 0;
    std::uint64_t no_instruction_ = 0, refused_too_ = 0, cut_prefixes_ = 0, joined_waits_ = 0,
                  faulting_locks_ = 0;
    std::uint64_t not_understood_ = 0;
};

void Agreement::compare(const Run& run, const Line& line) {
    const std::span<const std::uint8_t> bytes = run.from(line);
    const Decoded ours = decode(bytes, run.mode, line.address);
    if (is_no_instruction(line.text)) {
        ++no_instruction_;
        refused_too_ += !ours;
        return;
    }
    if (line.symbol_follows && split(line.text).mnemonic.empty()) {
        ++cut_prefixes_;
        return;
    }
    ++instructions_;
    if (const Words words = split(line.text); !ours && words.lock && !may_have_lock(words))
        return compare_faulting_lock(run, line);
    if (bytes[0] == 0x9B && line.length > 1) return compare_joined_wait(run, line);
    if (!ours || ours->length != line.length) return disagree(run, line, "ours: " + describe(ours));
    compare_details(run, line, *ours);
}

void Agreement::compare_joined_wait(const Run& run, const Line& line) {
    ++joined_waits_;
    const Decoded first = decode(run.from(line), run.mode, line.address);
    const Decoded second = decode(run.from(line).subspan(1), run.mode, line.address + 1);
    if (!first || first->length != 1 || !second || second->end() != line.end())
        disagree(run, line, "ours: " + describe(first) + ", then " + describe(second));
}

void Agreement::compare_faulting_lock(const Run& run, const Line& line) {
    ++faulting_locks_;
    const std::span<const std::uint8_t> with_lock = run.from(line).first(line.length);
    std::vector<std::uint8_t> bytes(with_lock.begin(), with_lock.end());
    Decoded ours;
    for (auto lock = bytes.begin(); !ours; ours = decode(bytes, run.mode, line.address)) {
        lock = std::ranges::find(bytes, std::uint8_t{0xF0});
        if (lock == bytes.end()) break;
        bytes.erase(lock);
    }
    if (!ours || ours->length != bytes.size()) disagree(run, line, "ours without LOCK: " + describe(ours));
}

void Agreement::compare_details(const Run& run, const Line& line, const Instruction& ours) {
    const Words words = split(line.text);
    if (ours.prefixes.lock != words.lock) disagree(run, line, "ours differs in LOCK");
    if (ours.atomic != is_atomic(words)) disagree(run, line, "ours differs in being atomic");
    locks_ += words.lock;
    atomics_ += ours.atomic;

    const auto target = branch_target(words);
    const bool cut = ours.mode == Mode::bits32 && ours.operand_size == 2;
    const std::uint64_t target_mask = cut ? 0xFFFF : ~std::uint64_t{0};
    if (target.has_value() != ours.has_target() || ((target.value_or(0) ^ ours.target) & target_mask) != 0)
        disagree(run, line, "ours goes to " + hex(ours.target));
    targets_ += target.has_value();

    const auto relative = relative_target(words);
    const std::uint64_t mask = ours.address_size == 8 ? ~std::uint64_t{0} : 0xFFFFFFFF;
    if (relative.has_value() != ours.memory.rip_relative ||
        ((relative.value_or(0) ^ ours.memory_target) & mask) != 0)
        disagree(run, line, "ours is relative to " + hex(ours.memory_target));
    relatives_ += relative.has_value();

    const std::string operand = memory_text(ours);
    if (words.operands.find(operand) == std::string::npos)
        disagree(run, line, "ours has the operand " + operand);
    if (!ours.memory.present && shows_memory(words)) disagree(run, line, "ours has no memory operand");
    operands_ += !operand.empty();
}

void Agreement::disagree(const Run& run, const Line& line, const std::string& what) {
    if (++disagreements_ > shown) return;
    std::cout << run.file << " " << hex(line.address) << ":";
    for (const std::uint8_t byte : run.from(line).first(line.length)) std::cout << " " << hex(byte, 2);
    std::cout << "  " << line.text << "\n    " << what << "\n";
}

int Agreement::report() const {
    std::cout << instructions_ << " instructions, " << disagreements_ << " disagreements\n"
              << "compared: " << locks_ << " locks, " << atomics_ << " atomic, " << targets_
              << " branch targets, " << relatives_ << " relative operands, " << operands_
              << " memory operands\n"
              << "skipped: " << no_instruction_ << " no instruction (ours refuses " << refused_too_ << "), "
              << cut_prefixes_ << " cut prefix\n"
              << "exceptions: " << joined_waits_ << " joined wait, " << faulting_locks_ << " faulting lock\n";
    return disagreements_ == 0 && not_understood_ == 0 && instructions_ > 0 ? 0 : 1;
}

unsigned digit(char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); }

// "   180001000:\t48 83 ec 28   \tsub    $0x28,%rsp"; false if it is something else.
bool parse(const std::string& text, std::vector<std::uint8_t>& bytes, Line& line) {
    const std::size_t colon = text.find_first_not_of(" 0123456789abcdef");
    if (colon == std::string::npos || text.compare(colon, 2, ":\t") != 0) return false;
    line.address = std::strtoull(text.c_str(), nullptr, 16);
    line.first_byte = bytes.size();
    std::size_t at = colon + 2;
    for (; at + 1 < text.size() && text[at] != ' ' && text[at] != '\t'; at += 3)
        bytes.push_back(static_cast<std::uint8_t>(digit(text[at]) * 16 + digit(text[at + 1])));
    line.length = bytes.size() - line.first_byte;
    const std::size_t tab = text.find('\t', at);
    line.text = tab == std::string::npos ? "" : text.substr(tab + 1);
    return true;
}

int compare_input(Run run) {
    Agreement agreement;
    const auto finish_run = [&] {
        agreement.compare(run);
        run.lines.clear();
        run.bytes.clear();
    };
    static constexpr std::string_view header = ":     file format ";
    for (std::string text; std::getline(std::cin, text);) {
        if (text.empty()) continue;
        if (const std::size_t at = text.find(header); at != std::string::npos) {
            finish_run();
            run.file = text.substr(0, at);
            if (!run.slots) run.mode = text.find("i386") != std::string::npos ? Mode::bits32 : Mode::bits64;
            continue;
        }
        std::vector<std::uint8_t> bytes;
        Line line;
        if (!parse(text, bytes, line)) {
            const bool symbol = text.ends_with(">:");
            if (!symbol && !text.starts_with("Disassembly of section ")) agreement.add_not_understood(text);
            if (symbol && !run.lines.empty()) run.lines.back().symbol_follows = true;
            continue;
        }
        if (!run.lines.empty() && run.lines.back().end() != line.address) finish_run();
        line.first_byte = run.bytes.size();
        run.bytes.insert(run.bytes.end(), bytes.begin(), bytes.end());
        run.lines.push_back(std::move(line));
    }
    finish_run();
    return agreement.report();
}

}  // namespace

int main(int count, char** values) {
    std::ios::sync_with_stdio(false);
    const std::vector<std::string_view> arguments(values + 1, values + count);
    Run run;
    if (arguments.empty()) return compare_input(std::move(run));
    if (arguments.size() < 2 || (arguments[1] != "32" && arguments[1] != "64")) return 2;
    run.mode = arguments[1] == "32" ? Mode::bits32 : Mode::bits64;
    if (arguments[0] == "--slots") {
        run.slots = true;
        return compare_input(std::move(run));
    }
    if (arguments[0] != "--generate" || arguments.size() != 3) return 2;
    const std::vector<std::uint8_t> bytes = generate(run.mode, std::strtoull(values[3], nullptr, 10), 4);
    std::cout.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return std::cout.flush() ? 0 : 1;
}
