// ./bench switch: what a point costs in a real program, without and with a switch.
//
// Without: locks.exe takes and leaves a lock that nobody contends for. The difference between under PCT and bare,
// over the points that cuzz counted, is what one point adds: once with another thread enabled, so that the strategy
// is asked each time, and once with nobody to switch to. `no_switch_ns` is the worst of these and of the kinds of
// locks.
//
// With: handover.exe bare on one core has two threads alternate through WaitOnAddress, which cuzz's gates are made of.
// Under cuzz the same two alternate in the same way (under PCT) and by nothing but points (SwitchToThread under
// preempt-always); the programs count the switches as they see them. `switch_ratio` is the worse of the two
// over the bare hand-over, all bookkeeping included. A hand-over through a condition variable passes ten points and is
// shown beside them.

#include "benchmark.h"

#include <algorithm>
#include <cstdio>

namespace cuzz::benchmarks {

namespace {

constexpr std::uint32_t rounds = 5, runs = 3;

// The worse of the two threads, in nanoseconds a point.
double measure_lock(Report& report, const Measured& measured, const std::string& kind) {
    std::vector<double> bare, first, second;
    double points = 0;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        const Numbers alone = measured.bare("locks", kind);
        bare.push_back((alone.at("first") + alone.at("second")) / 2);
        const Campaign campaign = measured.under_cuzz("pct", runs, 1 + round * runs, "locks", kind);
        first.push_back(median(campaign, "first"));
        second.push_back(median(campaign, "second"));
        points = campaign.points / campaign.runs.back().at("rounds");
    }
    const double bare_ns = measured.nanoseconds(median(bare));
    const double choice_ns = measured.nanoseconds(median(first));
    const double alone_ns = measured.nanoseconds(median(second));
    const double point_ns = (std::max(choice_ns, alone_ns) - bare_ns) / points;
    report.line("  %-17s bare %6.1f ns, %6.1f ns with a choice, %6.1f ns without; %.1f points: %5.1f ns each",
                kind.c_str(), bare_ns, choice_ns, alone_ns, points, point_ns);
    report.number("switch." + kind + ".bare_ns", bare_ns);
    report.number("switch." + kind + ".choice_ns", choice_ns);
    report.number("switch." + kind + ".no_choice_ns", alone_ns);
    report.number("switch." + kind + ".points", points);
    return point_ns;
}

struct Handover {
    const char* name;
    const char* strategy;
    const char* kind;       // under cuzz
    const char* bare_kind;  // what it is compared with
};

double measure_handover(Report& report, const Measured& measured, const Handover& handover) {
    std::vector<double> bare, cuzz, ratios;
    double switches = 0;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        bare.push_back(measured.bare("handover", handover.bare_kind).at("switch"));
        const Campaign campaign =
            measured.under_cuzz(handover.strategy, runs, 1 + round * runs, "handover", handover.kind);
        cuzz.push_back(median(campaign, "switch"));
        ratios.push_back(cuzz.back() / bare.back());
        switches = median(campaign, "switches");
    }
    const double bare_ns = measured.nanoseconds(median(bare));
    const double cuzz_ns = measured.nanoseconds(median(cuzz));
    const std::string name = handover.name;
    report.line("  %-17s bare %6.0f ns, under cuzz (%s) %6.0f ns, %.0f switches a run: ratio %.2f",
                handover.name, bare_ns, handover.strategy, cuzz_ns, switches, median(ratios));
    report.number("switch." + name + ".bare_ns", bare_ns);
    report.number("switch." + name + ".cuzz_ns", cuzz_ns);
    report.number("switch." + name + ".ratio", median(ratios));
    return median(ratios);
}

}  // namespace

void run_switch(Report& report, const Measured& measured) {
    report.line("a point without a switch: taking and leaving a lock");
    double point_ns = 0;
    for (const char* kind : {"critical-section", "srw-exclusive", "srw-shared"})
        point_ns = std::max(point_ns, measure_lock(report, measured, kind));
    report.line("  no_switch_ns %.1f", point_ns);
    report.number("no_switch_ns", point_ns);

    report.line("a point with a switch: two threads take turns");
    const double yield = measure_handover(report, measured, {"yield", "preempt-always", "yield", "address"});
    const double address = measure_handover(report, measured, {"address", "pct", "address", "address"});
    measure_handover(report, measured, {"condition", "pct", "condition", "condition"});
    report.line("  switch_ratio %.2f", std::max(yield, address));
    report.number("switch_ratio", std::max(yield, address));
}

}  // namespace cuzz::benchmarks
