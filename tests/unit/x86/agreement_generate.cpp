#include "agreement_generate.h"

#include "detours/x86/opcode_maps.h"
#include "scheduler/random.h"

#include <initializer_list>

namespace cuzz::x86 {
namespace {

class Generator {
public:
    Generator(Mode mode, std::uint64_t seed) : mode_(mode), random_(seed) {}

    void add_slot(std::vector<std::uint8_t>& bytes) {
        const std::size_t start = bytes.size();
        bytes_ = &bytes;
        switch (random_.below(8)) {
            case 0: add_vex(); break;
            case 1: add_short_vex(); break;
            case 2: add_xop(); break;
            case 3: add_evex(); break;
            default: add_legacy(); break;
        }
        // ModRM with all that may follow it. Registers and SIB more often than they come up by chance.
        constexpr std::uint8_t rms[] = {0, 1, 4, 4, 5, 6, 7, 3};
        add((any() & 0xF8u) | rms[random_.below(8)]);
        while (bytes.size() < start + 15) add(any());
        bytes.resize(start + 15);
        bytes.resize(start + slot_size, 0x90);
    }

private:
    void add(unsigned byte) { bytes_->push_back(static_cast<std::uint8_t>(byte)); }
    std::uint8_t any() { return static_cast<std::uint8_t>(random_.below(256)); }
    std::uint8_t one(std::initializer_list<std::uint8_t> bytes) {
        return bytes.begin()[random_.below(static_cast<std::uint32_t>(bytes.size()))];
    }
    bool long_mode() const { return mode_ == Mode::bits64; }

    // An opcode that is none of the one-byte map's prefixes and escapes, nor FWAIT, which objdump takes for one.
    std::uint8_t any_opcode() {
        for (;;) {
            const std::uint8_t byte = any();
            const bool prefix =
                one_of(byte, 0x26, 0x2E, 0x36, 0x3E, 0x64, 0x65, 0x66, 0x67, 0xF0, 0xF2, 0xF3);
            const bool escape = one_of(byte, 0x0F, 0x9B, 0x62, 0x8F, 0xC4, 0xC5);
            if (!prefix && !escape && (!long_mode() || (byte & 0xF0) != 0x40)) return byte;
        }
    }

    void add_legacy() {
        const std::uint32_t map = random_.below(4);
        const std::uint8_t opcode = map == 0 ? any_opcode() : any();
        // LOCK before MOV CR is refused by us and AMD's CR8 and above to objdump.
        const bool control = map == 1 && one_of(opcode, 0x20, 0x21, 0x22, 0x23);
        for (std::uint32_t n = random_.below(3); n > 0; --n)
            add(one({0x66, 0x66, 0x67, 0xF2, 0xF3, 0x2E, 0x64, 0x65,
                     control ? std::uint8_t{0x66} : std::uint8_t{0xF0}}));
        if (long_mode() && random_.below(2) == 0) add(0x40u + random_.below(16));
        if (map != 0) add(0x0F);
        if (map == 2) add(0x38);
        if (map == 3) add(0x3A);
        add(opcode);
    }

    void add_neutral_prefix() {
        if (random_.below(4) == 0) add(one({0x67, 0x64, 0x65, 0x2E}));
    }

    // The bits R, X and B (inverted); in 32-bit mode R and X are what tells VEX from LES.
    std::uint8_t extensions() {
        return long_mode() ? one({0xE0, 0xE0, 0x00, 0x20, 0x80, 0xA0}) : one({0xE0, 0xE0, 0xC0});
    }

    void add_short_vex() {
        add_neutral_prefix();
        add(0xC5);
        add(any() | (long_mode() ? 0u : 0xC0u));
        add(any());
    }

    void add_vex() {
        add_neutral_prefix();
        add(0xC4);
        add(extensions() | one({1, 2, 3}));
        add(one({0x78, 0x79, 0x7A, 0x7B, any()}));
        add(any());
    }

    void add_xop() {
        add_neutral_prefix();
        add(0x8F);
        add(extensions() | one({8, 9, 10}));
        add(one({0x78, 0xF8, any()}));
        add(any());
    }

    void add_evex() {
        add_neutral_prefix();
        add(0x62);
        add(extensions() | one({0x10, 0x10, 0x00}) | one({1, 2, 3, 5, 6}));
        add(one({0x7C, 0xFC, any()}) | 4u | random_.below(4));
        add(one({0x08, 0x28, 0x48, 0x18, any()}));
        add(any());
    }

    Mode mode_;
    Random random_;
    std::vector<std::uint8_t>* bytes_ = nullptr;
};

}  // namespace

std::vector<std::uint8_t> generate(Mode mode, std::size_t slots, std::uint64_t seed) {
    std::vector<std::uint8_t> bytes;
    Generator generator(mode, seed);
    for (std::size_t i = 0; i < slots; ++i) generator.add_slot(bytes);
    return bytes;
}

}  // namespace cuzz::x86
