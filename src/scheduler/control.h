// The three kinds of control a strategy may need.
#pragma once

#include <cstdint>
#include <string_view>

namespace cuzz {

enum class Control : std::uint8_t {
    serial,    // one token: one thread runs, the strategy picks which
    parallel,  // a set of threads may run at once, the strategy says which
    free       // nobody is parked; the strategy may only delay a thread before its op
};

constexpr std::string_view name_of(Control control) {
    switch (control) {
        case Control::serial: return "serial";
        case Control::parallel: return "parallel";
        default: return "free";
    }
}

}  // namespace cuzz
