// What a benchmark says: lines for people as it goes, and numbers for machines at the end.
#pragma once

#include "measured.h"

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cuzz::benchmarks {

class Report {
public:
    // With `machine`, standard output has the JSON object alone.
    explicit Report(bool machine) : is_quiet_(machine) {}

    void line(std::string_view text);
    template <class... Values>
    void line(const char* format, Values... values) {
        char text[400];
        std::snprintf(text, sizeof text, format, values...);
        line(std::string_view(text));
    }
    void number(std::string name, double value) { numbers_.emplace_back(std::move(name), value); }

    // One object: {"points.pct.4x100": 5.0e+07, …}
    std::string json() const;

private:
    const bool is_quiet_;
    std::vector<std::pair<std::string, double>> numbers_;
};

void run_points(Report& report);
void run_switch(Report& report, const Measured& measured);
void run_overhead(Report& report, const Measured& measured);
void run_runs(Report& report, const Measured& measured);

}  // namespace cuzz::benchmarks
