// The end of a run, and what is said about it.

#include "detours/runtime/real.h"
#include "detours/runtime/report.h"
#include "detours/runtime/runtime.h"

#include <cstring>

namespace cuzz::detours {

void Runtime::end_run(channel::Verdict verdict, LONG exit_code) {
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
    const std::int32_t others = strangers();
    c.uncontrolled = others > 0 ? static_cast<std::uint32_t>(others) : 0;
    const Bound bound = replay_ != nullptr ? Bound{} : strategy_->bound(facts);
    c.bound_depth = bound.depth;
    c.bound_hit = bound.hit;
    std::strncpy(c.bound_caveat, bound.caveat, sizeof c.bound_caveat - 1);
    if (replay_ != nullptr && replay_->has_diverged()) {
        std::strncpy(c.message, replay_->describe().c_str(), sizeof c.message - 1);
        if (c.is_best_effort == 0 && verdict == channel::Verdict::exited)
            verdict = channel::Verdict::diverged;
    }
    // What takes milliseconds is only for those who will look at addresses.
    if (verdict != channel::Verdict::exited || exit_code != 0) record_modules(c);
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
        ThreadState& thread = threads_[t];
        const Op& op = engine_->pending(t);
        const auto name = engine_->name(t).view();
        std::memcpy(report->name, name.data(), name.size());
        report->op = op.kind;
        report->object = op.object;
        report->is_blocked = engine_->enabled().contains(t) ? 0 : 1;
        report->waits_for = -1;
        if (thread.wait.is_on)
            for (std::uint32_t i = 0; i < thread.wait.count; ++i)
                if (thread.wait.objects[i]->owner != no_thread)
                    report->waits_for = thread.wait.objects[i]->owner;
        if (is_lock(op.kind))
            if (const Object* lock = objects.by_id(op.object); lock != nullptr && lock->owner != no_thread)
                report->waits_for = lock->owner;
        if (thread.has_arrived.load() == 0) return;
        if (thread.os_id == GetCurrentThreadId())
            capture_stack(c, t);
        else if (thread.depth != 0 && !thread.is_outside)
            ask_for_stack(thread);
        else
            capture_stack_of(c, t, thread.os_id);
    });
    mark_cycle(c);
}

}  // namespace cuzz::detours
