#include "scheduler/profile.h"

#include "scheduler/schedule.h"

#include <algorithm>
#include <vector>

namespace cuzz {

void Profile::add(const RunFacts& facts, std::span<const Pick> picks) {
    facts_.n = std::max(facts_.n, facts.n);
    facts_.steps = std::max(facts_.steps, facts.steps);
    facts_.k = std::max(facts_.k, facts.k);
    facts_.k_sync = std::max(facts_.k_sync, facts.k_sync);
    facts_.k_phase = std::max(facts_.k_phase, facts.k_phase);

    const auto schedule = make_schedule(picks);
    if (!schedule) return;
    std::vector<Seen> seen(schedule->threads.size());
    for (std::size_t i = 0; i < picks.size(); ++i) {
        if (picks[i].kind != Pick::Kind::run) continue;
        Seen& thread = seen[schedule->picks[i].thread];
        thread.length += picks[i].value;
        if (picks[i].object != no_object) ++thread.accesses[picks[i].object];
    }
    for (std::size_t i = 0; i < seen.size(); ++i) {
        Seen& most = most_[schedule->threads[i]];
        most.length = std::max(most.length, seen[i].length);
        for (const auto& [object, count] : seen[i].accesses) {
            auto& known = most.accesses[object];
            known = std::max(known, count);
        }
    }
}

Estimates Profile::estimates() const {
    Estimates estimates;
    estimates.n = std::max<std::uint32_t>(facts_.n, 1);
    estimates.steps = std::max<std::uint64_t>(facts_.steps, 1);
    // How many points have a choice depends on the schedule. Half as many again as were seen, but never more than
    // there are ops: a run past its k proves nothing, and neither does a k that runs go past.
    const auto with_margin = [&](std::uint64_t k) { return std::min(k + (k + 1) / 2, facts_.steps); };
    estimates.k = std::max<std::uint64_t>(with_margin(facts_.k), 1);
    estimates.k_sync = std::max<std::uint64_t>(with_margin(facts_.k_sync), 1);
    estimates.k_phase = std::max<std::uint64_t>(with_margin(facts_.k_phase), 1);
    for (const auto& [name, seen] : most_) {
        ThreadEstimate thread{name, seen.length, {}};
        for (const auto& [object, count] : seen.accesses) thread.accesses.push_back({object, count});
        estimates.threads.push_back(std::move(thread));
    }
    return estimates;
}

}  // namespace cuzz
