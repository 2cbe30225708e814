// Points per second of every strategy, through the engine that ships: blocking, pending ops and recording on.

#include "benchmark.h"

#include "scheduler/registry.h"
#include "scheduler/simulator/simulator.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace cuzz::benchmarks {

namespace {

using namespace simulator;

// Threads that lock, look, change and unlock, going round four objects from different starts, so that they are
// in each other's way.
Program shape_program(std::uint32_t threads, std::uint32_t points) {
    Program p("shape");
    std::vector<Lock> locks;
    std::vector<Variable> variables;
    for (int i = 0; i < 4; ++i) {
        locks.push_back(p.lock("lock"));
        variables.push_back(p.variable("variable"));
    }
    for (std::uint32_t i = 0; i < threads; ++i)
        p.thread(std::to_string(i + 1), [&](Body& t) {
            for (std::uint32_t j = 0; j < points / 4; ++j) {
                const std::size_t which = (i + j) % 4;
                t.lock(locks[which]);
                t.write(variables[which], t.read(variables[which]) + 1);
                t.unlock(locks[which]);
            }
        });
    return p;
}

// The best of three stretches of about a tenth of a second: what the code can do, not what else the machine did.
double points_per_second(Simulator& simulator, Strategy& strategy, const Estimates& estimates) {
    using Clock = std::chrono::steady_clock;
    double best = 0;
    std::uint64_t seed = 0;
    for (int stretch = 0; stretch < 3; ++stretch) {
        std::uint64_t points = 0;
        const auto from = Clock::now();
        double seconds = 0;
        do {
            points += simulator.run(strategy, estimates, ++seed).facts.steps;
            seconds = std::chrono::duration<double>(Clock::now() - from).count();
        } while (seconds < 0.1);
        best = std::max(best, static_cast<double>(points) / seconds);
    }
    return best;
}

double measure(const StrategyInfo& info, const Program& program) {
    Simulator simulator(program);
    const Estimates estimates = calibrate(simulator, info);
    const auto strategy = parse_strategy(info.name)->make();
    return points_per_second(simulator, *strategy, estimates);
}

}  // namespace

void run_points(Report& report) {
    struct Shape {
        const char* name;
        std::uint32_t threads, points;
    };
    constexpr Shape shapes[] = {{"4x100", 4, 100}, {"5x2000", 5, 2000}, {"100x100", 100, 100}};

    report.line("points per second (million), threads x points");
    std::vector<Program> programs;
    std::string head = "                      ";
    char cell[64];
    for (const Shape& shape : shapes) {
        programs.push_back(shape_program(shape.threads, shape.points));
        std::snprintf(cell, sizeof cell, "%10s", shape.name);
        head += cell;
    }
    report.line(head);
    for (const StrategyInfo* info : all_strategies()) {
        std::snprintf(cell, sizeof cell, "  %-20s", std::string(info->name).c_str());
        std::string row = cell;
        for (std::size_t i = 0; i < programs.size(); ++i) {
            const double rate = measure(*info, programs[i]);
            report.number("points." + std::string(info->name) + "." + shapes[i].name, rate);
            std::snprintf(cell, sizeof cell, "%10.1f", rate / 1e6);
            row += cell;
        }
        report.line(row);
    }

    // The same four threads, runs a hundred times as long: a cost that grew with k would show as a ratio above 1.
    const double at_400 = measure(*find_strategy("pct"), shape_program(4, 100));
    const double at_40000 = measure(*find_strategy("pct"), shape_program(4, 10'000));
    report.number("points.pct.growth", at_400 / at_40000);
    std::snprintf(cell, sizeof cell, "cost of a PCT point at k = 40,000 over k = 400: %.2f",
                  at_400 / at_40000);
    report.line(cell);
}

}  // namespace cuzz::benchmarks
