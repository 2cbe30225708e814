// Time as the program sees it: virtual, unless real time was asked for. In units of 100 ns, as Windows counts.
//
// Virtual time: sleeps and timeouts order things, they do not take time. It starts at a fixed moment, and moves when
// a thread yields or reads a clock (by a fixed quantum, so that a loop that polls one ends) and when nobody can run
// and a time limit is due.
#pragma once

#include "detours/runtime/real.h"

#include <cstdint>

namespace cuzz::detours {

class Clock {
public:
    static constexpr std::uint64_t quantum = 1'000;  // 100 µs

    // What the system clock showed when the run began; a fixed moment, so that runs are alike: 2024-01-01, as a
    // file time.
    static constexpr std::uint64_t start_of_time = 133'485'408'000'000'000;

    // Seconds that the system seems to have been up by then.
    static constexpr std::uint64_t uptime = 1'000;

    void start(bool is_real) {
        is_real_ = is_real;
        if (is_real) began_ = real_now();
    }
    bool is_real() const { return is_real_; }

    // Since the start.
    std::uint64_t now() const { return is_real_ ? real_now() - began_ : now_; }
    std::uint64_t read() { return now_ += quantum; }
    void tick() { now_ += quantum; }
    void advance_to(std::uint64_t moment) {
        if (moment > now_) now_ = moment;
    }

private:
    static std::uint64_t real_now() { return real.GetTickCount64() * 10'000; }

    bool is_real_ = false;
    std::uint64_t now_ = 0, began_ = 0;
};

}  // namespace cuzz::detours
