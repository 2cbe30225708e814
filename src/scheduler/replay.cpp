#include "scheduler/replay.h"

#include <algorithm>

namespace cuzz {

Replay::Replay(const Schedule& schedule, Strategy& inner, Mode mode)
    : schedule_(schedule),
      inner_(inner),
      mode_(mode),
      slots_(schedule.threads.size(), no_thread),
      names_(max_threads) {}

void Replay::begin(const RunStart& run) {
    Strategy::begin(run);
    inner_.begin(run);
    at_ = 0;
    step_ = 0;
    other_objects_ = 0;
    slots_.assign(schedule_.threads.size(), no_thread);
    threads_.fill(unknown);
    found_ = Found::nothing;
}

// What the schedule has next, arrivals passed over; null at its end.
const ScheduledPick* Replay::expected() {
    while (at_ < schedule_.picks.size() && schedule_.picks[at_].kind == Pick::Kind::arrival) ++at_;
    return at_ < schedule_.picks.size() ? &schedule_.picks[at_] : nullptr;
}

ThreadId Replay::awaited() const {
    if (has_diverged() || at_ >= schedule_.picks.size()) return no_thread;
    const ScheduledPick& next = schedule_.picks[at_];
    return next.kind == Pick::Kind::arrival ? slots_[next.thread] : no_thread;
}

ThreadId Replay::timing_out() const {
    if (has_diverged() || at_ >= schedule_.picks.size()) return no_thread;
    const ScheduledPick& next = schedule_.picks[at_];
    return next.kind == Pick::Kind::timeout ? slots_[next.thread] : no_thread;
}

void Replay::diverge(Found found, ThreadId thread, const Op& op) {
    found_ = found;
    if (thread != no_thread) found_thread_ = names_[thread];
    found_op_ = op;
}

void Replay::born(const Birth& birth) {
    inner_.born(birth);
    names_[birth.child] = birth.name;
    threads_[birth.child] = unknown;
    if (has_diverged()) return;
    const ScheduledPick* next = expected();
    if (next == nullptr || next->kind != Pick::Kind::birth ||
        schedule_.threads[next->thread] != birth.name.view())
        return diverge(Found::birth, birth.child);
    threads_[birth.child] = next->thread;
    slots_[next->thread] = birth.child;
    ++at_;
}

void Replay::ended(ThreadId thread) {
    inner_.ended(thread);
    if (threads_[thread] != unknown) slots_[threads_[thread]] = no_thread;
    threads_[thread] = unknown;
}

ThreadId Replay::pick(const Point& point) {
    if (!has_diverged()) {
        step_ = point.step + 1;
        const ThreadId thread = follow(point);
        if (thread != no_thread) return thread;
    }
    if (mode_ == Mode::exact) return no_thread;
    return asks_inner(point.enabled.several()) ? inner_.pick(point) : point.enabled.first();
}

ThreadId Replay::follow(const Point& point) {
    const ScheduledPick* next = expected();
    if (next == nullptr || next->kind != Pick::Kind::run) {
        const ThreadId first = point.enabled.first();
        diverge(Found::point, first, point.pending[first]);
        return no_thread;
    }
    const ThreadId thread = slots_[next->thread];
    if (thread == no_thread) {
        diverge(Found::gone);
        return no_thread;
    }
    const Op& op = point.pending[thread];
    const bool same = op.kind == next->op && op.site == next->site;
    if (!same || !point.enabled.contains(thread)) {
        diverge(same ? Found::blocked : Found::other_op, thread, op);
        return no_thread;
    }
    compare(next->object, op.object);
    ++at_;
    return thread;
}

std::uint32_t Replay::choose(const Choice& choice) {
    std::uint32_t index = 0;
    if (!has_diverged() && follow(choice, index)) return index;
    return asks_inner(choice.count > 1) ? inner_.choose(choice) : 0;
}

bool Replay::follow(const Choice& choice, std::uint32_t& index) {
    constexpr std::array kinds = {Pick::Kind::waiter, Pick::Kind::timeout, Pick::Kind::value};
    constexpr std::array founds = {Found::waiter, Found::timeout, Found::value};
    const auto kind = static_cast<std::size_t>(choice.kind);
    const ScheduledPick* next = expected();
    found_count_ = choice.count;
    if (next == nullptr || next->kind != kinds[kind] ||
        (next->kind == Pick::Kind::value && next->count != choice.count)) {
        diverge(founds[kind]);
        return false;
    }
    if (next->kind == Pick::Kind::value) {
        index = next->value;
    } else {
        const auto at = std::find(choice.threads.begin(), choice.threads.end(), slots_[next->thread]);
        if (at == choice.threads.end()) {
            diverge(Found::not_waiting);
            return false;
        }
        index = static_cast<std::uint32_t>(at - choice.threads.begin());
        if (next->kind == Pick::Kind::waiter) compare(next->object, choice.object);
    }
    ++at_;
    return true;
}

void Replay::end(const RunFacts& facts) {
    inner_.end(facts);
    if (!has_diverged() && expected() != nullptr) diverge(Found::end);
}

namespace {

std::string text_of(const Op& op) {
    std::string text(name_of(op.kind));
    if (op.object != no_object) text += " #" + std::to_string(op.object);
    if (op.site != 0) text += " @" + std::to_string(op.site);
    return text;
}

}  // namespace

std::string Replay::describe_found() const {
    const std::string found(found_thread_.view());
    const std::string of_pick = is_truncated() || schedule_.picks[at_].thread == unknown
                                    ? "-"
                                    : schedule_.threads[schedule_.picks[at_].thread];
    switch (found_) {
        case Found::other_op: return found + " is about to " + text_of(found_op_);
        case Found::blocked: return of_pick + " cannot go on with it now";
        case Found::gone: return of_pick + " has ended";
        case Found::point: return found + " is about to " + text_of(found_op_);
        case Found::birth: return "thread " + found + " was born";
        case Found::waiter:
            return "a wake-up went to one of " + std::to_string(found_count_) + " waiting threads";
        case Found::timeout: return "a timeout of one of " + std::to_string(found_count_) + " threads fired";
        case Found::value: return "the program asked for a choice out of " + std::to_string(found_count_);
        case Found::not_waiting: return of_pick + " is not among those that wait";
        default: return "the program ended";
    }
}

std::string Replay::describe() const {
    if (!has_diverged()) return {};
    const std::string step = "step " + std::to_string(step_);
    if (is_truncated())
        return step + ": the schedule ends here, after " + std::to_string(at_) + " picks" +
               (schedule_.lost != 0 ? " (" + std::to_string(schedule_.lost) + " more were not recorded)"
                                    : "") +
               ", but " + describe_found();
    return step + " (pick " + std::to_string(at_ + 1) + " of " + std::to_string(schedule_.picks.size()) +
           "): the schedule has '" + to_text(schedule_, schedule_.picks[at_]) + "', but " + describe_found();
}

}  // namespace cuzz
