// Waits for objects and for time: who could go on, who gets a signal, whose time is over.

#include "detours/runtime/kernel_state.h"
#include "detours/runtime/real.h"
#include "detours/runtime/runtime.h"

namespace cuzz::detours {

bool Runtime::is_signalled(const Object& object, HANDLE handle) const {
    switch (object.kind) {
        case ObjectKind::condition:
        case ObjectKind::address:
        case ObjectKind::barrier: return false;  // only granted
        case ObjectKind::timer: return object.is_set;
        case ObjectKind::thread:
            if (object.has_ended) return true;
            break;
        case ObjectKind::mutex:
            if (object.dying != nullptr) return true;
            break;
        default: break;
    }
    return kernel_is_signalled(object.kind, handle);
}

bool Runtime::could_go(const ThreadState& thread) const {
    const WaitRecord& wait = thread.wait;
    if (wait.granted >= 0 || wait.timed_out || (wait.is_alertable && thread.apcs != 0)) return true;
    for (std::uint32_t i = 0; i < wait.count; ++i) {
        const Object& object = *wait.objects[i];
        const bool mine = object.kind == ObjectKind::mutex && object.owner == thread.id;
        if ((mine || is_signalled(object, wait.handles[i])) != wait.all) return !wait.all;
    }
    return wait.all && wait.count != 0;
}

void Runtime::wait(ThreadState& self, const Op& op) {
    WaitRecord& wait = self.wait;
    for (std::uint32_t i = 0; i < wait.count; ++i) wait.objects[i]->waiting.insert(self.id);
    if (wait.deadline < next_deadline_) next_deadline_ = wait.deadline;
    wait.is_on = true;
    engine_->pend(self.id, op, could_go(self));
    go_on(self);
    wait.is_on = false;
    for (std::uint32_t i = 0; i < wait.count; ++i) wait.objects[i]->waiting.erase(self.id);
    wait.deadline = never;
}

void Runtime::changed(Object& object) {
    object.waiting.for_each([&](ThreadId t) {
        if (could_go(threads_[t]))
            engine_->unblock(t);
        else
            engine_->block(t);
    });
}

// Those whom the signal of this object alone lets go on.
ThreadSet Runtime::takers(const Object& object) const {
    ThreadSet alone;
    object.waiting.for_each([&](ThreadId t) {
        const WaitRecord& wait = threads_[t].wait;
        if (!wait.all && !wait.timed_out && wait.granted < 0) alone.insert(t);
    });
    return alone;
}

void Runtime::grant(ThreadId thread, Object& object) {
    WaitRecord& wait = threads_[thread].wait;
    for (std::uint32_t i = 0; i < wait.count; ++i) {
        if (wait.objects[i] == &object && wait.granted < 0) wait.granted = static_cast<std::int32_t>(i);
        wait.objects[i]->waiting.erase(thread);
    }
    wait.deadline = never;
    engine_->unblock(thread);
}

bool Runtime::grant_one(Object& object) {
    ThreadId waiters[max_threads];
    std::size_t count = 0;
    takers(object).for_each([&](ThreadId t) { waiters[count++] = t; });
    if (count == 0) return false;
    grant(engine_->choose_waiter(object.id, {waiters, count}), object);
    return true;
}

void Runtime::grant_all(Object& object) {
    takers(object).for_each([&](ThreadId t) { grant(t, object); });
}

// Asks the kernel about everybody who waits: true if somebody can go on after all.
bool Runtime::look_again() {
    bool found = false;
    engine_->live().for_each([&](ThreadId t) {
        if (!threads_[t].wait.is_on || engine_->enabled().contains(t) || suspended_.contains(t)) return;
        if (!could_go(threads_[t])) return;
        engine_->arrive(t);
        found = true;
    });
    return found;
}

// --- time limits and timers

std::uint64_t Runtime::earliest() const {
    std::uint64_t moment = never;
    engine_->live().for_each([&](ThreadId t) {
        if (threads_[t].wait.deadline < moment) moment = threads_[t].wait.deadline;
    });
    for (std::size_t i = 0; i < timer_count_; ++i)
        if (timers_[i]->due < moment) moment = timers_[i]->due;
    return moment;
}

// Nobody can run: time jumps to the earliest limit. Of several at one moment the strategy picks.
bool Runtime::fire_earliest() {
    const std::uint64_t moment = earliest();
    if (moment == never) return false;
    clock.advance_to(moment);
    for (std::size_t i = 0; i < timer_count_; ++i)
        if (timers_[i]->due == moment) {
            fire_timer(*timers_[i]);
            return true;
        }
    ThreadId due[max_threads];
    std::size_t count = 0;
    engine_->live().for_each([&](ThreadId t) {
        if (threads_[t].wait.deadline == moment) due[count++] = t;
    });
    const ThreadId thread = engine_->choose_timeout({due, count});
    WaitRecord& wait = threads_[thread].wait;
    wait.timed_out = true;
    wait.deadline = never;
    for (std::uint32_t i = 0; i < wait.count; ++i) wait.objects[i]->waiting.erase(thread);
    engine_->unblock(thread);
    return true;
}

// The time limit of one thread is over, whoever else can run.
void Runtime::fire(ThreadId thread) {
    WaitRecord& wait = threads_[thread].wait;
    if (!wait.is_on || wait.deadline == never || wait.granted >= 0) return;
    if (!clock.is_real()) clock.advance_to(wait.deadline);
    engine_->choose_timeout({&thread, 1});
    wait.timed_out = true;
    wait.deadline = never;
    for (std::uint32_t i = 0; i < wait.count; ++i) wait.objects[i]->waiting.erase(thread);
    engine_->unblock(thread);
}

// Time has passed limits while others run.
void Runtime::fire_passed() {
    if (clock.is_real() || clock.now() < next_deadline_) return;
    while (earliest() <= clock.now()) fire_earliest();
    next_deadline_ = earliest();
}

void Runtime::arm(Object& timer) {
    std::size_t at = 0;
    while (at < timer_count_ && timers_[at] != &timer) ++at;
    if (at == most_timers) return flag();
    if (at == timer_count_) timers_[timer_count_++] = &timer;
    if (timer.due < next_deadline_) next_deadline_ = timer.due;
}

void Runtime::fire_timer(Object& timer) {
    timer.due = timer.period == 0 ? never : timer.due + timer.period;
    if (timer.routine != nullptr && timer.setter != no_thread) queue_timer_call(timer);
    if (timer.is_manual) {
        timer.is_set = true;
        grant_all(timer);
    } else if (!grant_one(timer)) {
        timer.is_set = true;
    }
    changed(timer);
}

}  // namespace cuzz::detours
