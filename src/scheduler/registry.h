// Every strategy by name, with what a user needs to know of it. Nothing else asks which strategy it has.
#pragma once

#include "scheduler/control.h"
#include "scheduler/options.h"
#include "scheduler/result.h"
#include "scheduler/strategy.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace cuzz {

struct StrategyInfo {
    std::string_view name;
    std::string_view description;  // one line
    std::string_view source;       // the paper or tool it follows
    Control control;
    std::span<const OptionInfo> options;
    std::string_view calibration;  // the strategy (with options) that calibration runs use for it
    std::unique_ptr<Strategy> (*make)(const Options& options);
    bool is_systematic = false;  // a run is what the ones before it left open; the seed plays no part
};

// All of them, in the order in which they are listed to the user.
std::span<const StrategyInfo* const> all_strategies();

// Null if there is none of that name.
const StrategyInfo* find_strategy(std::string_view name);

// A strategy with its options, as the user writes it: "pct" or "pct:d=3,phases=off".
struct StrategyChoice {
    const StrategyInfo* info;
    Options options;

    std::unique_ptr<Strategy> make() const { return info->make(options); }
    std::string text() const;  // with every option, so that it says all: "pct:d=3,phases=off,…"
};
Result<StrategyChoice> parse_strategy(std::string_view text);

// For a text that is known to be right (tests, built-in defaults): ends the program if it is not.
std::unique_ptr<Strategy> make_strategy(std::string_view text);

}  // namespace cuzz
