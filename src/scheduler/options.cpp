#include "scheduler/options.h"

#include <charconv>

namespace cuzz {

bool parse_number(std::string_view text, std::uint64_t& value) {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end && !text.empty() && text.front() != '-';
}

namespace {

// Calls `visit` with each part of `text` between separators, the empty ones too.
template <class Visit>
void split(std::string_view text, char separator, Visit visit) {
    for (;;) {
        const auto at = text.find(separator);
        visit(text.substr(0, at));
        if (at == std::string_view::npos) return;
        text.remove_prefix(at + 1);
    }
}

bool has_word(std::string_view words, std::string_view word) {
    bool found = false;
    split(words, ' ', [&](std::string_view w) { found |= !w.empty() && w == word; });
    return found;
}

std::string names_of(std::span<const OptionInfo> infos) {
    std::string names;
    for (const auto& info : infos) names.append(names.empty() ? "" : ", ").append(info.name);
    return names;
}

}  // namespace

std::string OptionInfo::allowed() const {
    std::string text;
    if (least <= most) text = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
    split(words, ' ', [&](std::string_view w) {
        if (!w.empty()) text.append(text.empty() ? "" : " or ").append(w);
    });
    return text;
}

std::string OptionInfo::check(std::string_view text) const {
    std::uint64_t number = 0;
    const bool fits = least <= most && parse_number(text, number) && number >= least && number <= most;
    if (fits || has_word(words, text)) return {};
    return std::string(name) + " = '" + std::string(text) + "' is not allowed: give " + allowed();
}

Result<Options> Options::parse(std::span<const OptionInfo> infos, std::string_view strategy,
                               std::string_view text) {
    Options options;
    for (const auto& info : infos) options.values_.emplace_back(info.name, info.fallback);
    if (text.empty()) return options;

    std::string error;
    std::vector<std::string> given;
    split(text, ',', [&](std::string_view part) {
        if (!error.empty()) return;
        const auto equals = part.find('=');
        const std::string_view name = part.substr(0, equals);
        std::size_t index = 0;
        while (index < infos.size() && infos[index].name != name) ++index;
        if (index == infos.size()) {
            error = "strategy " + std::string(strategy) + " has no option '" + std::string(name) +
                    "': " + (infos.empty() ? "it has none" : "its options are " + names_of(infos));
            return;
        }
        for (const auto& other : given)
            if (other == name) error = "option '" + std::string(name) + "' is given twice: give it once";
        if (!error.empty()) return;
        given.emplace_back(name);
        const std::string_view value = equals == std::string_view::npos ? "" : part.substr(equals + 1);
        error = infos[index].check(value);
        if (!error.empty()) error = "strategy " + std::string(strategy) + ": " + error;
        options.values_[index].second = value;
    });
    if (!error.empty()) return Error{error};
    return options;
}

std::string_view Options::word(std::string_view name) const {
    for (const auto& [key, value] : values_)
        if (key == name) return value;
    return {};
}

std::uint64_t Options::number(std::string_view name) const {
    std::uint64_t value = 0;
    return parse_number(word(name), value) ? value : 0;
}

std::string Options::text() const {
    std::string text;
    for (const auto& [key, value] : values_) {
        text.append(text.empty() ? "" : ",").append(key).append("=").append(value);
    }
    return text;
}

}  // namespace cuzz
