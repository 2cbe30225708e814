// Threads in order of priority, and who of the enabled ones is first. Shared by the priority-based strategies.
//
// A point costs the changes in who is enabled since the last one and one bit scan, whatever the number of
// threads; a change of priority costs a pass over the threads, and there are few of those in a run.
#pragma once

#include "scheduler/thread_set.h"

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

namespace cuzz {

class PriorityOrder {
public:
    void clear() {
        for (std::uint32_t i = 0; i < size_; ++i) rank_[order_[i]] = no_rank;
        size_ = high_count_ = 0;
        forget();
    }

    // Puts the thread among the high ones, `rank` of them staying above it (0 … high_count()). A uniform draw of
    // the rank for each thread that comes gives a uniform order of all of them.
    void insert_high(ThreadId thread, std::uint32_t rank) {
        erase(thread);
        key_[thread] = high;
        ++high_count_;
        shift_in(thread, rank);
    }

    // Puts the thread below all high ones, among the low ones by value; of equal values the later one is lower.
    void set_low(ThreadId thread, std::uint64_t value) {
        erase(thread);
        key_[thread] = value;
        std::uint32_t rank = size_;
        while (rank > 0 && key_[order_[rank - 1]] < value) --rank;
        shift_in(thread, rank);
    }

    void erase(ThreadId thread) {
        const std::uint32_t at = rank_[thread];
        if (at == no_rank) return;
        --size_;
        if (key_[thread] == high) --high_count_;
        for (std::uint32_t i = at; i < size_; ++i) place(order_[i + 1], i);
        rank_[thread] = no_rank;
        forget();
    }

    bool contains(ThreadId thread) const { return rank_[thread] != no_rank; }
    std::uint32_t rank(ThreadId thread) const { return rank_[thread]; }  // 0 is the highest
    std::uint32_t high_count() const { return high_count_; }
    std::uint32_t size() const { return size_; }
    ThreadId at(std::uint32_t rank) const { return order_[rank]; }

    // The enabled thread of the highest priority. All enabled threads must have been added; at least one is.
    ThreadId top(const ThreadSet& enabled) {
        const unsigned words = enabled.used_words() > seen_words_ ? enabled.used_words() : seen_words_;
        for (unsigned i = 0; i < words; ++i) {
            std::uint64_t changed = enabled.word(i) ^ seen_[i];
            seen_[i] = enabled.word(i);
            for (; changed != 0; changed &= changed - 1) {
                const std::uint32_t rank = rank_[i * 64 + static_cast<unsigned>(std::countr_zero(changed))];
                if (rank != no_rank) ready_[rank / 64] ^= std::uint64_t{1} << (rank % 64);
            }
        }
        seen_words_ = enabled.used_words();
        unsigned word = 0;
        while (ready_[word] == 0) ++word;
        return order_[word * 64 + static_cast<unsigned>(std::countr_zero(ready_[word]))];
    }

private:
    static constexpr std::uint16_t no_rank = 0xFFFF;

    static constexpr std::uint64_t high = ~std::uint64_t{0};

    void shift_in(ThreadId thread, std::uint32_t rank) {
        for (std::uint32_t i = size_++; i > rank; --i) place(order_[i - 1], i);
        place(thread, rank);
        forget();
    }

    void place(ThreadId thread, std::uint32_t at) {
        order_[at] = thread;
        rank_[thread] = static_cast<std::uint16_t>(at);
    }

    // What `top` had seen is in terms of ranks that no longer hold.
    void forget() {
        for (unsigned i = 0; i < seen_words_; ++i) seen_[i] = 0;
        const unsigned words = size_ / 64 + 1 > ready_words_ ? size_ / 64 + 1 : ready_words_;
        for (unsigned i = 0; i < words && i < ready_.size(); ++i) ready_[i] = 0;
        ready_words_ = size_ / 64 + 1;
        seen_words_ = 0;
    }

    template <std::size_t... I>
    static constexpr std::array<std::uint16_t, sizeof...(I)> filled(std::index_sequence<I...>) {
        return {((void)I, no_rank)...};
    }

    std::array<std::uint64_t, max_threads> key_{};
    std::array<std::uint16_t, max_threads> order_{};  // by rank, highest first; `size_` of them
    std::array<std::uint16_t, max_threads> rank_ = filled(std::make_index_sequence<max_threads>{});
    std::uint32_t size_ = 0, high_count_ = 0;
    std::array<std::uint64_t, ThreadSet::max_words> seen_{};       // the enabled set that `ready_` reflects
    std::array<std::uint64_t, ThreadSet::max_words + 1> ready_{};  // the same, by rank
    unsigned seen_words_ = 0;
    unsigned ready_words_ = 1;
};

}  // namespace cuzz
