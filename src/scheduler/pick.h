// One entry of a recorded schedule, as it is written during a run: 16 bytes, no pointers.
#pragma once

#include "scheduler/ops.h"

#include <cstdint>

namespace cuzz {

struct Pick {
    enum class Kind : std::uint8_t {
        run,      // `thread` went on with the op
        birth,    // `thread` came to life; `value` is its parent
        waiter,   // a wake-up of `object` went to `thread`, the `value`-th of those waiting
        timeout,  // `thread`'s timeout fired, the `value`-th of those that could
        value,    // the program's choice was `value`
        arrival   // `thread` came back from outside
    };

    Kind kind = Kind::run;
    OpKind op = OpKind::start;  // of a run
    ThreadId thread = no_thread;
    ObjectId object = no_object;
    SiteId site = 0;
    std::uint32_t value = 0;  // of a run: 1 if there was a choice at its point

    friend bool operator==(const Pick&, const Pick&) = default;
};
static_assert(sizeof(Pick) == 16);

}  // namespace cuzz
