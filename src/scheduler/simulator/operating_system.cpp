#include "scheduler/simulator/operating_system.h"

#include <algorithm>

namespace cuzz::simulator {

void JitteryMachine::begin(std::uint64_t seed) {
    random_.reseed(seed ^ 0x6F7065726174696Eu);  // apart from the strategy's draws
    now_ = 0;
    ready_.fill(0);
}

void JitteryMachine::arrived(ThreadId thread, std::uint32_t delay) {
    ready_[thread] = now_ + 1 + random_.below(4) + delay;
}

ThreadId JitteryMachine::next(const ThreadSet& admitted) {
    std::uint64_t earliest = ~std::uint64_t{0};
    std::uint32_t ties = 0;
    ThreadId best = no_thread;
    admitted.for_each([&](ThreadId t) {
        const std::uint64_t ready = std::max(ready_[t], now_);
        if (ready > earliest) return;
        ties = ready < earliest ? 1 : ties + 1;
        earliest = ready;
        if (ties == 1 || random_.one_in(ties)) best = t;
    });
    now_ = earliest;
    return best;
}

ThreadId BiasedMachine::next(const ThreadSet& admitted) {
    return lowest_first_ ? admitted.first() : admitted.at(admitted.size() - 1);
}

}  // namespace cuzz::simulator
