// The one source of randomness: xoshiro256** (Blackman and Vigna), seeded through splitmix64.
//
// Never `std::` distributions: their output differs between libraries, and one seed must give one schedule
// on every compiler. All draws are integers, so no floating point rounding can differ either.
#pragma once

#include <array>
#include <cstdint>

namespace cuzz {

// Takes the place of chance: tests walk through every outcome of a strategy's draws with one.
class Tape {
public:
    virtual std::uint32_t below(std::uint32_t bound) = 0;

protected:
    ~Tape() = default;
};

class Random {
public:
    explicit Random(std::uint64_t seed = 0) { reseed(seed); }

    void reseed(std::uint64_t seed) {
        for (auto& word : state_) {
            seed += 0x9E3779B97F4A7C15u;
            std::uint64_t z = seed;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
            word = z ^ (z >> 31);
        }
    }

    // From now on `below` and `one_in` come from the tape (null: from the seed again). `next` always from the seed.
    void use(Tape* tape) { tape_ = tape; }

    // 64 uniform bits.
    std::uint64_t next() {
        const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    // Uniform in 0 … bound − 1, exactly (rejection, Lemire). `bound` must not be 0.
    std::uint32_t below(std::uint32_t bound) {
        if (tape_ != nullptr) return tape_->below(bound);
        std::uint64_t product = (next() >> 32) * bound;
        auto low = static_cast<std::uint32_t>(product);
        if (low < bound) {
            const std::uint32_t threshold = (0u - bound) % bound;
            while (low < threshold) {
                product = (next() >> 32) * bound;
                low = static_cast<std::uint32_t>(product);
            }
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    // The same for bounds past 32 bits: masked rejection.
    std::uint64_t below64(std::uint64_t bound) {
        if (bound <= 0xFFFFFFFFu) return below(static_cast<std::uint32_t>(bound));
        std::uint64_t mask = bound - 1;
        for (unsigned shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
        std::uint64_t draw = next() & mask;
        while (draw >= bound) draw = next() & mask;
        return draw;
    }

    // True once in `odds` draws; never for 0.
    bool one_in(std::uint32_t odds) { return odds != 0 && below(odds) == 0; }

private:
    static constexpr std::uint64_t rotate(std::uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

    std::array<std::uint64_t, 4> state_{};
    Tape* tape_ = nullptr;
};

}  // namespace cuzz
