// A strategy's options: declared once as data, read from text, checked, and handed over typed.
#pragma once

#include "scheduler/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cuzz {

// Either a whole number in a range or one of a few words; a number may allow words beside it ("drawn").
struct OptionInfo {
    std::string_view name;
    std::string_view help;
    std::string_view fallback;          // the value when none is given
    std::uint64_t least = 1, most = 0;  // the numbers allowed; none if most < least
    std::string_view words = "";        // the words allowed, separated by spaces

    // "a whole number from 1 to 64, or drawn"
    std::string allowed() const;
    // Empty if the text is allowed, else the sentence that says what is.
    std::string check(std::string_view text) const;
};

class Options {
public:
    // Text such as "d=3,phases=off" (or nothing). `strategy` is named in the messages.
    static Result<Options> parse(std::span<const OptionInfo> infos, std::string_view strategy,
                                 std::string_view text);

    // The option must be among the declared ones; `number` is 0 for a word.
    std::uint64_t number(std::string_view name) const;
    std::string_view word(std::string_view name) const;
    bool is(std::string_view name, std::string_view value) const { return word(name) == value; }

    // Every option with its value, defaults included, in declared order: "d=3,phases=off".
    std::string text() const;

private:
    std::vector<std::pair<std::string, std::string>> values_;
};

// A decimal number without sign or blanks; false if it is not one or does not fit.
bool parse_number(std::string_view text, std::uint64_t& value);

}  // namespace cuzz
