// The priorities of PCT and RPro: random ones to begin with, d − i after change point i, and below all of those the
// ones of threads that were demoted for spinning.
#pragma once

#include "scheduler/priority_order.h"
#include "scheduler/strategy.h"

#include <array>
#include <cstdint>

namespace cuzz {

class PctPriorities {
public:
    void clear() {
        order_.clear();
        lowest_ = lowest_start;
    }

    // A random priority among those of the threads that have not fallen.
    void enter(ThreadId thread, Random& random) {
        order_.insert_high(thread, random.below(order_.high_count() + 1));
    }

    void leave(ThreadId thread) { order_.erase(thread); }

    // Change point i of a run of depth d.
    void change(ThreadId thread, std::uint32_t d, std::uint32_t i) {
        order_.set_low(thread, lowest_start + d - i);
    }

    // Below everybody else.
    void demote(ThreadId thread) { order_.set_low(thread, --lowest_); }

    // Everybody enters anew.
    void redraw(Random& random) {
        std::array<ThreadId, max_threads> threads;
        const std::uint32_t count = order_.size();
        for (std::uint32_t i = 0; i < count; ++i) threads[i] = order_.at(i);
        clear();
        for (std::uint32_t i = 0; i < count; ++i) enter(threads[i], random);
    }

    ThreadId top(const ThreadSet& enabled) { return order_.top(enabled); }

    // Of several waiters the one with the highest priority: its index.
    std::uint32_t top(std::span<const ThreadId> waiters) const {
        std::uint32_t best = 0;
        for (std::uint32_t i = 1; i < waiters.size(); ++i)
            if (order_.rank(waiters[i]) < order_.rank(waiters[best])) best = i;
        return best;
    }

private:
    static constexpr std::uint64_t lowest_start = std::uint64_t{1} << 62;

    PriorityOrder order_;
    std::uint64_t lowest_ = lowest_start;
};

}  // namespace cuzz
