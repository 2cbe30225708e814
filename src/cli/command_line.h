// The command line: one table of verbs and options, from which parsing, `--help` and the messages about bad input
// are made. The table is the options' only home.
#pragma once

#include "scheduler/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cuzz::cli {

// Exit codes, as docs/cli.md lists them.
enum ExitCode : int {
    exit_ok = 0,              // all runs passed
    exit_failure = 1,         // a run failed
    exit_bad_input = 2,       // the command line or a file is wrong; nothing was run
    exit_not_in_control = 3,  // runs were made, but the result cannot be trusted
    exit_interrupted = 130    // the user stopped it
};

struct OptionRow {
    std::string_view name;   // without dashes
    char letter;             // 0 if it has no short form
    std::string_view value;  // what its argument is called; empty for a switch
    std::string_view help;
    std::string_view verbs;  // those that take it, separated by spaces
};

struct VerbRow {
    std::string_view name;
    std::string_view arguments;  // as usage shows them
    std::string_view help;
    std::string_view examples;  // one a line
    std::size_t least, most;    // positional arguments
    bool has_program = false;   // the first of them is a program, and all that follows is the program's
};

std::span<const OptionRow> all_options();
std::span<const VerbRow> all_verbs();

class CommandLine {
public:
    // What follows the program's name. `--help` and `--version` are verbs here.
    static Result<CommandLine> parse(std::span<const std::string_view> words);

    std::string_view verb() const { return verb_; }
    std::span<const std::string> arguments() const { return arguments_; }
    bool has(std::string_view option) const { return find(option) != nullptr; }
    std::string_view value(std::string_view option, std::string_view fallback = "") const;

    // A whole number of at least `least`; an error names the option and what is allowed.
    Result<std::uint64_t> number(std::string_view option, std::uint64_t fallback, std::uint64_t least,
                                 std::uint64_t most) const;

private:
    const std::string* find(std::string_view option) const;

    std::string verb_;
    std::vector<std::string> arguments_;
    std::vector<std::pair<std::string, std::string>> options_;
};

std::string usage();                       // of cuzz
std::string usage(std::string_view verb);  // of one verb

}  // namespace cuzz::cli
