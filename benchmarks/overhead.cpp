// ./bench overhead: whole programs that compute, under PCT against bare on one core, and what parallel control gains.
//
// The programs measure themselves from before their first thread to after their last one: the start of a process is
// the business of ./bench runs. Bare and PCT alternate; `pct_ratio` is the worst program's median ratio, `ppct_speedup`
// the median of PCT's time over PPCT's for eight threads with work of their own.

#include "benchmark.h"

#include <algorithm>

namespace cuzz::benchmarks {

namespace {

constexpr std::uint32_t rounds = 5, runs = 3;

double measure_program(Report& report, const Measured& measured, const std::string& program) {
    std::vector<double> bare, cuzz, ratios;
    double points = 0, rate = 0;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        std::vector<double> times;
        for (std::uint32_t i = 0; i < runs; ++i) times.push_back(measured.bare(program).at("ticks"));
        bare.push_back(median(times));
        const Campaign campaign = measured.under_cuzz("pct", runs, 1 + round * runs, program);
        cuzz.push_back(median(campaign, "ticks"));
        ratios.push_back(cuzz.back() / bare.back());
        points = campaign.points;
        rate = points / measured.nanoseconds(campaign.runs.back().at("ticks")) * 1e9;
    }
    const double bare_ms = measured.nanoseconds(median(bare)) / 1e6;
    const double cuzz_ms = measured.nanoseconds(median(cuzz)) / 1e6;
    report.line("  %-10s bare %6.1f ms, under PCT %6.1f ms, %.0f points, %.0f a second: ratio %.2f",
                program.c_str(), bare_ms, cuzz_ms, points, rate, median(ratios));
    report.number("overhead." + program + ".bare_ms", bare_ms);
    report.number("overhead." + program + ".pct_ms", cuzz_ms);
    report.number("overhead." + program + ".points", points);
    report.number("overhead." + program + ".points_per_second", rate);
    report.number("overhead." + program + ".ratio", median(ratios));
    return median(ratios);
}

void measure_parallel(Report& report, const Measured& measured) {
    std::vector<double> serial, parallel, ratios;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        const auto seed = 1 + round * runs;
        serial.push_back(median(measured.under_cuzz("pct:d=1", runs, seed, "independent"), "ticks"));
        parallel.push_back(median(measured.under_cuzz("ppct:d=1", runs, seed, "independent"), "ticks"));
        ratios.push_back(serial.back() / parallel.back());
    }
    const double serial_ms = measured.nanoseconds(median(serial)) / 1e6;
    const double parallel_ms = measured.nanoseconds(median(parallel)) / 1e6;
    report.line("  PCT %.1f ms, PPCT %.1f ms: ppct_speedup %.2f", serial_ms, parallel_ms, median(ratios));
    report.number("overhead.independent.pct_ms", serial_ms);
    report.number("overhead.independent.ppct_ms", parallel_ms);
    report.number("ppct_speedup", median(ratios));
}

}  // namespace

void run_overhead(Report& report, const Measured& measured) {
    report.line("programs that compute, four threads");
    double worst = 0;
    for (const char* program : {"sort", "matrix", "pipeline"})
        worst = std::max(worst, measure_program(report, measured, program));
    report.line("  pct_ratio %.2f", worst);
    report.number("pct_ratio", worst);

    report.line("eight threads with work of their own, d = 1");
    measure_parallel(report, measured);
}

}  // namespace cuzz::benchmarks
