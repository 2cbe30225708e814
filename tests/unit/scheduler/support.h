// What the statistical tests share: sample sizes, confidence, and the exact walk through a strategy's draws.
#pragma once

#include "scheduler/random.h"
#include "scheduler/simulator/simulator.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace cuzz::testing {

// `./test --long`: the papers' own sample sizes.
inline bool is_long() { return std::getenv("CUZZ_LONG") != nullptr; }
// Under Wine, where the same numbers come out as natively, a small part of the samples will do.
inline bool is_quick() { return std::getenv("CUZZ_QUICK") != nullptr; }

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

// A share measured as no less than p could have been drawn from a probability of at least p.
inline bool at_least(double measured, double p, std::uint64_t runs) {
    return measured >= p - one_sided * deviation(p, runs);
}

inline Estimates known(std::uint32_t n, std::uint64_t k) {
    Estimates estimates;
    estimates.n = n;
    estimates.steps = estimates.k = estimates.k_phase = k;
    return estimates;
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
