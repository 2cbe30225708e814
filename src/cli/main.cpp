// cuzz: parses the command line and hands over to a verb.

#include "cli/console.h"
#include "cli/verbs.h"
#if defined(_WIN32)
#include "cli/windows/text.h"
#include "detours/hook_engine/hook_engine.h"

#include <windows.h>
#endif

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace cuzz::cli {

namespace {

int run_help(const CommandLine& line) {
    if (line.arguments().empty()) {
        print(usage());
        return exit_ok;
    }
    const std::string text = usage(line.arguments().front());
    if (text.empty())
        return refuse("there is no verb '" + line.arguments().front() + "': 'cuzz help' lists them");
    print(text);
    return exit_ok;
}

int run_version(const CommandLine&) {
#if defined(_WIN32)
    print(std::string("cuzz " CUZZ_VERSION " (hook engine: ") + detours::hook_engine_name() + ")\n");
#else
    print("cuzz " CUZZ_VERSION " (scheduler and simulator; runs model programs)\n");
#endif
    return exit_ok;
}

// In UTF-8. Windows gives main() what its code page has room for.
std::vector<std::string> own_arguments(int count, char** given) {
#if defined(_WIN32)
    std::vector<std::string> arguments;
    for (const std::wstring& argument : split_command_line(GetCommandLineW()))
        arguments.push_back(narrow(argument));
    if (static_cast<int>(arguments.size()) == count) return arguments;
#endif
    return {given, given + count};
}

int run(int count, char** given) {
    prepare_console();
    const std::vector<std::string> arguments = own_arguments(count, given);
    const std::vector<std::string_view> words(arguments.begin() + 1, arguments.end());
    const auto line = CommandLine::parse(words);
    if (!line) return refuse(line.error());
    struct Verb {
        std::string_view name;
        int (*run)(const CommandLine&);
    };
    constexpr Verb verbs[] = {{"run", run_program_verb},
                              {"demo", run_demo},
                              {"simulate", run_simulate},
                              {"replay", run_replay},
                              {"strategies", run_strategies},
                              {"models", run_models},
                              {"help", run_help},
                              {"version", run_version}};
    for (const Verb& verb : verbs)
        if (verb.name == line->verb()) {
            const int code = verb.run(*line);
            return was_printed() ? code : refuse("standard output cannot be written to");
        }
    return exit_bad_input;
}

}  // namespace
}  // namespace cuzz::cli

int main(int count, char** arguments) {
    try {
        return cuzz::cli::run(count, arguments);
    } catch (const std::exception& error) {
        return cuzz::cli::refuse(error.what());
    }
}
