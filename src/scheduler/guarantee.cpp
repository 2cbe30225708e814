#include "scheduler/guarantee.h"

#include <algorithm>
#include <cmath>

namespace cuzz {

void Guarantee::add(const Bound& bound) {
    ++runs_;
    if (bound.depth != 0 && bound.hit > 0 && bound.hit <= 1) {
        Share& share = by_depth_[std::min(bound.depth, deepest)];
        ++share.runs;
        share.log_miss += std::log1p(-bound.hit);
        if (bound.caveat != nullptr && *bound.caveat != '\0') share.caveat = bound.caveat;
        return;
    }
    const std::string given = bound.caveat != nullptr && *bound.caveat != '\0'
                                  ? bound.caveat
                                  : "there is no theorem for the strategy";
    const bool has_room = reasons_.size() < most_reasons || reasons_.contains(given);
    ++reasons_[has_room ? given : "other reasons"];
}

Guarantee::Share Guarantee::total(std::uint32_t depth) const {
    Share total;
    if (depth == 0 || depth > deepest) return total;
    for (std::uint32_t d = depth; d <= deepest; ++d) {
        total.runs += by_depth_[d].runs;
        total.log_miss += by_depth_[d].log_miss;
        if (!by_depth_[d].caveat.empty()) total.caveat = by_depth_[d].caveat;
    }
    return total;
}

std::uint64_t Guarantee::counted(std::uint32_t depth) const { return total(depth).runs; }

std::optional<double> Guarantee::missed(std::uint32_t depth) const {
    const Share share = total(depth);
    if (share.runs == 0) return {};
    return std::exp(share.log_miss);
}

std::optional<double> Guarantee::runs_needed(std::uint32_t depth, double target) const {
    const Share share = total(depth);
    if (share.runs == 0 || share.log_miss == 0 || !(target > 0) || target >= 1) return {};
    return std::ceil(static_cast<double>(runs_) * (std::log(target) / share.log_miss));
}

std::string Guarantee::common_reason(std::uint32_t depth) const {
    const auto most = std::max_element(reasons_.begin(), reasons_.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    const std::uint64_t shallow = total(1).runs - total(depth).runs;
    if (most == reasons_.end() || most->second < shallow)
        return shallow == 0 ? "" : "the run looked for lesser depths";
    return most->first;
}

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
    return text;
}

namespace {

// `mantissa` · 10^−digits as a decimal fraction.
std::string fraction(std::uint64_t mantissa, int digits) {
    std::string text = std::to_string(mantissa);
    if (text.size() <= static_cast<std::size_t>(digits))
        text.insert(0, static_cast<std::size_t>(digits) + 1 - text.size(), '0');
    text.insert(text.size() - static_cast<std::size_t>(digits), ".");
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text;
}

constexpr int most_digits = 9;

// Two digits that say something, of p or of what p lacks to 1, rounded up.
std::string probability(double p) {
    if (p <= 0) return "0";
    const double small = std::min(p, 1 - p);
    if (small < std::pow(10.0, -most_digits)) return p < 0.5 ? fraction(1, most_digits) : "1";
    const int digits = std::min(most_digits, 1 - static_cast<int>(std::floor(std::log10(small))));
    const double scaled = p * std::pow(10.0, digits);
    return fraction(static_cast<std::uint64_t>(std::ceil(scaled - 1e-12 * scaled)), digits);
}

// Upwards to three digits: more would only look exact.
std::string about(double runs) {
    if (!(runs < 1e15)) return "more than " + grouped(1'000'000'000'000'000u);
    std::uint64_t number = static_cast<std::uint64_t>(runs), unit = 1;
    while (number / unit >= 1000) unit *= 10;
    return grouped((number + unit - 1) / unit * unit);
}

std::string runs_text(std::uint64_t runs) { return grouped(runs) + (runs == 1 ? " run" : " runs"); }

}  // namespace

std::string Guarantee::sentence(std::uint32_t depth, double target) const {
    const std::string given = ", n = " + grouped(n_) + ", k = " + grouped(k_) + ": ";
    const std::string bug = "a depth-" + std::to_string(depth) + " bug";
    const std::uint64_t counting = counted(depth);
    std::string text = runs_text(runs_);
    if (runs_ == 0) return text + given + "nothing was tried, so nothing is known";
    if (counting == 0)
        return text + given + "nothing is proven about " + bug + ", mostly because " + common_reason(depth);
    text += given;
    const double miss = *missed(depth);
    text += bug + ", if there is one, was missed with probability at most " + probability(miss);
    const auto needed = runs_needed(depth, target);
    if (const std::string caveat = total(depth).caveat; !caveat.empty()) text += " (" + caveat + ")";
    if (counting != runs_)
        text += " (" + runs_text(counting) + (counting == 1 ? " proves" : " prove") +
                " it; the others count for nothing, mostly because " + common_reason(depth) + ")";
    if (miss > target && needed) text += "; " + about(*needed) + " runs would make it " + probability(target);
    return text;
}

}  // namespace cuzz
