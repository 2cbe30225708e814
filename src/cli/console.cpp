#include "cli/console.h"

#include "cli/command_line.h"

#include <cstdio>
#include <cstdlib>

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace cuzz::cli {

namespace {

bool is_terminal() {
#if defined(_WIN32)
    return _isatty(_fileno(stdout)) != 0;
#else
    return isatty(fileno(stdout)) != 0;
#endif
}

bool has_colours() {
    static const bool colours = [] {
        const char* off = std::getenv("NO_COLOR");
        return (off == nullptr || *off == '\0') && is_terminal();
    }();
    return colours;
}

const char* code_of(Style style) {
    switch (style) {
        case Style::bold: return "\x1b[1m";
        case Style::dim: return "\x1b[2m";
        case Style::good: return "\x1b[32m";
        case Style::bad: return "\x1b[1;31m";
        default: return "";
    }
}

}  // namespace

std::string styled(Style style, std::string_view text) {
    if (style == Style::plain || !has_colours()) return std::string(text);
    return code_of(style) + std::string(text) + "\x1b[0m";
}

void print(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

int refuse(std::string_view message) {
    std::fprintf(stderr, "cuzz: %.*s\n", static_cast<int>(message.size()), message.data());
    return exit_bad_input;
}

}  // namespace cuzz::cli
