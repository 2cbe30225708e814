#include "cli/chosen_strategy.h"

#include <algorithm>

namespace cuzz::cli {

Result<StrategyChoice> chosen_strategy(const CommandLine& line) {
    std::string text(line.value("strategy", "pct"));
    auto choice = parse_strategy(text);
    if (!choice || !line.has("depth")) return choice;
    const auto depth = line.number("depth", 1, 1, 64);
    if (!depth) return Error{depth.error()};
    const auto& options = choice->info->options;
    if (std::none_of(options.begin(), options.end(), [](const OptionInfo& o) { return o.name == "d"; }))
        return Error{"strategy " + std::string(choice->info->name) + " has no depth: leave --depth out"};
    text += (text.find(':') == std::string::npos ? ":d=" : ",d=") + std::to_string(*depth);
    return parse_strategy(text);
}

}  // namespace cuzz::cli
