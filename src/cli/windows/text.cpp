#include "cli/windows/text.h"

#include <windows.h>

#include <shellapi.h>

namespace cuzz::cli {

std::wstring wide(std::string_view text) {
    const int size = MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), nullptr, 0);
    std::wstring result(static_cast<std::size_t>(size), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), result.data(), size);
    return result;
}

std::string narrow(std::wstring_view text) {
    const int size = WideCharToMultiByte(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), nullptr, 0,
                                         nullptr, nullptr);
    std::string result(static_cast<std::size_t>(size), '\0');
    WideCharToMultiByte(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), result.data(), size, nullptr,
                        nullptr);
    return result;
}

std::wstring make_command_line(const std::vector<std::wstring>& arguments) {
    std::wstring line;
    for (const std::wstring& argument : arguments) {
        if (!line.empty()) line += L' ';
        if (!argument.empty() && argument.find_first_of(L" \t\"") == std::wstring::npos) {
            line += argument;
            continue;
        }
        // Backslashes count only before a quotation mark.
        line += L'"';
        std::size_t backslashes = 0;
        for (const wchar_t c : argument) {
            if (c == L'\\') {
                ++backslashes;
            } else {
                if (c == L'"') line.append(backslashes + 1, L'\\');
                backslashes = 0;
            }
            line += c;
        }
        line.append(backslashes, L'\\');
        line += L'"';
    }
    return line;
}

std::vector<std::wstring> split_command_line(const std::wstring& line) {
    int count = 0;
    wchar_t** words = CommandLineToArgvW(line.c_str(), &count);
    if (words == nullptr) return {};
    std::vector<std::wstring> command(words, words + count);
    LocalFree(words);
    return command;
}

std::string error_text(std::uint32_t code) {
    wchar_t* text = nullptr;
    const DWORD size = FormatMessageW(FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_SYSTEM |
                                          FORMAT_MESSAGE_IGNORE_INSERTS,
                                      nullptr, code, 0, reinterpret_cast<wchar_t*>(&text), 0, nullptr);
    std::wstring_view view(text, size);
    while (!view.empty() && (view.back() == L'\n' || view.back() == L'\r' || view.back() == L'.'))
        view.remove_suffix(1);
    std::string result = view.empty() ? "error " + std::to_string(code) : narrow(view);
    LocalFree(text);
    return result;
}

}  // namespace cuzz::cli
