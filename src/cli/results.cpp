#include "cli/results.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace cuzz::cli {

std::optional<Error> prepare_results(std::string_view folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (std::filesystem::is_directory(folder, error)) return std::nullopt;
    return Error{"cannot make the folder " + std::string(folder) + ": give another one with --results"};
}

Result<std::string> save_schedule(const Schedule& schedule, std::uint64_t seed, std::string_view program,
                                  std::string_view id, std::string_view folder) {
    namespace fs = std::filesystem;
    const std::string text = to_text(schedule);
    fs::path path = fs::path(folder) / program / "failures" / id / "schedule.txt";
    // What is there already may have been edited: another schedule goes beside it.
    if (std::ifstream old(path, std::ios::binary); old) {
        const std::string there{std::istreambuf_iterator<char>(old), std::istreambuf_iterator<char>()};
        if (there != text) path.replace_filename("schedule-seed-" + std::to_string(seed) + ".txt");
    }
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file) return Error{"cannot write " + path.generic_string() + ": give another folder with --results"};
    return path.generic_string();
}

}  // namespace cuzz::cli
