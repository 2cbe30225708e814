// Calibration's eyes: counts threads, points and accesses over a few runs and turns them into estimates.
#pragma once

#include "scheduler/estimates.h"
#include "scheduler/observer.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cuzz {

// The estimates are the most of each that any of the observed runs had.
class Profile final : public Observer {
public:
    Profile();

    void begin(const RunStart&) override;
    void born(const Birth& birth) override;
    void ended(ThreadId thread) override;
    void executed(const Step& step) override;
    void end(const RunFacts& facts) override;

    Estimates estimates() const;

private:
    struct Seen {
        std::string name;
        std::uint64_t length = 0;
        std::map<ObjectId, std::uint64_t> accesses;
    };

    void merge(Seen& seen);

    std::vector<Seen> running_;         // by thread slot
    std::map<std::string, Seen> most_;  // by name, over all runs
    RunFacts facts_;
};

}  // namespace cuzz
