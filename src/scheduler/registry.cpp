#include "scheduler/registry.h"

#include "scheduler/nearest.h"

#include <array>
#include <cstdlib>

namespace cuzz {

// One line a strategy: this list is the only place outside its own file that names it.
#define CUZZ_STRATEGIES(STRATEGY) \
    STRATEGY(pct)                 \
    STRATEGY(ppct)                \
    STRATEGY(rpro)                \
    STRATEGY(pos)                 \
    STRATEGY(pos_star)            \
    STRATEGY(basic_pos)           \
    STRATEGY(rapos)               \
    STRATEGY(random_walk)         \
    STRATEGY(stride)              \
    STRATEGY(surw)                \
    STRATEGY(preempt_always)      \
    STRATEGY(preempt_bound)       \
    STRATEGY(atom_fuzzer)         \
    STRATEGY(random_sleep)        \
    STRATEGY(dfs)                 \
    STRATEGY(ipb)                 \
    STRATEGY(idb)                 \
    STRATEGY(none)

#define CUZZ_DECLARE(name) extern const StrategyInfo name##_info;
CUZZ_STRATEGIES(CUZZ_DECLARE)
#undef CUZZ_DECLARE

namespace {

#define CUZZ_LIST(name) &name##_info,
constexpr StrategyInfo const* strategies[] = {CUZZ_STRATEGIES(CUZZ_LIST)};
#undef CUZZ_LIST

}  // namespace

std::span<const StrategyInfo* const> all_strategies() { return strategies; }

const StrategyInfo* find_strategy(std::string_view name) {
    for (const StrategyInfo* info : strategies)
        if (info->name == name) return info;
    return nullptr;
}

std::string StrategyChoice::text() const {
    const std::string options_text = options.text();
    return std::string(info->name) + (options_text.empty() ? "" : ":" + options_text);
}

Result<StrategyChoice> parse_strategy(std::string_view text) {
    const auto colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    const StrategyInfo* info = find_strategy(name);
    if (info == nullptr) {
        std::vector<std::string_view> names;
        for (const StrategyInfo* known : strategies) names.push_back(known->name);
        return Error{"there is no strategy '" + std::string(name) + "': " + suggest(name, names)};
    }
    const std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 1);
    auto options = Options::parse(info->options, name, rest);
    if (!options) return Error{options.error()};
    return StrategyChoice{info, *options};
}

std::unique_ptr<Strategy> make_strategy(std::string_view text) {
    auto choice = parse_strategy(text);
    if (!choice) std::abort();
    return choice->make();
}

}  // namespace cuzz
