#include "cli/command_line.h"

#include "scheduler/nearest.h"
#include "scheduler/options.h"

#include <algorithm>

namespace cuzz::cli {

namespace {

constexpr std::size_t any_number = 1'000'000;

constexpr VerbRow verbs[] = {
    {"run", "PROGRAM [ARGUMENTS]",
     "run a program under a strategy until a run fails (\"run\" may be left out)",
     "cuzz -d 2 app.exe\n"
     "cuzz --runs 10000 --strategy pos app.exe --its-own options\n"
     "cuzz run --timeout 10 -- app.exe",
     1, any_number, true},
    {"demo", "", "find a bug in a program and one in a model, show them, compare strategies", "cuzz demo", 0,
     0},
    {"simulate", "MODEL", "run a model program under a strategy until a run fails",
     "cuzz simulate bank-transfer -d 2\n"
     "cuzz simulate reorder_100 --strategy surw --runs 10000\n"
     "cuzz simulate work-stealing-queue --strategy pct:d=2,phases=off --seed 7 --keep-going",
     1, 1},
    {"replay", "SCHEDULE", "repeat the run that a schedule file describes",
     "cuzz replay cuzz-results/bank-transfer/failures/check-1/schedule.txt --trace", 1, 1},
    {"strategies", "[NAME]", "list the strategies, or one of them with its options",
     "cuzz strategies\ncuzz strategies pct", 0, 1},
    {"models", "", "list the model programs", "cuzz models", 0, 0},
    {"help", "[VERB]", "this help, or a verb's", "cuzz help simulate", 0, 1},
    {"version", "", "what this is", "cuzz --version", 0, 0},
};

constexpr OptionRow options[] = {
    {"depth", 'd', "N", "look for bugs of depth N (1 to 64); drawn for each run if not given",
     "run simulate"},
    {"strategy", 's', "S", "the strategy, with options if any: pct, pos, stride:smax=one-edge; default pct",
     "run simulate"},
    {"runs", 'n', "N", "at most N runs; default 100, of a model 1000", "run simulate"},
    {"seed", 0, "N", "the first run's seed, the next run has the next one; default 1", "run simulate"},
    {"keep-going", 'k', "", "go on after a failure, and count", "run simulate"},
    {"results", 'o', "DIR", "where failures are kept; default cuzz-results", "run simulate demo"},
    {"timeout", 0, "S", "seconds that a run may take; default 60", "run replay"},
    {"jobs", 'j', "N", "so many runs at once, each on a core of its own; default 1", "run"},
    {"repeat", 0, "N", "the same run N times, to see that schedule and end are the same", "run replay"},
    {"best-effort", 0, "", "after a divergence go on by chance instead of stopping", "replay"},
    {"trace", 't', "", "print each op as it happens", "replay"},
};

bool takes(const OptionRow& option, std::string_view verb) {
    std::string_view rest = option.verbs;
    while (!rest.empty()) {
        const auto space = rest.find(' ');
        if (rest.substr(0, space) == verb) return true;
        rest.remove_prefix(space == std::string_view::npos ? rest.size() : space + 1);
    }
    return false;
}

const VerbRow* find_verb(std::string_view name) {
    for (const VerbRow& verb : verbs)
        if (verb.name == name) return &verb;
    return nullptr;
}

// "cuzz app.exe" and "cuzz -d 2 app.exe" are runs of a program.
bool is_implicit_run(std::string_view first) {
    return first.starts_with('-') || first.ends_with(".exe") || first.ends_with(".EXE");
}

Error unknown_verb(std::string_view word) {
    std::vector<std::string_view> names;
    for (const VerbRow& verb : verbs) names.push_back(verb.name);
    return Error{"there is no verb '" + std::string(word) + "': " + suggest(word, names)};
}

Error unknown_option(std::string_view word, std::string_view verb) {
    std::vector<std::string> owned;
    for (const OptionRow& option : options)
        if (takes(option, verb)) owned.push_back("--" + std::string(option.name));
    if (owned.empty())
        return Error{"'" + std::string(word) + "' is not allowed: cuzz " + std::string(verb) +
                     " takes no options"};
    const std::vector<std::string_view> names(owned.begin(), owned.end());
    return Error{"cuzz " + std::string(verb) + " has no option '" + std::string(word) +
                 "': " + suggest(word, names)};
}

const OptionRow* find_option(std::string_view word, std::string_view verb) {
    for (const OptionRow& option : options) {
        const bool is_long = word.starts_with("--") && word.substr(2) == option.name;
        const bool is_short =
            word.size() == 2 && word[0] == '-' && option.letter != 0 && word[1] == option.letter;
        if ((is_long || is_short) && takes(option, verb)) return &option;
    }
    return nullptr;
}

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(text.size() + 2, width), ' ');
    return text;
}

}  // namespace

std::span<const OptionRow> all_options() { return options; }
std::span<const VerbRow> all_verbs() { return verbs; }

Result<CommandLine> CommandLine::parse(std::span<const std::string_view> words) {
    CommandLine line;
    if (words.empty()) {
        line.verb_ = "help";
        return line;
    }
    std::string_view first = words.front();
    if (first == "--help" || first == "-h" || first == "-?" || first == "/?") first = "help";
    if (first == "--version") first = "version";
    const VerbRow* verb = find_verb(is_implicit_run(first) ? "run" : first);
    if (verb == nullptr) return unknown_verb(first);
    line.verb_ = verb->name;
    bool only_arguments = false;
    for (std::size_t i = is_implicit_run(first) ? 0 : 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (only_arguments || word.size() < 2 || word[0] != '-') {
            line.arguments_.emplace_back(word);
            only_arguments |= verb->has_program;
            continue;
        }
        if (word == "--") {
            only_arguments = true;
            continue;
        }
        if (word == "--help" || word == "-h") {
            line.arguments_.assign(1, std::string(verb->name));
            line.verb_ = "help";
            return line;
        }
        const bool is_long = word.starts_with("--");
        // --runs=5 and -n5 have their value with them.
        const auto end = is_long ? word.find('=') : word.size() > 2 ? 2 : std::string_view::npos;
        const auto value_at = end == std::string_view::npos ? end : is_long ? end + 1 : end;
        const OptionRow* option = find_option(word.substr(0, end), verb->name);
        if (option == nullptr) return unknown_option(word.substr(0, end), verb->name);
        const std::string dashed = "--" + std::string(option->name);
        if (line.has(option->name)) return Error{dashed + " is given twice: give it once"};
        std::string value;
        if (option->value.empty()) {
            if (value_at != std::string_view::npos) return Error{dashed + " takes no value"};
        } else if (value_at != std::string_view::npos) {
            value = word.substr(value_at);
        } else if (i + 1 < words.size()) {
            value = words[++i];
        } else {
            return Error{dashed + " needs a value: " + dashed + " " + std::string(option->value)};
        }
        line.options_.emplace_back(option->name, value);
    }
    if (line.arguments_.size() < verb->least)
        return Error{"cuzz " + std::string(verb->name) + " needs " + std::string(verb->arguments) +
                     ": see 'cuzz help " + std::string(verb->name) + "'"};
    if (line.arguments_.size() > verb->most)
        return Error{"'" + line.arguments_[verb->most] + "' is too much: cuzz " + std::string(verb->name) +
                     " takes " + (verb->most == 0 ? "no argument" : "only " + std::string(verb->arguments))};
    return line;
}

const std::string* CommandLine::find(std::string_view option) const {
    for (const auto& [name, value] : options_)
        if (name == option) return &value;
    return nullptr;
}

std::string_view CommandLine::value(std::string_view option, std::string_view fallback) const {
    const std::string* value = find(option);
    return value != nullptr ? std::string_view(*value) : fallback;
}

Result<std::uint64_t> CommandLine::number(std::string_view option, std::uint64_t fallback,
                                          std::uint64_t least, std::uint64_t most) const {
    const std::string* text = find(option);
    if (text == nullptr) return fallback;
    std::uint64_t value = 0;
    if (parse_number(*text, value) && value >= least && value <= most) return value;
    return Error{"--" + std::string(option) + " '" + *text + "' is not allowed: give a whole number from " +
                 std::to_string(least) + " to " + std::to_string(most)};
}

std::string usage() {
    std::string text =
        "cuzz finds concurrency bugs: it owns the order of the threads and draws it at random.\n\nUsage:\n";
    for (const VerbRow& verb : verbs)
        text += "  cuzz " + padded(std::string(verb.name) + " " + std::string(verb.arguments), 22) +
                std::string(verb.help) + "\n";
    return text +
           "\n'cuzz help VERB' has the verb's options and examples.\n"
           "Exit codes: 0 all runs passed, 1 a run failed, 2 bad input, 3 not in control, 130 interrupted.\n";
}

std::string usage(std::string_view name) {
    const VerbRow* verb = find_verb(name);
    if (verb == nullptr) return "";
    std::string rows;
    for (const OptionRow& option : options) {
        if (!takes(option, name)) continue;
        std::string left = option.letter != 0 ? std::string("-") + option.letter + ", " : "    ";
        left +=
            "--" + std::string(option.name) + (option.value.empty() ? "" : " ") + std::string(option.value);
        rows += "  " + padded(left, 24) + std::string(option.help) + "\n";
    }
    // What follows a program is the program's.
    const std::string options_word = rows.empty() ? "" : " [options]";
    const std::string arguments = verb->arguments.empty() ? "" : " " + std::string(verb->arguments);
    std::string text = "cuzz " + std::string(verb->name) + ": " + std::string(verb->help) +
                       "\n\nUsage:\n  cuzz " + std::string(verb->name) +
                       (verb->has_program ? options_word + arguments : arguments + options_word) + "\n";
    if (!rows.empty()) text += "\nOptions:\n" + rows;
    text += "\nExamples:\n";
    std::string_view examples = verb->examples;
    while (!examples.empty()) {
        const auto end = examples.find('\n');
        text += "  " + std::string(examples.substr(0, end)) + "\n";
        examples.remove_prefix(end == std::string_view::npos ? examples.size() : end + 1);
    }
    return text;
}

}  // namespace cuzz::cli
