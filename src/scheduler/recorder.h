// Writes picks into memory that somebody else owns (a vector here, shared memory in the injected DLL).
#pragma once

#include "scheduler/pick.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace cuzz {

class Recorder {
public:
    Recorder() = default;
    explicit Recorder(std::span<Pick> memory) : memory_(memory) {}

    void clear() { size_ = lost_ = 0; }

    void add(const Pick& pick) {
        if (size_ < memory_.size())
            memory_[size_++] = pick;
        else
            ++lost_;
    }

    std::span<const Pick> picks() const { return memory_.first(size_); }

    // Picks for which there was no room: with any, the schedule is only the beginning of the run.
    std::uint64_t lost() const { return lost_; }

private:
    std::span<Pick> memory_;
    std::size_t size_ = 0;
    std::uint64_t lost_ = 0;
};

}  // namespace cuzz
