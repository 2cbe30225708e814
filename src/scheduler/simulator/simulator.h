// Runs model programs under any strategy, through the engine that ships.
//
// Serial control is the engine's own loop. Under parallel and free control somebody else decides who of the
// admitted threads is faster; here that is a model of the operating system, drawn from the run's seed.
#pragma once

#include "scheduler/engine.h"
#include "scheduler/registry.h"
#include "scheduler/simulator/operating_system.h"
#include "scheduler/simulator/world.h"

#include <cstdint>
#include <span>
#include <string>

namespace cuzz::simulator {

enum class Outcome : std::uint8_t {
    passed,
    failed,  // a check of the model
    deadlocked,
    livelocked,  // the step limit was reached
    diverged     // a replay could not go on
};
std::string_view name_of(Outcome outcome);

struct RunResult {
    Outcome outcome = Outcome::passed;
    RunFacts facts;
    Bound bound;
    std::size_t message = 0;  // of a failed check

    bool is_failure() const { return outcome != Outcome::passed; }
};

// Models are small; what the engine allows a real program would only cost memory.
inline constexpr Limits model_limits{200'000, 220'000, 1'000};

class Simulator {
public:
    explicit Simulator(const Program& program, const Limits& limits = model_limits);

    RunResult run(Strategy& strategy, const Estimates& estimates, std::uint64_t seed,
                  std::span<Observer* const> observers = {});

    // Who is faster under parallel and free control; the default is a fair machine with jitter.
    void set_operating_system(OperatingSystem& os) { os_ = &os; }

    const Engine& engine() const { return engine_; }
    const World& world() const { return world_; }
    const Program& program() const { return program_; }

    // What went wrong in the last run, for a person: the failed check, or who waits for whom.
    std::string explain(const RunResult& result) const;

private:
    Outcome run_serial();
    Outcome run_with_os(Strategy& strategy, std::uint64_t seed);
    Outcome stopped() const;

    const Program& program_;
    Engine engine_;
    World world_;
    JitteryMachine default_os_;
    OperatingSystem* os_ = &default_os_;
};

// n, k and per-thread counts from a few runs of the strategy's calibration strategy, seeds 1 … runs.
Estimates calibrate(Simulator& simulator, const StrategyInfo& info, std::uint32_t runs = 5);

// The share of the seeds first … first + runs − 1 whose run fails.
double failure_rate(Simulator& simulator, Strategy& strategy, const Estimates& estimates, std::uint64_t runs,
                    std::uint64_t first_seed = 1);

}  // namespace cuzz::simulator
