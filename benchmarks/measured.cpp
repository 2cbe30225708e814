#include "measured.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace cuzz::benchmarks {

namespace {

constexpr const char* numbers_file = "numbers.txt";

// Nothing to read: a silent pipe would make cuzz wait for what might come.
#if defined(_WIN32)
constexpr const char* redirections = " 2>&1 <nul";
std::FILE* open_pipe(const std::string& command) { return _popen(("\"" + command + "\"").c_str(), "rt"); }
int close_pipe(std::FILE* pipe) { return _pclose(pipe); }
#else
constexpr const char* redirections = " 2>&1 </dev/null";
std::FILE* open_pipe(const std::string& command) { return popen(command.c_str(), "r"); }
int close_pipe(std::FILE* pipe) { return pclose(pipe); }
#endif

// The number that stands before the word in cuzz's summary: "240,006 points in the last run".
double number_before(const std::string& text, const std::string& word) {
    const auto at = text.rfind(" " + word);
    if (at == std::string::npos) throw std::runtime_error("cuzz said nothing of " + word + ":\n" + text);
    std::string digits;
    for (auto i = at; i > 0 && (std::isdigit(static_cast<unsigned char>(text[i - 1])) || text[i - 1] == ',');
         --i)
        if (text[i - 1] != ',') digits.insert(digits.begin(), text[i - 1]);
    return std::strtod(digits.c_str(), nullptr);
}

}  // namespace

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values.at(middle) : (values.at(middle - 1) + values.at(middle)) / 2;
}

double median(const Campaign& campaign, std::string_view name) {
    std::vector<double> values;
    for (const Numbers& run : campaign.runs) values.push_back(run.find(name)->second);
    return median(std::move(values));
}

Measured::Measured(std::filesystem::path build, std::string through)
    : build_(std::filesystem::absolute(build)), through_(std::move(through)) {}

std::string Measured::path_of(const std::string& folder, const std::string& program) const {
    return (build_ / folder / (program + ".exe")).string();
}

// In a folder of its own: the programs' numbers and cuzz's results go to the current one.
Measured::Ended Measured::command(const std::vector<std::string>& words) const {
    const auto scratch = build_ / "benchmarks" / "scratch";
    std::filesystem::create_directories(scratch);
    std::filesystem::current_path(scratch);
    std::filesystem::remove(numbers_file);
    std::string line = through_;
    for (const std::string& word : words) line += (line.empty() ? "\"" : " \"") + word + "\"";

    const auto from = std::chrono::steady_clock::now();
    std::FILE* pipe = open_pipe(line + redirections);
    if (pipe == nullptr) throw std::runtime_error("cannot start " + line);
    Ended ended{};
    char part[4096];
    while (const std::size_t size = std::fread(part, 1, sizeof part, pipe)) ended.output.append(part, size);
    ended.code = close_pipe(pipe);
    ended.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
    if (ended.code != 0) throw std::runtime_error(ended.output.empty() ? "it failed: " + line : ended.output);
    return ended;
}

std::vector<Numbers> Measured::take_numbers() const {
    std::vector<Numbers> all;
    std::ifstream file(numbers_file);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        Numbers& numbers = all.emplace_back();
        for (std::string word; words >> word;) {
            const auto equals = word.find('=');
            if (equals != std::string::npos)
                numbers[word.substr(0, equals)] = std::strtod(word.c_str() + equals + 1, nullptr);
        }
    }
    return all;
}

Numbers Measured::bare(const std::string& program, const std::string& kind) const {
    command({path_of("benchmarks", program), numbers_file, "0", kind});
    const auto numbers = take_numbers();
    if (numbers.empty()) throw std::runtime_error(program + " left no numbers");
    return numbers.back();
}

double Measured::bare_starts(const std::string& sample, std::uint32_t times) const {
    return command({path_of("benchmarks", "starts"), std::to_string(times), path_of("samples", sample)})
        .seconds;
}

Campaign Measured::campaign(const std::vector<std::string>& words) const {
    const Ended ended = command(words);
    Campaign campaign;
    campaign.runs = take_numbers();
    campaign.seconds = ended.seconds;
    campaign.all_runs = number_before(ended.output, "runs, 0 failed");
    campaign.points = number_before(ended.output, "points in the last run");
    return campaign;
}

Campaign Measured::under_cuzz(const std::string& strategy, std::uint32_t runs, std::uint64_t seed,
                              const std::string& program, const std::string& kind) const {
    Campaign made =
        campaign({path_of("bin", "cuzz"), "--strategy", strategy, "--runs", std::to_string(runs), "--seed",
                  std::to_string(seed), path_of("benchmarks", program), numbers_file, "-1", kind});
    if (made.runs.size() < runs) throw std::runtime_error(program + " left no numbers under cuzz");
    made.runs.erase(made.runs.begin(), made.runs.end() - static_cast<std::ptrdiff_t>(runs));
    return made;
}

Campaign Measured::sample_under_cuzz(const std::string& strategy, std::uint32_t runs,
                                     const std::string& sample) const {
    return campaign({path_of("bin", "cuzz"), "--strategy", strategy, "--runs", std::to_string(runs),
                     path_of("samples", sample)});
}

double Measured::nanoseconds(double ticks) const {
    if (ticks_per_second_ == 0) ticks_per_second_ = bare("clock").at("ticks_per_second");
    return ticks / ticks_per_second_ * 1e9;
}

}  // namespace cuzz::benchmarks
