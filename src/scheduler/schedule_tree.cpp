#include "scheduler/schedule_tree.h"

#include <algorithm>

namespace cuzz {

ScheduleTree::ScheduleTree(std::uint32_t bound, std::size_t capacity)
    : bound_(bound),
      capacity_(std::max<std::size_t>(capacity, 1)),
      nodes_{{none, none, 1, 0, {0, 0}, {0, Cost::nothing}}},
      stacks_{0},
      pending_(1) {}

const std::vector<ScheduleTree::Deviation>& ScheduleTree::take() {
    deviations_.clear();
    taken_ = pending_ == 0 ? none : pop();
    if (taken_ == none) return deviations_;
    const Node node = nodes_[taken_];
    if (node.deviation.option + 1 < node.of.count)
        push(node.parent, {node.deviation.choice, node.deviation.option + 1}, node.of);
    for (std::uint32_t at = taken_; nodes_[at].parent != none; at = nodes_[at].parent)
        deviations_.push_back(nodes_[at].deviation);
    std::ranges::reverse(deviations_);
    return deviations_;
}

bool ScheduleTree::has_more(std::span<const LoggedChoice> log) {
    bool more = pending_ != 0;
    for (std::size_t i = first_new_choice(); i < log.size(); ++i) {
        const bool allowed = cost_of(taken_, 1, log[i]) <= bound_;
        over_bound_ |= !allowed;
        more |= allowed && has_room();
        cut_ |= allowed && !has_room();
    }
    return more;
}

void ScheduleTree::add(std::span<const LoggedChoice> log) {
    for (std::size_t i = first_new_choice(); i < log.size(); ++i)
        push(taken_, {static_cast<std::uint32_t>(i), 1}, log[i]);
    done(taken_);
    taken_ = none;
}

// Past the last deviation of the schedule taken last; past everything if there is none.
std::size_t ScheduleTree::first_new_choice() const {
    if (taken_ == none) return std::numeric_limits<std::size_t>::max();
    return deviations_.empty() ? 0 : std::size_t{deviations_.back().choice} + 1;
}

std::uint64_t ScheduleTree::cost_of(std::uint32_t parent, std::uint32_t option,
                                    const LoggedChoice& of) const {
    const std::uint32_t more = of.cost == Cost::nothing ? 0 : of.cost == Cost::one ? 1 : option;
    return std::uint64_t{nodes_[parent].cost} + more;
}

void ScheduleTree::push(std::uint32_t parent, Deviation deviation, const LoggedChoice& of) {
    const std::uint64_t cost = cost_of(parent, deviation.option, of);
    if (cost > bound_) {
        over_bound_ = true;
        return;
    }
    if (!has_room()) {
        cut_ = true;
        return;
    }
    std::uint32_t at = free_;
    if (at != none) {
        free_ = nodes_[at].next;
    } else {
        at = static_cast<std::uint32_t>(nodes_.size());
        nodes_.emplace_back();
    }
    const auto level = static_cast<std::uint32_t>(cost);  // at most the bound
    if (stacks_.size() <= level) stacks_.resize(std::size_t{level} + 1, none);
    nodes_[at] = {parent, stacks_[level], 1, level, deviation, of};
    stacks_[level] = at;
    ++nodes_[parent].open;
    ++pending_;
}

std::uint32_t ScheduleTree::pop() {
    while (stacks_[level_] == none) ++level_;
    const std::uint32_t node = stacks_[level_];
    stacks_[level_] = nodes_[node].next;
    --pending_;
    return node;
}

void ScheduleTree::done(std::uint32_t node) {
    while (node != none && --nodes_[node].open == 0) {
        const std::uint32_t parent = nodes_[node].parent;
        nodes_[node].next = free_;
        free_ = node;
        node = parent;
    }
}

}  // namespace cuzz
