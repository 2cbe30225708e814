// What a campaign without a failure proves: "a bug of depth d, if there is one, was missed with probability at
// most p".
//
// Each run brings the bound of its strategy (facts.h): a bug of depth at most D shows in it with probability at
// least h. Runs are drawn independently, so that they all miss with probability at most the product of the
// 1 − h of those with D ≥ d, kept as a sum of logarithms. A run with D > d counts for d too, with its own,
// smaller h: PCT's theorem for D change points covers the lesser depths, the spare change points falling on the
// last step. Runs whose strategy promises nothing, or which stepped outside its theorem (past their n or k, with
// a demotion, flagged), count for nothing, and why is counted. If no run counts there is no number, only the
// reason.
//
// The theorem asks for n and k that no run of the program exceeds. A campaign can only see that its own runs did
// not; the number of those that did is part of the sentence for that reason.
#pragma once

#include "scheduler/estimates.h"
#include "scheduler/facts.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace cuzz {

class Guarantee {
public:
    static constexpr std::uint32_t deepest = 64;     // depths past this are not told apart
    static constexpr std::size_t most_reasons = 32;  // further ones are counted as "other reasons"

    explicit Guarantee(const Estimates& estimates) : n_(estimates.n), k_(estimates.k) {}

    void add(const Bound& bound);

    std::uint64_t runs() const { return runs_; }
    std::uint64_t counted(std::uint32_t depth) const;  // runs whose bound covers that depth

    // The probability with which all runs miss a bug of that depth is at most this; nothing if theory has nothing.
    std::optional<double> missed(std::uint32_t depth) const;

    // Runs, with as many of them counting as until now, for a miss probability of at most `target`.
    std::optional<double> runs_needed(std::uint32_t depth, double target) const;

    // Why runs count for nothing at that depth: the most frequent reason, or "" if all count.
    std::string common_reason(std::uint32_t depth) const;
    const std::map<std::string, std::uint64_t>& reasons() const { return reasons_; }

    // "1,000 runs, n = 4, k = 212: a depth-2 bug, if there is one, was missed with probability at most 0.31;
    // 4,000 runs would make it 0.01". Every number is rounded to the side that promises less.
    std::string sentence(std::uint32_t depth, double target = 0.01) const;

private:
    std::uint32_t n_;
    std::uint64_t k_;
    std::uint64_t runs_ = 0;
    struct Share {
        std::uint64_t runs = 0;
        std::string caveat;   // what the bound of some of these runs does not cover
        double log_miss = 0;  // the sum of log(1 − h)
    };
    std::array<Share, deepest + 1> by_depth_{};  // by the bound's own depth
    std::map<std::string, std::uint64_t> reasons_;

    Share total(std::uint32_t depth) const;
};

// 1234567 → "1,234,567".
std::string grouped(std::uint64_t number);

}  // namespace cuzz
