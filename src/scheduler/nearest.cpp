#include "scheduler/nearest.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace cuzz {

namespace {

// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
std::size_t distance(std::string_view given, std::string_view b) {
    std::string a(given);  // in lower case, as all our names are
    for (char& c : a)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (a.size() > 2 && b.starts_with(a)) return 1;
    std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), above[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before.swap(above);
        above.swap(row);
    }
    return above[b.size()];
}

}  // namespace

std::string suggest(std::string_view given, std::span<const std::string_view> names) {
    std::string text;
    std::size_t best = given.size() / 2 + 1;
    for (const auto name : names) {
        const std::size_t d = distance(given, name);
        if (d >= best) continue;
        best = d;
        text = "did you mean " + std::string(name) + "? ";
    }
    text += text.empty() ? "the names are " : "The names are ";
    for (std::size_t i = 0; i < names.size(); ++i)
        text.append(i == 0 ? "" : i + 1 == names.size() ? " and " : ", ").append(names[i]);
    return text;
}

}  // namespace cuzz
