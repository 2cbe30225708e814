#include "scheduler/strategies/systematic.h"

#include <algorithm>

namespace cuzz {

Systematic::Systematic(Counts counts, std::uint32_t bound, std::size_t capacity)
    : counts_(counts), tree_(bound, capacity), fairness_(max_threads) {}

std::unique_ptr<Strategy> Systematic::make(Counts counts, const Options& options) {
    const bool bounded = counts != Counts::nothing && !options.is("bound", "none");
    return std::make_unique<Systematic>(
        counts, bounded ? static_cast<std::uint32_t>(options.number("bound")) : ScheduleTree::unbounded,
        static_cast<std::size_t>(options.number("memory")));
}

void Systematic::begin(const RunStart& run) {
    Strategy::begin(run);
    if (log_ == nullptr) log_ = std::make_unique_for_overwrite<LoggedChoice[]>(most_choices);
    if (in_run_) lost_ = true;  // the last run did not come to its end
    if (in_run_ || ran_) tree_.add(log());
    in_run_ = true;
    ran_ = false;
    logged_ = 0;
    deviations_ = &tree_.take();
    next_deviation_ = 0;
    live_ = births_ = turn_ = 0;
    running_ = no_thread;
    yielders_.clear();
    enabled_before_.clear();
    patience_.restart();
}

void Systematic::end(const RunFacts& facts) {
    in_run_ = false;
    ran_ = true;
    lost_ |= facts.flagged || next_deviation_ != deviations_->size();
    has_more_ = tree_.has_more(log());
}

void Systematic::born(const Birth& birth) {
    yielders_.erase(birth.child);
    birth_[birth.child] = births_++;
    order_[live_++] = birth.child;
}

void Systematic::ended(ThreadId thread) {
    const auto last = order_.begin() + live_;
    live_ = static_cast<std::uint32_t>(std::remove(order_.begin(), last, thread) - order_.begin());
    yielders_.erase(thread);
    yielders_.for_each([&](ThreadId t) {
        Fairness& fair = fairness_[t];
        for (ThreadSet* set : {&fair.behind, &fair.enabled, &fair.disabled, &fair.ran}) set->erase(thread);
    });
}

ThreadId Systematic::pick(const Point& point) {
    std::uint32_t start = 0;
    while (start < live_ && birth_[order_[start]] < turn_) ++start;
    ThreadId options[max_threads];
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < live_; ++i) {
        const ThreadId thread = order_[(start + i) % live_];
        if (!point.enabled.contains(thread)) continue;
        if (is_held_back(thread, point.enabled))
            steps_back_ = true;
        else
            options[count++] = thread;
    }
    const Cost cost = counts_ == Counts::delays                                  ? Cost::index
                      : counts_ == Counts::preemptions && options[0] == running_ ? Cost::one
                                                                                 : Cost::nothing;
    return options[decide(count, cost)];
}

std::uint32_t Systematic::decide(std::uint32_t count, Cost cost) {
    if (count < 2) return 0;
    if (logged_ == most_choices) {
        lost_ = true;
        return 0;
    }
    const std::size_t choice = logged_++;
    log_[choice] = {count, cost};
    if (next_deviation_ == deviations_->size() || (*deviations_)[next_deviation_].choice != choice) return 0;
    const std::uint32_t option = (*deviations_)[next_deviation_++].option;
    if (option < count) return option;
    lost_ = true;  // there were more options when the schedule was found
    return 0;
}

void Systematic::executed(const Step& step) {
    running_ = step.thread;
    turn_ = birth_[step.thread];
    ThreadSet now_disabled = enabled_before_;
    now_disabled.erase(step.enabled);
    yielders_.for_each([&](ThreadId t) {
        Fairness& fair = fairness_[t];
        fair.behind.erase(step.thread);
        fair.enabled.keep(step.enabled);
        fair.ran.insert(step.thread);
        if (t == step.thread) fair.disabled.insert(now_disabled);
    });
    enabled_before_ = step.enabled;
    if (patience_.ends_with(step.op) && step.enabled.several()) yielded(step.thread, step.enabled);
}

void Systematic::yielded(ThreadId thread, const ThreadSet& enabled) {
    running_ = no_thread;
    turn_ = birth_[thread] + 1;
    Fairness& fair = fairness_[thread];
    if (yielders_.contains(thread)) {
        ThreadSet starved = fair.enabled;
        starved.insert(fair.disabled);
        starved.erase(fair.ran);
        starved.erase(thread);
        fair.behind.insert(starved);
    } else {
        yielders_.insert(thread);
        fair.behind.clear();
    }
    fair.enabled = enabled;
    fair.disabled.clear();
    fair.ran.clear();
}

// The relation "behind" has no cycles (a thread's own op takes it out of all these sets), so of any enabled threads
// at least one is not held back.
bool Systematic::is_held_back(ThreadId thread, const ThreadSet& enabled) const {
    if (!yielders_.contains(thread)) return false;
    ThreadSet ahead = fairness_[thread].behind;
    ahead.keep(enabled);
    return !ahead.empty();
}

Bound Systematic::bound(const RunFacts&) const {
    if (has_more_) return {0, 0, "the search has not come to its end"};
    if (lost_) return {0, 0, "the search has holes: a run was lost, too long or did not repeat"};
    if (tree_.is_cut()) return {0, 0, "the search has holes: there was no memory for all schedules"};
    if (tree_.is_over_bound()) return {0, 0, "the search is complete, but only within its bound"};
    return {Bound::any_depth, 1,
            steps_back_ ? "the search is complete but for schedules in which a spinning thread starves others"
                        : "the search is complete"};
}

}  // namespace cuzz
