// ./bench runs: runs a second of a campaign against starts a second of the bare program, by a program that does
// nothing but start it (starts.exe) in the same way, one after the other. Both are whole commands as seen from outside:
// cuzz's own start, its calibration runs (counted as runs, which they are) and its reports are in.

#include "benchmark.h"

namespace cuzz::benchmarks {

void run_runs(Report& report, const Measured& measured) {
    constexpr std::uint32_t rounds = 9, runs = 60;
    constexpr const char* sample = "bank_transfer_fixed";
    report.line("a small program (%s), started again and again", sample);
    std::vector<double> bare, cuzz, ratios;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        bare.push_back(runs / measured.bare_starts(sample, runs));
        const Campaign campaign = measured.sample_under_cuzz("pct", runs, sample);
        cuzz.push_back(campaign.all_runs / campaign.seconds);
        ratios.push_back(cuzz.back() / bare.back());
    }
    report.line("  bare %.1f a second (%.1f ms each), campaign %.1f a second (%.1f ms each): rate_ratio %.2f",
                median(bare), 1e3 / median(bare), median(cuzz), 1e3 / median(cuzz), median(ratios));
    report.number("runs.bare_per_second", median(bare));
    report.number("runs.campaign_per_second", median(cuzz));
    report.number("rate_ratio", median(ratios));
}

}  // namespace cuzz::benchmarks
