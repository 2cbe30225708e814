// cuzz_bench [what…] [--json] [--build FOLDER] [--through COMMAND]
//
// The last two say where the Windows programs are and what starts them; ./bench fills them in.

#include "benchmark.h"

#include <cstdio>
#include <exception>

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
    void (*run)(Report&, const Measured&);
};
constexpr Benchmark benchmarks[] = {
    {"points", "points per second of every strategy in the simulator",
     [](Report& report, const Measured&) { run_points(report); }},
    {"switch", "what a point costs in a real program, without and with a switch", run_switch},
    {"overhead", "programs that compute: under PCT against bare, and PPCT against PCT", run_overhead},
    {"runs", "runs a second of a campaign against starts of the bare program", run_runs},
};

int list(int code) {
    std::FILE* to = code == 0 ? stdout : stderr;
    std::fprintf(to, "usage: ./bench [what...] [--json]\n");
    for (const Benchmark& b : benchmarks) std::fprintf(to, "  %-10s %s\n", b.name.data(), b.help.data());
    return code;
}

struct Request {
    bool is_json = false;
    std::string build = ".", through;
    std::vector<const Benchmark*> chosen;
};

const Benchmark* find(std::string_view name) {
    for (const Benchmark& b : benchmarks)
        if (b.name == name) return &b;
    return nullptr;
}

int perform(const Request& request) {
    Report report(request.is_json);
    const Measured measured(request.build, request.through);
    int code = 0;
    for (const Benchmark* b : request.chosen) try {
            b->run(report, measured);
        } catch (const std::exception& problem) {
            std::fprintf(stderr, "bench: %s was not measured: %s\n", b->name.data(), problem.what());
            code = 1;
        }
    if (request.is_json) std::printf("%s\n", report.json().c_str());
    return code;
}

int run(int count, char** arguments) {
    Request request;
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--help") return list(0);
        if (argument == "--json") {
            request.is_json = true;
        } else if (argument == "--build" && i + 1 < count) {
            request.build = arguments[++i];
        } else if (argument == "--through" && i + 1 < count) {
            request.through = arguments[++i];
        } else if (const Benchmark* found = find(argument)) {
            request.chosen.push_back(found);
        } else {
            std::fprintf(stderr, "bench: there is no benchmark '%s'\n", arguments[i]);
            return list(2);
        }
    }
    if (request.chosen.empty())
        for (const Benchmark& b : benchmarks) request.chosen.push_back(&b);
    return perform(request);
}

}  // namespace
}  // namespace cuzz::benchmarks

int main(int count, char** arguments) { return cuzz::benchmarks::run(count, arguments); }
