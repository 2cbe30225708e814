#include "cli/console.h"

#include "cli/command_line.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>

#if defined(_WIN32)
#include <windows.h>

#include <fcntl.h>
#include <io.h>
#else
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace cuzz::cli {

namespace {

volatile std::sig_atomic_t interrupted = 0;
bool colours = false;
std::size_t width = 100;

#if defined(_WIN32)

// Escape sequences must be turned on. Wine says yes and prints them all the same.
bool has_escape_sequences() {
    if (GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != nullptr) return false;
    const HANDLE out = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode = 0;
    constexpr DWORD escape_sequences = 0x0004;  // ENABLE_VIRTUAL_TERMINAL_PROCESSING
    return GetConsoleMode(out, &mode) != 0 && SetConsoleMode(out, mode | escape_sequences) != 0;
}

void look_at_terminal() {
    _setmode(_fileno(stdout), _O_BINARY);
    if (_isatty(_fileno(stdout)) == 0) return;
    colours = has_escape_sequences();
    CONSOLE_SCREEN_BUFFER_INFO info{};
    if (GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info) != 0 && info.dwSize.X > 0)
        width = static_cast<std::size_t>(info.dwSize.X);
}

#else

void look_at_terminal() {
    if (isatty(fileno(stdout)) == 0) return;
    const char* terminal = std::getenv("TERM");
    colours = terminal != nullptr && std::string_view(terminal) != "dumb";
    winsize size{};
    if (ioctl(fileno(stdout), TIOCGWINSZ, &size) == 0 && size.ws_col != 0) width = size.ws_col;
}

#endif

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

void prepare_console() {
    look_at_terminal();
    const char* off = std::getenv("NO_COLOR");
    if (off != nullptr && *off != '\0') colours = false;
    std::signal(SIGINT, [](int) { interrupted = 1; });
}

std::string styled(Style style, std::string_view text) {
    if (style == Style::plain || !colours) return std::string(text);
    return code_of(style) + std::string(text) + "\x1b[0m";
}

std::size_t console_width() { return width; }

void print(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

bool was_printed() { return std::ferror(stdout) == 0; }

int refuse(std::string_view message) {
    std::fprintf(stderr, "cuzz: %.*s\n", static_cast<int>(message.size()), message.data());
    return exit_bad_input;
}

bool is_interrupted() { return interrupted != 0; }

std::string own_name() {
    const char* given = std::getenv("CUZZ_COMMAND");
    return given != nullptr && *given != '\0' ? given : "cuzz";
}

std::string in_quotes(std::string_view argument) {
    if (argument.find(' ') == std::string_view::npos) return std::string(argument);
    return "\"" + std::string(argument) + "\"";
}

}  // namespace cuzz::cli
