// The test of exact repetition: the same run again and again, each compared with the first.
#pragma once

#include "cli/windows/run_slot.h"

#include <cstdint>
#include <string>

namespace cuzz::cli {

struct Repetition {
    ProgramEnd end;          // of the first one
    std::uint64_t same = 0;  // how many, with the first, had its schedule and its end
    std::uint64_t times = 0;
    std::string difference;  // the first one, or empty

    // "1,000 of 1,000 repetitions gave the same schedule and the same end", or what differed.
    std::string sentence() const;
};

// Stops at the first difference. Objects are not compared, as in a replay: the heap may hand addresses out anew. What
// the first run left is lost; `after_first` can look at it.
template <class AfterFirst>
Repetition repeat(RunSlot& slot, const RunRequest& request, bool is_pinned, std::uint64_t times,
                  AfterFirst&& after_first);

// What `repeat` remembers of a run.
class RunMemory {
public:
    RunMemory(const ProgramEnd& end, const RunSlot& slot);

    // "step 12: 1.1 acquire #5 @3, and in the first run 1.2 acquire #6 @4"; empty if there is none.
    std::string difference_from(const RunMemory& first) const;

private:
    std::string kind_;
    std::vector<Pick> picks_;
};

template <class AfterFirst>
Repetition repeat(RunSlot& slot, const RunRequest& request, bool is_pinned, std::uint64_t times,
                  AfterFirst&& after_first) {
    Repetition result;
    result.times = times;
    result.end = slot.run(request, is_pinned);
    if (!result.end.was_in_control()) return result;
    const RunMemory first(result.end, slot);
    after_first(result.end);
    for (result.same = 1; result.same < times; ++result.same) {
        const ProgramEnd end = slot.run(request, is_pinned);
        result.difference = end.was_in_control() ? RunMemory(end, slot).difference_from(first)
                                                 : "not in control: " + end.problem;
        if (!result.difference.empty()) break;
    }
    return result;
}

}  // namespace cuzz::cli
