// A set of threads as a fixed bitmap: no allocation, iteration in thread order, cost by the words in use.
#pragma once

#include "scheduler/ops.h"
#include "scheduler/random.h"

#include <array>
#include <bit>
#include <cstdint>

namespace cuzz {

// Running totals of the bits set in a word's bytes: byte i counts those in bytes 0 … i, byte 7 them all. Without
// the instructions that baseline x86-64 does not have.
constexpr std::uint64_t count_by_byte(std::uint64_t w) {
    w -= (w >> 1) & 0x5555555555555555u;
    w = (w & 0x3333333333333333u) + ((w >> 2) & 0x3333333333333333u);
    w = (w + (w >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return w * 0x0101010101010101u;
}

constexpr unsigned count_bits(std::uint64_t w) { return static_cast<unsigned>(count_by_byte(w) >> 56); }

// Position of the set bit number `index` (0-based); the word must have more than `index` bits.
constexpr unsigned select_bit(std::uint64_t w, unsigned index, std::uint64_t totals) {
    // A byte's top bit tells that the bit looked for lies above it: counts are at most 64, so none carries over.
    const std::uint64_t below = ((index * 0x0101010101010101u) | 0x8080808080808080u) - totals;
    const auto byte =
        static_cast<unsigned>((((below & 0x8080808080808080u) >> 7) * 0x0101010101010101u) >> 56);
    unsigned rest = index - static_cast<unsigned>(((totals << 8) >> (8 * byte)) & 0xFF);
    for (w >>= 8 * byte; rest > 0; --rest) w &= w - 1;
    return 8 * byte + static_cast<unsigned>(std::countr_zero(w));
}

class ThreadSet {
public:
    static constexpr unsigned word_bits = 64;
    static constexpr unsigned max_words = max_threads / word_bits;

    bool contains(ThreadId t) const { return (words_[t / word_bits] >> (t % word_bits)) & 1; }

    void insert(ThreadId t) {
        const unsigned word = t / word_bits;
        if (word >= used_) used_ = word + 1;
        words_[word] |= bit(t);
    }

    void erase(ThreadId t) { words_[t / word_bits] &= ~bit(t); }

    void set(ThreadId t, bool member) { member ? insert(t) : erase(t); }

    void clear() {
        for (unsigned i = 0; i < used_; ++i) words_[i] = 0;
        used_ = 0;
    }

    void insert(const ThreadSet& other) {
        if (other.used_ > used_) used_ = other.used_;
        for (unsigned i = 0; i < other.used_; ++i) words_[i] |= other.words_[i];
    }

    void erase(const ThreadSet& other) {
        const unsigned words = other.used_ < used_ ? other.used_ : used_;
        for (unsigned i = 0; i < words; ++i) words_[i] &= ~other.words_[i];
    }

    void keep(const ThreadSet& other) {
        for (unsigned i = 0; i < used_; ++i) words_[i] &= other.words_[i];
    }

    bool empty() const {
        for (unsigned i = 0; i < used_; ++i)
            if (words_[i] != 0) return false;
        return true;
    }

    // At least two members.
    bool several() const {
        bool seen = false;
        for (unsigned i = 0; i < used_; ++i) {
            const std::uint64_t w = words_[i];
            if (w == 0) continue;
            if (seen || (w & (w - 1)) != 0) return true;
            seen = true;
        }
        return false;
    }

    unsigned size() const {
        unsigned total = 0;
        for (unsigned i = 0; i < used_; ++i) total += count_bits(words_[i]);
        return total;
    }

    // The lowest member, or `no_thread`.
    ThreadId first() const {
        for (unsigned i = 0; i < used_; ++i)
            if (words_[i] != 0) return make(i, words_[i]);
        return no_thread;
    }

    // The lowest member above `t`, or `no_thread`.
    ThreadId after(ThreadId t) const {
        unsigned i = t / word_bits;
        if (i >= used_) return no_thread;
        const unsigned in_word = t % word_bits;
        std::uint64_t w = in_word == 63 ? 0 : words_[i] & (~std::uint64_t{0} << (in_word + 1));
        while (w == 0) {
            if (++i >= used_) return no_thread;
            w = words_[i];
        }
        return make(i, w);
    }

    // The lowest member above `t`, going round; `no_thread` only if the set is empty.
    ThreadId after_round(ThreadId t) const {
        const ThreadId next = t == no_thread ? no_thread : after(t);
        return next != no_thread ? next : first();
    }

    // Member number `index` in thread order; the set must have more than `index` members.
    ThreadId at(unsigned index) const {
        for (unsigned i = 0;; ++i) {
            const std::uint64_t totals = count_by_byte(words_[i]);
            const auto in_word = static_cast<unsigned>(totals >> 56);
            if (index < in_word)
                return static_cast<ThreadId>(i * word_bits + select_bit(words_[i], index, totals));
            index -= in_word;
        }
    }

    // A member drawn uniformly; the set must not be empty.
    ThreadId any(Random& random) const {
        if (used_ != 1) return at(random.below(size()));
        const std::uint64_t totals = count_by_byte(words_[0]);
        const unsigned index = random.below(static_cast<std::uint32_t>(totals >> 56));
        return static_cast<ThreadId>(select_bit(words_[0], index, totals));
    }

    template <class Visit>
    void for_each(Visit visit) const {
        for (unsigned i = 0; i < used_; ++i)
            for (std::uint64_t w = words_[i]; w != 0; w &= w - 1) visit(make(i, w));
    }

    unsigned used_words() const { return used_; }
    std::uint64_t word(unsigned i) const { return words_[i]; }

    friend bool operator==(const ThreadSet& a, const ThreadSet& b) { return a.words_ == b.words_; }

private:
    static constexpr std::uint64_t bit(ThreadId t) { return std::uint64_t{1} << (t % word_bits); }
    static ThreadId make(unsigned word, std::uint64_t w) {
        return static_cast<ThreadId>(word * word_bits + static_cast<unsigned>(std::countr_zero(w)));
    }

    std::array<std::uint64_t, max_words> words_{};
    unsigned used_ = 0;  // words at and past this index are 0
};

}  // namespace cuzz
