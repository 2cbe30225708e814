// The change points of PCT and its relatives: d − 1 steps drawn from 1 … k, and how far the run has come.
#pragma once

#include "scheduler/options.h"
#include "scheduler/random.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace cuzz {

inline constexpr std::uint32_t max_depth = 64;

inline constexpr OptionInfo depth_info = {"d",    "the depth of the bugs looked for", "drawn", 1, max_depth,
                                          "drawn"};

// The paper has its tool choose d "from an appropriate random distribution" and no more. Here each depth is half
// as likely as the one before, and 5 is the deepest: 1/2, 1/4, 1/8, 1/16, 1/16.
inline std::uint32_t draw_depth(Random& random) {
    std::uint32_t depth = 1;
    while (depth < 5 && random.one_in(2)) ++depth;
    return depth;
}

class ChangePoints {
public:
    // Independent draws with replacement, each tied to its index i: distinct or sorted ones would give other
    // probabilities than the paper's.
    void draw(Random& random, std::uint32_t count, std::uint64_t k) {
        restart(k);
        for (std::uint32_t i = 1; i <= count; ++i) add(1 + random.below64(k), i);
    }

    void restart(std::uint64_t k) {
        step_ = 0;
        k_ = k;
        next_ = size_ = 0;
    }

    // Change point i at that step. Of two at one step the one with the larger i comes later.
    void add(std::uint64_t step, std::uint32_t i) {
        std::size_t at = size_++;
        for (; at > 0 && points_[at - 1].step > step; --at) points_[at] = points_[at - 1];
        points_[at] = {step, i};
    }

    // A step was executed. False if it lies past k: time to draw anew.
    bool advance() { return ++step_ <= k_; }

    // The index of the next change point at the current step, or 0. Ask until it says 0.
    std::uint32_t take() {
        if (next_ == size_ || points_[next_].step != step_) return 0;
        return points_[next_++].index;
    }

private:
    struct ChangePoint {
        std::uint64_t step;
        std::uint32_t index;
    };

    std::array<ChangePoint, max_depth> points_{};
    std::size_t size_ = 0, next_ = 0;
    std::uint64_t step_ = 0, k_ = 1;
};

}  // namespace cuzz
