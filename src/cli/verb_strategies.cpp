#include "cli/console.h"
#include "cli/verbs.h"

#include "scheduler/registry.h"

namespace cuzz::cli {

namespace {

std::string column(std::string_view text, std::size_t width) {
    std::string cell(text);
    if (cell.size() < width) cell.resize(width, ' ');
    return cell;
}

int describe(const StrategyInfo& info) {
    print(styled(Style::bold, info.name) + ": " + std::string(info.description) + "\n");
    print("  from     " + std::string(info.source) + "\n");
    print("  control  " + std::string(name_of(info.control)) + "\n");
    if (!info.options.empty())
        print("  options  as in --strategy " + std::string(info.name) + ":" +
              std::string(info.options[0].name) + "=" + std::string(info.options[0].fallback) + ",...\n");
    for (const OptionInfo& option : info.options)
        print("    " + column(option.name, 12) + std::string(option.help) + " (" + option.allowed() +
              "; default " + std::string(option.fallback) + ")\n");
    return exit_ok;
}

}  // namespace

int run_strategies(const CommandLine& line) {
    if (!line.arguments().empty()) {
        const auto choice = parse_strategy(line.arguments().front());
        if (!choice) return refuse(choice.error());
        return describe(*choice->info);
    }
    for (const StrategyInfo* info : all_strategies())
        print("  " + styled(Style::bold, column(info->name, 16)) + std::string(info->description) + "\n");
    print("\n'cuzz strategies NAME' has a strategy's options.\n");
    return exit_ok;
}

}  // namespace cuzz::cli
