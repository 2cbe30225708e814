// Our texts are UTF-8 everywhere; paths are what the system makes of them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace cuzz::cli {

inline std::filesystem::path path_of(std::string_view text) {
    return {std::u8string(text.begin(), text.end())};
}

// With slashes.
inline std::string text_of(const std::filesystem::path& path) {
    const std::u8string text = path.generic_u8string();
    return {text.begin(), text.end()};
}

}  // namespace cuzz::cli
