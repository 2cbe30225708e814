#include "cli/results.h"

#include "cli/paths.h"

#include <fstream>
#include <iterator>

namespace cuzz::cli {

namespace fs = std::filesystem;

namespace {

bool write(const fs::path& path, std::string_view content) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << content;
    file.close();
    return static_cast<bool>(file);
}

}  // namespace

std::optional<Error> prepare_results(std::string_view folder) {
    std::error_code error;
    const fs::path path = path_of(folder);
    fs::create_directories(path, error);
    if (fs::is_directory(path, error)) return std::nullopt;
    return Error{"cannot make the folder " + std::string(folder) + ": give another one with --results"};
}

Result<std::string> save_schedule(const Schedule& schedule, std::uint64_t seed, std::string_view program,
                                  std::string_view id, std::string_view folder,
                                  std::span<const KeptFile> beside) {
    const std::string text = to_text(schedule);
    const fs::path place = path_of(folder) / path_of(program) / "failures" / path_of(id);
    // What is there already may have been edited: another schedule goes beside it.
    std::string suffix;
    if (std::ifstream old(place / "schedule.txt", std::ios::binary); old) {
        const std::string there{std::istreambuf_iterator<char>(old), std::istreambuf_iterator<char>()};
        if (there != text) suffix = "-seed-" + std::to_string(seed);
    }
    std::error_code error;
    fs::create_directories(place, error);
    const fs::path path = place / ("schedule" + suffix + ".txt");
    bool is_written = write(path, text);
    for (const KeptFile& file : beside)
        is_written = is_written && write(place / (std::string(file.name) + suffix), file.content);
    if (!is_written) return Error{"cannot write " + text_of(path) + ": give another folder with --results"};
    return text_of(path);
}

}  // namespace cuzz::cli
