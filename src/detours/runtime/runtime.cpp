#include "detours/runtime/runtime.h"

#include "detours/runtime/kernel_state.h"
#include "detours/runtime/real.h"
#include "detours/runtime/report.h"
#include "scheduler/registry.h"

#include <cstring>
#include <new>

namespace cuzz::detours {

RealFunctions real;

namespace {

// No global constructor: made by `start`.
alignas(Runtime) unsigned char runtime_memory[sizeof(Runtime)];

constexpr std::uint32_t gate_shut = 0, gate_open = 1, gate_show_stack = 2;

bool refuse(channel::Control& control, const char* why) {
    std::strncpy(control.message, why, sizeof control.message - 1);
    control.stage.store(channel::Stage::refused);
    return false;
}

}  // namespace

Runtime& runtime = reinterpret_cast<Runtime&>(runtime_memory);

bool Runtime::start(channel::Control& shared) {
    control = &shared;
    is_real_time = shared.is_real_time != 0;
    const auto choice =
        parse_strategy(channel::view_at(shared, shared.strategy_offset, shared.strategy_size));
    if (!choice) return refuse(shared, choice.error().c_str());
    strategy_ = choice->make();
    if (strategy_->control() != Control::serial)
        return refuse(shared, "this version has serial control only: choose another strategy");
    if (shared.estimates_size != 0) {
        auto parsed =
            parse_estimates(channel::view_at(shared, shared.estimates_offset, shared.estimates_size));
        if (!parsed) return refuse(shared, parsed.error().c_str());
        estimates_ = *parsed;
    }
    Strategy* strategy = strategy_.get();
    if (shared.schedule_size != 0) {
        auto parsed = parse_schedule(channel::view_at(shared, shared.schedule_offset, shared.schedule_size));
        if (!parsed) return refuse(shared, parsed.error().c_str());
        schedule_ = std::move(*parsed);
        replay_ = std::make_unique<Replay>(schedule_, *strategy_,
                                           shared.is_best_effort != 0 ? Replay::Mode::best_effort
                                                                      : Replay::Mode::exact);
        strategy = replay_.get();
    }
    tls_ = TlsAlloc();
    if (tls_ >= tls_slots_in_block) return refuse(shared, "there is no thread-local slot left");
    if (!objects.reserve()) return refuse(shared, "there is no memory for the objects");
    Limits limits;
    limits.steps = shared.max_steps;
    limits.picks = 0;
    engine_ = std::make_unique<Engine>(limits);
    engine_->record_into({channel::picks_of(shared), static_cast<std::size_t>(shared.picks_capacity)},
                         &shared.picks);
    engine_->start(*strategy, estimates_, shared.seed);

    const ThreadId main = engine_->birth(no_thread, {OpKind::start, no_object, 0});
    ThreadState& state = threads_[main];
    state.id = main;
    state.os_id = GetCurrentThreadId();
    holder_.store(main);
    tls_slot(tls_) = &state;
    is_over_.store(false);
    // Nobody else is there yet: the main thread's start is the first step.
    return next() == main;
}

void Runtime::flag() {
    control->flagged = 1;
    engine_->flag();
}

// --- points

void Runtime::point(ThreadState& self, const Op& op) {
    if (is_alone()) return;
    engine_->pend(self.id, op, true);
    go_on(self);
}

void Runtime::go_on(ThreadState& self) {
    for (;;) {
        const ThreadId to = next();
        if (to == self.id) return;
        if (to != no_thread) {
            hand_to(to);
            break;
        }
        // Everybody waits for somebody outside: the token is free, unless somebody has just come back.
        holder_.store(no_thread);
        ThreadId free = no_thread;
        if (arrivals_.load() == 0 || !holder_.compare_exchange_strong(free, self.id)) break;
    }
    park(self);
}

ThreadId Runtime::next() {
    for (;;) {
        drain_inbox();
        if (replay_ != nullptr && replay_->awaited() != no_thread) {
            // The schedule has somebody coming back from outside here: wait for it, for real.
            const ThreadId awaited = replay_->awaited();
            if (threads_[awaited].is_outside) {
                real.SleepEx(1, FALSE);
                continue;
            }
        }
        const ThreadId thread = engine_->next();
        if (thread != no_thread) return thread;
        switch (engine_->stop_reason()) {
            case Engine::Stop::step_limit: give_up(channel::Verdict::livelocked);
            case Engine::Stop::given_up: give_up(channel::Verdict::diverged);
            default: break;
        }
        if (fire_timeout()) continue;
        if (outside_ != 0) return no_thread;
        // Once more from the kernel, before anything is said.
        bool found = false;
        engine_->live().for_each([&](ThreadId t) {
            if (threads_[t].wait.count != 0 && could_go(threads_[t])) {
                engine_->unblock(t);
                found = true;
            }
        });
        if (!found) give_up(channel::Verdict::deadlocked);
    }
}

// Nobody can run: time jumps to the earliest limit. Of several at one moment the strategy picks.
bool Runtime::fire_timeout() {
    std::uint64_t earliest = never;
    engine_->live().for_each([&](ThreadId t) {
        if (threads_[t].wait.deadline < earliest) earliest = threads_[t].wait.deadline;
    });
    if (earliest == never) return false;
    ThreadId due[max_threads];
    std::size_t count = 0;
    engine_->live().for_each([&](ThreadId t) {
        if (threads_[t].wait.deadline == earliest) due[count++] = t;
    });
    clock.advance_to(earliest);
    const ThreadId thread = engine_->choose_timeout({due, count});
    WaitRecord& wait = threads_[thread].wait;
    wait.timed_out = true;
    wait.deadline = never;
    for (std::uint32_t i = 0; i < wait.count; ++i) wait.objects[i]->waiting.erase(thread);
    engine_->unblock(thread);
    return true;
}

void Runtime::hand_to(ThreadId thread) {
    holder_.store(thread);
    ThreadState& state = threads_[thread];
    state.gate.store(gate_open);
    real.RtlWakeAddressSingle(&state.gate);
}

void Runtime::park(ThreadState& self) {
    for (;;) {
        const std::uint32_t was = self.gate.exchange(gate_shut);
        if (was == gate_open) return;
        if (was == gate_show_stack) {
            capture_stack(*control, self.id);
            self.shows_stack.store(0);
            real.RtlWakeAddressAll(&self.shows_stack);
        }
        const std::uint32_t shut = gate_shut;
        real.RtlWaitOnAddress(&self.gate, &shut, sizeof shut, nullptr);
    }
}

// --- locks

void Runtime::acquire(ThreadState& self, Object& lock, bool shared, SiteId site) {
    const bool free = lock.owner == no_thread && (shared || lock.readers == 0);
    const bool again = lock.owner == self.id;
    if ((free || again) && is_alone()) return;
    lock.waiting.insert(self.id);
    if (shared) lock.waiting_shared.insert(self.id);
    engine_->pend(self.id, {shared ? OpKind::acquire_shared : OpKind::acquire, lock.id, site}, free || again);
    go_on(self);
    lock.waiting.erase(self.id);
    lock.waiting_shared.erase(self.id);
}

void Runtime::taken(ThreadState& self, Object& lock, bool shared) {
    if (shared) {
        ++lock.readers;
        engine_->block(lock.waiting);
        engine_->unblock(lock.waiting_shared);
        return;
    }
    ++lock.recursion;
    if (lock.owner == self.id) return;
    lock.owner = self.id;
    engine_->block(lock.waiting);
}

void Runtime::released(Object& lock, bool shared) {
    if (shared) {
        if (lock.readers != 0) --lock.readers;
    } else {
        if (lock.recursion != 0) --lock.recursion;
        if (lock.recursion != 0) return;
        lock.owner = no_thread;
    }
    engine_->unblock(lock.readers == 0 ? lock.waiting : lock.waiting_shared);
}

// --- waits

bool Runtime::is_signalled(const Object& object, HANDLE handle) const {
    if (object.kind == ObjectKind::condition || object.kind == ObjectKind::address)
        return false;  // only granted
    if (object.kind == ObjectKind::thread && object.has_ended) return true;
    return kernel_is_signalled(object.kind, handle);
}

bool Runtime::could_go(const ThreadState& thread) const {
    const WaitRecord& wait = thread.wait;
    if (wait.granted >= 0 || wait.timed_out) return true;
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
    engine_->pend(self.id, op, could_go(self));
    go_on(self);
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

ThreadId Runtime::choose_waiter(Object& object) {
    ThreadId waiters[max_threads];
    std::size_t count = 0;
    object.waiting.for_each([&](ThreadId t) { waiters[count++] = t; });
    return count == 0 ? no_thread : engine_->choose_waiter(object.id, {waiters, count});
}

void Runtime::grant(ThreadId thread, Object& object) {
    WaitRecord& wait = threads_[thread].wait;
    for (std::uint32_t i = 0; i < wait.count; ++i) {
        if (wait.objects[i] == &object && wait.granted < 0) wait.granted = static_cast<std::int32_t>(i);
        wait.objects[i]->waiting.erase(thread);
    }
    object.waiting.erase(thread);
    engine_->unblock(thread);
}

// --- outside

void Runtime::leave(ThreadState& self, const Op& op) {
    engine_->pend(self.id, op, false);
    self.is_outside = true;
    ++outside_;
    ++control->waits_outside;
    for (;;) {
        const ThreadId to = next();
        if (to != no_thread) return hand_to(to);
        holder_.store(no_thread);
        ThreadId free = no_thread;
        if (arrivals_.load() == 0 || !holder_.compare_exchange_strong(free, self.id)) return;
    }
}

void Runtime::come_back(ThreadState& self) {
    inbox_[self.id / 64].fetch_or(std::uint64_t{1} << (self.id % 64));
    arrivals_.fetch_add(1);
    ThreadId free = no_thread;
    if (holder_.compare_exchange_strong(free, self.id))
        go_on(self);
    else
        park(self);
}

void Runtime::drain_inbox() {
    if (arrivals_.load(std::memory_order_relaxed) == 0) return;
    for (unsigned i = 0; i < ThreadSet::max_words; ++i) {
        if (inbox_[i].load(std::memory_order_relaxed) == 0) continue;
        for (std::uint64_t word = inbox_[i].exchange(0); word != 0; word &= word - 1) {
            const auto thread = static_cast<ThreadId>(i * 64 + static_cast<unsigned>(std::countr_zero(word)));
            threads_[thread].is_outside = false;
            arrivals_.fetch_sub(1);
            --outside_;
            engine_->arrive(thread);
        }
    }
}

// --- birth and death

ThreadState* Runtime::birth(ThreadState& parent, const Op& start) {
    const ThreadId id = engine_->birth(parent.id, start);
    if (id == no_thread) {
        flag();
        return nullptr;
    }
    ThreadState& child = threads_[id];
    child.id = id;
    child.depth = 0;
    child.gate.store(gate_shut);
    child.has_arrived.store(0);
    child.is_outside = child.is_dying = child.is_suspended = false;
    child.wait.count = 0;
    child.wait.granted = -1;
    child.wait.timed_out = false;
    child.wait.deadline = never;
    child.own_object = nullptr;
    return &child;
}

void Runtime::enter(ThreadState& child) {
    child.os_id = GetCurrentThreadId();
    tls_slot(tls_) = &child;
    child.has_arrived.store(1);
    real.RtlWakeAddressAll(&child.has_arrived);
    park(child);
}

void Runtime::await_arrival(ThreadState& child) {
    const std::uint32_t not_yet = 0;
    while (child.has_arrived.load() == 0)
        real.RtlWaitOnAddress(&child.has_arrived, &not_yet, sizeof not_yet, nullptr);
}

void Runtime::end_thread(ThreadState& self) {
    self.is_dying = true;
    if (self.own_object != nullptr) {
        self.own_object->has_ended = true;
        self.own_object->owner = no_thread;
        changed(*self.own_object);
    }
    tls_slot(tls_) = nullptr;
    engine_->finish(self.id);
    const ThreadId to = next();
    if (to != no_thread)
        hand_to(to);
    else
        holder_.store(no_thread);
}

// --- the end

void Runtime::end_run(channel::Verdict verdict) {
    if (is_over_.exchange(true)) return;
    const RunFacts& facts = engine_->finish_run();
    channel::Control& c = *control;
    c.steps.store(facts.steps);
    c.counted.store(facts.k);
    c.counted_in_phase = facts.k_phase;
    c.threads_born = facts.n;
    c.phases = facts.phases;
    c.picks_lost.store(engine_->recorder().lost());
    c.flagged |= facts.flagged ? 1 : 0;
    const Bound bound = replay_ != nullptr ? Bound{} : strategy_->bound(facts);
    c.bound_depth = bound.depth;
    c.bound_hit = bound.hit;
    std::strncpy(c.bound_caveat, bound.caveat, sizeof c.bound_caveat - 1);
    if (replay_ != nullptr && replay_->has_diverged()) {
        std::strncpy(c.message, replay_->describe().c_str(), sizeof c.message - 1);
        if (c.is_best_effort == 0 && verdict == channel::Verdict::exited)
            verdict = channel::Verdict::diverged;
    }
    record_modules(c);
    c.verdict.store(verdict);
    c.stage.store(channel::Stage::ended);
}

void Runtime::give_up(channel::Verdict verdict) {
    report_threads();
    end_run(verdict);
    real.NtTerminateProcess(GetCurrentProcess(), 1);
    for (;;) real.SleepEx(INFINITE, FALSE);
}

void Runtime::report_crash(ThreadState& self) {
    channel::ThreadReport* report = report_of(*control, self.id);
    if (report == nullptr) return;
    const auto name = engine_->name(self.id).view();
    std::memcpy(report->name, name.data(), name.size());
    report->op = engine_->pending(self.id).kind;
    report->is_guilty = 1;
    capture_stack(*control, self.id);
}

// Every thread's op and stack; the parked ones write their own.
void Runtime::report_threads() {
    channel::Control& c = *control;
    engine_->live().for_each([&](ThreadId t) {
        channel::ThreadReport* report = report_of(c, t);
        if (report == nullptr) return;
        const Op& op = engine_->pending(t);
        const auto name = engine_->name(t).view();
        std::memcpy(report->name, name.data(), name.size());
        report->op = op.kind;
        report->object = op.object;
        report->is_blocked = engine_->enabled().contains(t) ? 0 : 1;
        report->waits_for = -1;
        for (std::uint32_t i = 0; i < threads_[t].wait.count; ++i)
            if (threads_[t].wait.objects[i]->owner != no_thread)
                report->waits_for = threads_[t].wait.objects[i]->owner;
        if (is_lock(op.kind))
            if (const Object* lock = objects.by_id(op.object); lock != nullptr && lock->owner != no_thread)
                report->waits_for = lock->owner;
        if (threads_[t].os_id == GetCurrentThreadId()) return capture_stack(c, t);
        if (threads_[t].is_outside || threads_[t].has_arrived.load() == 0) {
            if (t != 0 || threads_[t].is_outside) return;
        }
        threads_[t].shows_stack.store(1);
        threads_[t].gate.store(gate_show_stack);
        real.RtlWakeAddressSingle(&threads_[t].gate);
        LARGE_INTEGER limit;
        limit.QuadPart = -10'000'000;  // a second
        const std::uint32_t asked = 1;
        if (threads_[t].shows_stack.load() != 0)
            real.RtlWaitOnAddress(&threads_[t].shows_stack, &asked, sizeof asked, &limit);
    });
    mark_cycle(c);
}

}  // namespace cuzz::detours
