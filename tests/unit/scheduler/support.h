// What the tests of strategies share: sample sizes, confidence, the theorem, small programs, and the exact walk
// through a strategy's draws.
#pragma once

#include "scheduler/random.h"
#include "scheduler/simulator/simulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace cuzz::testing {

// Under Wine, where the same numbers come out as natively, a small part of the samples will do.
inline bool is_quick() { return std::getenv("CUZZ_QUICK") != nullptr; }
// `./test --long`: the papers' own sample sizes.
inline bool is_long() { return !is_quick() && std::getenv("CUZZ_LONG") != nullptr; }

inline std::uint64_t samples(std::uint64_t normal, std::uint64_t full) {
    return is_quick() ? normal / 10 : is_long() ? full : normal;
}

// Standard deviations for 99.9 % confidence: both sides, one side.
inline constexpr double two_sided = 3.2905;
inline constexpr double one_sided = 3.0902;

inline double deviation(double p, std::uint64_t runs) {
    return std::sqrt(p * (1 - p) / static_cast<double>(runs));
}

// The measured share lies within 99.9 % confidence of p.
inline bool agrees(double measured, double p, std::uint64_t runs) {
    return std::abs(measured - p) <= two_sided * deviation(p, runs);
}

// What a share measured in so many runs must reach if it was drawn from a probability of at least p.
inline double least_share(double p, std::uint64_t runs) { return p - one_sided * deviation(p, runs); }

// A measured share could have been drawn from a probability of at least p. With too few runs even a share of 0
// could, and so the test would prove nothing: that fails too.
inline ::testing::AssertionResult at_least(double measured, double p, std::uint64_t runs) {
    const double least = least_share(p, runs);
    if (least > 0 && measured >= least) return ::testing::AssertionSuccess();
    const char* const why = least > 0 ? "" : ": too few runs, no share would be too small";
    return ::testing::AssertionFailure() << measured << " of " << runs << " runs, at least " << least
                                         << " wanted for a probability of " << p << why;
}

// So many runs that a probability of p shows a hundred times, and 0.7 p is told from it; but not more than `most`.
inline std::uint64_t runs_to_judge(double p, std::uint64_t most) {
    const double hits = is_quick() ? 15 : is_long() ? 4'000 : 100;
    return std::min(static_cast<std::uint64_t>(std::ceil(hits / p)), is_long() ? 10 * most : most);
}

// What PCT promises for a bug of depth d.
inline double theorem(std::uint32_t n, std::uint64_t k, std::uint32_t d) {
    return 1 / (n * std::pow(static_cast<double>(k), d - 1.0));
}

inline Estimates known(std::uint32_t n, std::uint64_t k) {
    Estimates estimates;
    estimates.n = n;
    estimates.steps = estimates.k = estimates.k_phase = k;
    return estimates;
}

// The most threads, steps and points with a choice that a few hundred random schedules show. The model programs
// have runs of one length unless they fail, and a failing run is shorter.
inline RunFacts most_in_walks(simulator::Simulator& simulator) {
    const auto walk = make_strategy("random-walk");
    RunFacts most;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const RunFacts facts = simulator.run(*walk, known(2, 10), seed).facts;
        most.n = std::max(most.n, facts.n);
        most.steps = std::max(most.steps, facts.steps);
        most.k = std::max(most.k, facts.k);
    }
    return most;
}
inline std::uint64_t longest_run(simulator::Simulator& simulator) { return most_in_walks(simulator).steps; }
inline std::uint64_t largest_k(simulator::Simulator& simulator) { return most_in_walks(simulator).k; }

// The strategy shows the program's bug of depth d no less often than the theorem promises. At least and at most so
// many runs: as many as it takes to judge.
inline ::testing::AssertionResult keeps_the_bound(simulator::Simulator& simulator, Strategy& strategy,
                                                  std::uint32_t d, std::uint64_t least_runs,
                                                  std::uint64_t most_runs) {
    const RunFacts most = most_in_walks(simulator);
    const double bound = theorem(most.n, most.steps, d);
    const std::uint64_t runs = std::max(least_runs, runs_to_judge(bound, most_runs));
    return at_least(failure_rate(simulator, strategy, known(most.n, most.steps), runs), bound, runs);
}

// Threads that never block, each with so many ops on one variable.
inline simulator::Program independent(int threads, int ops) {
    simulator::Program p("independent");
    const auto x = p.variable("x");
    for (int i = 0; i < threads; ++i)
        p.thread("t" + std::to_string(i), [&](simulator::Body& t) {
            for (int j = 0; j < ops; ++j) t.write(x, j);
        });
    return p;
}

// What a test that is instantiated for every strategy is called.
inline std::string test_name(const ::testing::TestParamInfo<const StrategyInfo*>& test) {
    std::string name(test.param->name);
    std::erase(name, '-');
    return name;
}

// Walks through every outcome of the draws that a run makes, depth first, with the probability of each.
class AllDraws final : public Tape {
public:
    std::uint32_t below(std::uint32_t bound) override {
        if (depth_ == draws_.size()) draws_.push_back({0, bound});
        weight_ /= bound;
        return draws_[depth_++].value;
    }

    double weight() const { return weight_; }

    // On to the next outcome; false when all have been.
    bool next() {
        depth_ = 0;
        weight_ = 1;
        while (!draws_.empty() && ++draws_.back().value == draws_.back().bound) draws_.pop_back();
        return !draws_.empty();
    }

private:
    struct Draw {
        std::uint32_t value, bound;
    };
    std::vector<Draw> draws_;
    std::size_t depth_ = 0;
    double weight_ = 1;
};

// The exact probability that a run fails, for strategies that draw only through `Random::below`.
inline double exact_failure_probability(simulator::Simulator& simulator, Strategy& strategy,
                                        const Estimates& estimates) {
    AllDraws draws;
    strategy.use(&draws);
    double probability = 0;
    do {
        if (simulator.run(strategy, estimates, 0).is_failure()) probability += draws.weight();
    } while (draws.next());
    strategy.use(nullptr);
    return probability;
}

}  // namespace cuzz::testing
