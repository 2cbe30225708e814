// Virtual time: sleeps and timeouts order things, they do not take time. In units of 100 ns, as Windows counts.
//
// It starts at a fixed moment, and moves when a thread yields or reads a clock (by a fixed quantum, so
// that a loop that polls one ends) and when nobody can run and a time limit is due.
#pragma once

#include <cstdint>

namespace cuzz::detours {

class Clock {
public:
    static constexpr std::uint64_t quantum = 1'000;  // 100 µs

    // What the system clock showed when the run began; a fixed moment, so that runs are alike.
    static constexpr std::uint64_t start_of_time() {
        return 133'485'408'000'000'000;
    }  // 2024-01-01, as a file time

    std::uint64_t now() const { return now_; }  // since then
    std::uint64_t read() { return now_ += quantum; }
    void tick() { now_ += quantum; }
    void advance_to(std::uint64_t moment) {
        if (moment > now_) now_ = moment;
    }

private:
    std::uint64_t now_ = 0;
};

}  // namespace cuzz::detours
