// How long the strides of a thread must be (stride.cpp): the numbers behind `one-edge` and `two-edges`.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cuzz {

// The probability in one run that shows an order at least once in so many runs with the wanted confidence.
inline double probability_in_one_run(std::uint64_t runs, std::uint64_t confidence_percent) {
    const double missed = 1 - static_cast<double>(confidence_percent) / 100;
    return -std::expm1(std::log(missed) / static_cast<double>(runs));
}

// The paper's L/smax in thousandths: the largest ρ with E[2^-N(ρ)] >= p, where N(ρ) is the number of uniform(0, 1)
// draws that it takes to sum up to ρ: each of so many strides must go to the same one of two threads.
//
// The paper samples it. f(x) = E[2^-N(x)] is 1 up to x = 0 and, by the first draw, above it 1/2 · the integral of f
// over (x − 1, x). That gives 1 − e^(x/2)/2 up to x = 1; from there the trapezoidal rule solves the integral
// equation on a grid of thousandths. (Its derivative, f' = (f(x) − f(x − 1))/2, is easier and unfit: a constant
// solves it too, and rounding would add one.) A whole number of thousandths is the same on every compiler.
inline std::uint64_t stride_ratio(double p) {
    constexpr std::size_t grid = 1000;
    std::vector<double> last(grid);  // f at the last `grid` positions; that of x is at x % grid
    double inner = 0;                // the sum of them without the oldest
    for (std::size_t x = 0;; ++x) {
        const double f = x <= grid ? 1 - std::exp(static_cast<double>(x) / (2.0 * grid)) / 2
                                   : (last[x % grid] / 2 + inner) / (2.0 * grid - 0.5);
        if (f < p) return x > 1 ? x - 1 : 1;
        if (x != 0) inner += f;
        if (x >= grid) inner -= last[(x + 1) % grid];
        last[x % grid] = f;
    }
}

}  // namespace cuzz
