#include "scheduler/profile.h"

#include <algorithm>

namespace cuzz {

Profile::Profile() : running_(max_threads) {}

void Profile::begin(const RunStart&) {
    for (Seen& seen : running_) seen = {};
}

void Profile::born(const Birth& birth) {
    merge(running_[birth.child]);
    running_[birth.child].name = birth.name.view();
}

// Kept until the slot is used again: the thread's last op is reported after its end.
void Profile::ended(ThreadId) {}

void Profile::executed(const Step& step) {
    Seen& seen = running_[step.thread];
    if (step.counted) ++seen.length;
    if (step.op.object != no_object) ++seen.accesses[step.op.object];
}

void Profile::merge(Seen& seen) {
    if (!seen.name.empty()) {
        Seen& most = most_[seen.name];
        most.length = std::max(most.length, seen.length);
        for (const auto& [object, count] : seen.accesses) {
            auto& known = most.accesses[object];
            known = std::max(known, count);
        }
    }
    seen = {};
}

void Profile::end(const RunFacts& facts) {
    for (Seen& seen : running_) merge(seen);
    facts_.n = std::max(facts_.n, facts.n);
    facts_.steps = std::max(facts_.steps, facts.steps);
    facts_.k = std::max(facts_.k, facts.k);
    facts_.k_phase = std::max(facts_.k_phase, facts.k_phase);
}

Estimates Profile::estimates() const {
    Estimates estimates;
    estimates.n = std::max<std::uint32_t>(facts_.n, 1);
    estimates.steps = std::max<std::uint64_t>(facts_.steps, 1);
    estimates.k = std::max<std::uint64_t>(facts_.k, 1);
    estimates.k_phase = std::max<std::uint64_t>(facts_.k_phase, 1);
    for (const auto& [name, seen] : most_) {
        ThreadEstimate thread{name, seen.length, {}};
        for (const auto& [object, count] : seen.accesses) thread.accesses.push_back({object, count});
        estimates.threads.push_back(std::move(thread));
    }
    return estimates;
}

}  // namespace cuzz
