// The bound of strategies that give every schedule (or partial order) a chance of at least 1/n at every point: n^-k,
// for a bug of any depth. Worth nothing but for tiny programs, and true.
#pragma once

#include "scheduler/estimates.h"
#include "scheduler/facts.h"

#include <cmath>

namespace cuzz {

// The n and k of the estimates: the schedule that fails may be longer than the run that was.
inline Bound any_schedule_bound(const RunFacts& facts, const Estimates& estimates) {
    if (facts.flagged) return flagged_bound;
    if (facts.n > estimates.n || facts.k > estimates.k) return past_estimates_bound;
    return {Bound::any_depth, std::pow(static_cast<double>(estimates.n), -static_cast<double>(estimates.k)),
            ""};
}

}  // namespace cuzz
