// Who of several running threads is faster, where the scheduler does not decide it: the adversary of the PPCT
// paper's proof, and the machine under free control.
#pragma once

#include "scheduler/random.h"
#include "scheduler/thread_set.h"

#include <array>
#include <cstdint>

namespace cuzz::simulator {

class OperatingSystem {
public:
    OperatingSystem() = default;
    OperatingSystem(const OperatingSystem&) = delete;
    OperatingSystem& operator=(const OperatingSystem&) = delete;
    virtual ~OperatingSystem() = default;

    virtual void begin(std::uint64_t /*seed*/) {}
    // A thread stands before its op, held back for `delay` units of a short op.
    virtual void arrived(ThreadId, std::uint32_t /*delay*/) {}
    // Who of them does its op next; the set is not empty.
    virtual ThreadId next(const ThreadSet& admitted) = 0;
};

// A core for every thread: an op takes one to four units at random, and whoever is ready first goes first.
class JitteryMachine final : public OperatingSystem {
public:
    void begin(std::uint64_t seed) override;
    void arrived(ThreadId thread, std::uint32_t delay) override;
    ThreadId next(const ThreadSet& admitted) override;

private:
    Random random_;
    std::uint64_t now_ = 0;
    std::array<std::uint64_t, max_threads> ready_{};
};

// The adversary that always prefers the lowest thread, or the highest.
class BiasedMachine final : public OperatingSystem {
public:
    explicit BiasedMachine(bool lowest_first) : lowest_first_(lowest_first) {}
    ThreadId next(const ThreadSet& admitted) override;

private:
    bool lowest_first_;
};

}  // namespace cuzz::simulator
