// Writes picks into memory that somebody else owns: whole ones into a vector here, packed ones into shared memory in the
// injected DLL.
#pragma once

#include "scheduler/packed_picks.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cuzz {

class Recorder {
public:
    Recorder() = default;
    explicit Recorder(std::span<Pick> memory) : memory_(memory) {}
    // Packed; `size`, in words, is kept up to date where others can see it, whatever becomes of us.
    Recorder(std::span<std::uint64_t> words, std::atomic<std::uint64_t>& size)
        : words_(words), shown_size_(&size) {}

    void clear() {
        size_ = lost_ = 0;
        if (shown_size_ != nullptr) shown_size_->store(0);
    }

    void add(const Pick& pick) {
        if (shown_size_ != nullptr) {
            if (size_ + 2 > words_.size()) {
                ++lost_;
                return;
            }
            size_ += pack(pick, &words_[size_]);
            shown_size_->store(size_, std::memory_order_release);
        } else if (size_ < memory_.size()) {
            memory_[size_++] = pick;
        } else {
            ++lost_;
        }
    }

    // Empty if they are packed.
    std::span<const Pick> picks() const {
        return shown_size_ == nullptr ? memory_.first(size_) : std::span<Pick>();
    }

    // Picks for which there was no room: with any, the schedule is only the beginning of the run.
    std::uint64_t lost() const { return lost_; }

private:
    std::span<Pick> memory_;
    std::span<std::uint64_t> words_;
    std::atomic<std::uint64_t>* shown_size_ = nullptr;
    std::size_t size_ = 0;
    std::uint64_t lost_ = 0;
};

}  // namespace cuzz
