// Calibration's memory: threads, points and accesses of a few runs, from what they recorded, as estimates.
#pragma once

#include "scheduler/estimates.h"
#include "scheduler/facts.h"
#include "scheduler/pick.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace cuzz {

// The estimates are the most of each that any of the runs had, with a margin for k. Works on a run that is over: nothing is counted, and
// nothing allocated, while one goes on.
class Profile {
public:
    void add(const RunFacts& facts, std::span<const Pick> picks);

    Estimates estimates() const;

private:
    struct Seen {
        std::uint64_t length = 0;
        std::map<ObjectId, std::uint64_t> accesses;
    };

    std::map<std::string, Seen> most_;  // by thread name
    RunFacts facts_;
};

}  // namespace cuzz
