// Writes picks into memory that somebody else owns (a vector here, shared memory in the injected DLL).
#pragma once

#include "scheduler/pick.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cuzz {

class Recorder {
public:
    Recorder() = default;
    // `size` is kept up to date where others can see it, whatever becomes of us.
    explicit Recorder(std::span<Pick> memory, std::atomic<std::uint64_t>* size = nullptr)
        : memory_(memory), shown_size_(size) {}

    void clear() {
        size_ = lost_ = 0;
        if (shown_size_ != nullptr) shown_size_->store(0);
    }

    void add(const Pick& pick) {
        if (size_ < memory_.size()) {
            memory_[size_++] = pick;
            if (shown_size_ != nullptr) shown_size_->store(size_, std::memory_order_release);
        } else {
            ++lost_;
        }
    }

    std::span<const Pick> picks() const { return memory_.first(size_); }

    // Picks for which there was no room: with any, the schedule is only the beginning of the run.
    std::uint64_t lost() const { return lost_; }

private:
    std::span<Pick> memory_;
    std::atomic<std::uint64_t>* shown_size_ = nullptr;
    std::size_t size_ = 0;
    std::uint64_t lost_ = 0;
};

}  // namespace cuzz
