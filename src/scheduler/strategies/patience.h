// When a strategy that lets threads wait should stop insisting: somebody may be spinning for one of them.
//
// The engine reports the spinning of one thread (`Strategy::yielded`). Strategies that go to and fro between
// threads need more: several threads that take turns in reading a flag never look like that, one by one.
#pragma once

#include "scheduler/ops.h"

#include <cstdint>

namespace cuzz {

class Patience {
public:
    void restart() { reads_ = steps_ = 0; }

    // An op was executed. True if it is time to give all threads a new chance: at every op after 1,000 in a row
    // that only read, whoever did them, until something is written; and once in 100,000 ops, for spins that write.
    bool ends_with(const Op& op) {
        reads_ = is_read_only(op.kind) ? reads_ + 1 : 0;
        if (reads_ <= 1'000 && ++steps_ < 100'000) return false;
        steps_ = 0;
        return true;
    }

private:
    std::uint32_t reads_ = 0, steps_ = 0;
};

}  // namespace cuzz
