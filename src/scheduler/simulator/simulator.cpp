#include "scheduler/simulator/simulator.h"

#include "scheduler/profile.h"

#include <cstdlib>

namespace cuzz::simulator {

std::string_view name_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::passed: return "passed";
        case Outcome::failed: return "failed";
        case Outcome::deadlocked: return "deadlock";
        case Outcome::livelocked: return "livelock";
        default: return "diverged";
    }
}

Simulator::Simulator(const Program& program, const Limits& limits)
    : program_(program), engine_(limits), world_(program) {}

RunResult Simulator::run(Strategy& strategy, const Estimates& estimates, std::uint64_t seed,
                         std::span<Observer* const> observers) {
    engine_.start(strategy, estimates, seed, observers);
    world_.reset(engine_);
    RunResult result;
    result.outcome = strategy.control() == Control::serial ? run_serial() : run_with_os(strategy, seed);
    result.facts = engine_.finish_run();
    result.bound = strategy.bound(result.facts);
    if (world_.failed()) result.message = world_.failure_message();
    return result;
}

Outcome Simulator::run_serial() {
    while (!world_.ended()) {
        const ThreadId thread = engine_.next();
        if (thread != no_thread)
            world_.step(engine_, thread);
        else if (engine_.stop_reason() != Engine::Stop::nobody_enabled || !world_.let_timeout_fire(engine_))
            return stopped();
    }
    return stopped();
}

Outcome Simulator::run_with_os(Strategy& strategy, std::uint64_t seed) {
    const bool delays = strategy.control() == Control::free;
    ThreadSet known;
    os_->begin(seed);
    while (!world_.ended()) {
        engine_.live().for_each([&](ThreadId t) {
            if (!known.contains(t)) os_->arrived(t, delays ? engine_.delay(t) : 0);
        });
        known = engine_.live();
        const ThreadSet& admitted = engine_.admit();
        if (admitted.empty()) {
            if (engine_.stop_reason() != Engine::Stop::nobody_enabled || !world_.let_timeout_fire(engine_))
                break;
            continue;
        }
        const ThreadId thread = os_->next(admitted);
        engine_.commit(thread);
        world_.step(engine_, thread);
        known.erase(thread);  // it stands before its next op
    }
    return stopped();
}

Outcome Simulator::stopped() const {
    if (world_.failed()) return Outcome::failed;
    if (world_.ended()) return Outcome::passed;
    switch (engine_.stop_reason()) {
        case Engine::Stop::step_limit: return Outcome::livelocked;
        case Engine::Stop::given_up: return Outcome::diverged;
        default: return engine_.live().empty() ? Outcome::passed : Outcome::deadlocked;
    }
}

std::string Simulator::explain(const RunResult& result) const {
    if (result.outcome == Outcome::failed) return program_.message(result.message);
    if (result.outcome != Outcome::deadlocked) return std::string(name_of(result.outcome));
    std::string text;
    engine_.live().for_each([&](ThreadId t) {
        const Op& op = engine_.pending(t);
        text += (text.empty() ? "" : "; ") + world_.model(t).name + " waits to " +
                std::string(cuzz::name_of(op.kind));
        if (op.object == no_object) return;
        text += " " + program_.object(op.object).name;
        const ThreadId owner = world_.owner(op.object);
        if (is_lock(op.kind) && owner != no_thread) text += ", held by " + world_.model(owner).name;
    });
    return text;
}

Estimates calibrate(Simulator& simulator, const StrategyInfo& info, std::uint32_t runs) {
    const auto strategy = make_strategy(info.calibration);
    Profile profile;
    const Estimates unknown;
    for (std::uint32_t seed = 1; seed <= runs; ++seed) {
        const RunResult result = simulator.run(*strategy, unknown, seed);
        profile.add(result.facts, simulator.engine().recorder().picks());
    }
    return profile.estimates();
}

double failure_rate(Simulator& simulator, Strategy& strategy, const Estimates& estimates, std::uint64_t runs,
                    std::uint64_t first_seed) {
    std::uint64_t failures = 0;
    for (std::uint64_t i = 0; i < runs; ++i)
        failures += simulator.run(strategy, estimates, first_seed + i).is_failure();
    return static_cast<double>(failures) / static_cast<double>(runs);
}

}  // namespace cuzz::simulator
