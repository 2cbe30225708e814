#include "scheduler/engine.h"

#include <algorithm>

namespace cuzz {

Engine::Engine(const Limits& limits)
    : limits_(limits),
      own_picks_(limits.picks),
      recorder_(own_picks_),
      pending_(max_threads),
      names_(max_threads),
      children_(max_threads) {}

void Engine::start(Strategy& strategy, const Estimates& estimates, std::uint64_t seed,
                   std::span<Observer* const> observers) {
    strategy_ = &strategy;
    estimates_ = &estimates;
    observers_ = observers;
    recorder_.clear();
    live_.clear();
    enabled_.clear();
    first_threads_ = 0;
    facts_ = {};
    stop_ = Stop::none;
    last_ = no_thread;
    unreported_ = had_choice_ = false;
    reads_in_row_ = 0;
    k_in_phase_ = 0;
    alone_ = true;

    const RunStart run{seed, estimates};
    strategy.begin(run);
    every_point_ = strategy.wants_every_point();
    for (Observer* observer : observers_) observer->begin(run);
}

ThreadId Engine::birth(ThreadId parent, const Op& first) {
    ThreadId child = 0;
    while (child < max_threads && live_.contains(child)) ++child;
    if (child == max_threads) {
        flag();
        return no_thread;
    }
    const bool has_parent = parent != no_thread;
    const std::uint32_t rank = has_parent ? ++children_[parent] : ++first_threads_;
    names_[child] = has_parent ? names_[parent].child(rank) : ThreadName().child(rank);
    children_[child] = 0;
    live_.insert(child);
    pend(child, first, true);
    ++facts_.n;
    recorder_.add({Pick::Kind::birth, first.kind, child, first.object, first.site, parent});

    const Birth birth{child, parent, names_[child], estimates_->find(names_[child].view())};
    strategy_->born(birth);
    for (Observer* observer : observers_) observer->born(birth);
    return child;
}

void Engine::finish(ThreadId thread) {
    live_.erase(thread);
    enabled_.erase(thread);
    strategy_->ended(thread);
    for (Observer* observer : observers_) observer->ended(thread);
}

bool Engine::begin_point() {
    if (unreported_) report_step();
    had_choice_ = enabled_.several();
    if (!had_choice_ && enabled_.empty()) {
        stop_ = Stop::nobody_enabled;
        return false;
    }
    if (facts_.steps >= limits_.steps) {
        stop_ = Stop::step_limit;
        flag();
        return false;
    }
    return true;
}

ThreadId Engine::next() {
    if (!begin_point()) return no_thread;
    const ThreadId thread = had_choice_ || every_point_ ? strategy_->pick(point()) : enabled_.first();
    if (thread == no_thread) {
        stop_ = Stop::given_up;
        return no_thread;
    }
    commit(thread);
    return thread;
}

const ThreadSet& Engine::admit() {
    admitted_.clear();
    if (!begin_point()) return admitted_;
    if (had_choice_ && strategy_->control() != Control::free)
        strategy_->admit(point(), admitted_);
    else
        admitted_ = enabled_;
    return admitted_;
}

void Engine::commit(ThreadId thread) {
    const Op& op = pending_[thread];
    if (thread != last_ || !is_read_only(op.kind)) reads_in_row_ = 0;
    recorder_.add({Pick::Kind::run, op.kind, thread, op.object, op.site, had_choice_ ? 1u : 0u});
    last_ = thread;
    last_op_ = op;
    unreported_ = true;
    ++facts_.steps;
}

void Engine::report_step() {
    unreported_ = false;
    const bool counted = had_choice_ || enabled_.several();
    const Step step{last_, last_op_, counted, enabled_, live_.contains(last_) ? &pending_[last_] : nullptr};
    if (counted) {
        ++facts_.k;
        if (!is_plain_access(last_op_.kind)) ++facts_.k_sync;
        ++k_in_phase_;
        if (alone_) {
            alone_ = false;
            ++facts_.phases;
        }
    }
    strategy_->executed(step);
    for (Observer* observer : observers_) observer->executed(step);
    note_spinning(step);
    if (!alone_ && !enabled_.several()) note_phase();
}

// A yield says "I wait for another thread"; so do very many reads in a row, with nothing written in between.
void Engine::note_spinning(const Step& step) {
    const bool spins = step.op.kind == OpKind::yield || ++reads_in_row_ > limits_.spin_reads;
    if (spins && step.next != nullptr && enabled_.several()) strategy_->yielded(step.thread, enabled_);
}

// One thread alone again is a join point, unless others wait for a lock: then it is only in their way.
void Engine::note_phase() {
    bool in_the_way = false;
    live_.for_each([&](ThreadId t) { in_the_way |= is_lock(pending_[t].kind) && !enabled_.contains(t); });
    if (in_the_way || enabled_.empty()) return;
    alone_ = true;
    facts_.k_phase = std::max(facts_.k_phase, k_in_phase_);
    k_in_phase_ = 0;
    strategy_->phase();
}

ThreadId Engine::choose_thread(Choice::Kind kind, Pick::Kind pick, ObjectId object,
                               std::span<const ThreadId> threads) {
    const auto count = static_cast<std::uint32_t>(threads.size());
    std::uint32_t index = 0;
    if (count > 1 || every_point_)
        index = std::min(strategy_->choose({kind, count, object, threads}), count - 1);
    ++facts_.choices;
    const ThreadId thread = threads[index];
    recorder_.add({pick, OpKind::wait, thread, object, 0, index});
    return thread;
}

ThreadId Engine::choose_waiter(ObjectId object, std::span<const ThreadId> waiters) {
    return choose_thread(Choice::Kind::waiter, Pick::Kind::waiter, object, waiters);
}

ThreadId Engine::choose_timeout(std::span<const ThreadId> waiters) {
    return choose_thread(Choice::Kind::timeout, Pick::Kind::timeout, no_object, waiters);
}

std::uint32_t Engine::choose_value(std::uint32_t count) {
    count = std::max(count, 1u);
    std::uint32_t value = 0;
    if (count > 1 || every_point_)
        value = std::min(strategy_->choose({Choice::Kind::value, count, no_object, {}}), count - 1);
    ++facts_.choices;
    recorder_.add({Pick::Kind::value, OpKind::start, last_, count, 0, value});
    return value;
}

const RunFacts& Engine::finish_run() {
    if (unreported_) report_step();
    facts_.k_phase = std::max(facts_.k_phase, k_in_phase_);
    if (recorder_.lost() != 0) flag();
    strategy_->end(facts_);
    for (Observer* observer : observers_) observer->end(facts_);
    return facts_;
}

}  // namespace cuzz
