// cuzz_bench [what…] [--json]

#include "benchmark.h"

#include <cstdio>

namespace cuzz::benchmarks {

void Report::line(std::string_view text) {
    std::FILE* to = is_quiet_ ? stderr : stdout;
    std::fprintf(to, "%.*s\n", static_cast<int>(text.size()), text.data());
    std::fflush(to);
}

std::string Report::json() const {
    std::string text = "{";
    for (const auto& [name, value] : numbers_) {
        char number[40];
        std::snprintf(number, sizeof number, "%.6g", value);
        text.append(text.size() > 1 ? ", " : "").append("\"").append(name).append("\": ").append(number);
    }
    return text + "}";
}

namespace {

struct Benchmark {
    std::string_view name;
    std::string_view help;
    void (*run)(Report&);
};
constexpr Benchmark benchmarks[] = {
    {"points", "points per second of every strategy in the simulator", run_points},
};

int list(int code) {
    std::FILE* to = code == 0 ? stdout : stderr;
    std::fprintf(to, "usage: ./bench [what...] [--json]\n");
    for (const Benchmark& b : benchmarks) std::fprintf(to, "  %-10s %s\n", b.name.data(), b.help.data());
    return code;
}

int run(int count, char** arguments) {
    bool json = false;
    std::vector<const Benchmark*> chosen;
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--help") return list(0);
        if (argument == "--json") {
            json = true;
            continue;
        }
        const Benchmark* found = nullptr;
        for (const Benchmark& b : benchmarks)
            if (b.name == argument) found = &b;
        if (found == nullptr) {
            std::fprintf(stderr, "bench: there is no benchmark '%s'\n", arguments[i]);
            return list(2);
        }
        chosen.push_back(found);
    }
    if (chosen.empty())
        for (const Benchmark& b : benchmarks) chosen.push_back(&b);
    Report report(json);
    for (const Benchmark* b : chosen) b->run(report);
    if (json) std::printf("%s\n", report.json().c_str());
    return 0;
}

}  // namespace
}  // namespace cuzz::benchmarks

int main(int count, char** arguments) { return cuzz::benchmarks::run(count, arguments); }
