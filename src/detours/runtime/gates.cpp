// Where threads park, and the monitor of parallel and free control.
//
// A gate is one word and the real WaitOnAddress. Whoever lets the thread go on writes what it is to do.

#include "detours/runtime/real.h"
#include "detours/runtime/report.h"
#include "detours/runtime/runtime.h"

namespace cuzz::detours {

namespace {
constexpr std::uint32_t shut = 0, opened = 1, shows_stack = 2, ends = 3;
}

void Runtime::open(ThreadState& thread) {
    thread.gate.store(opened);
    real.RtlWakeAddressSingle(&thread.gate);
}

// Until the gate is opened; false if a real time limit was reached first.
bool Runtime::park(ThreadState& self) {
    for (;;) {
        switch (self.gate.exchange(shut)) {
            case opened: return true;
            case shows_stack:
                capture_stack(*control, self.id);
                self.shows_stack.store(0);
                real.RtlWakeAddressAll(&self.shows_stack);
                break;
            case ends: real.NtTerminateThread(GetCurrentThread(), self.exit_code); break;
            default: break;
        }
        const std::uint32_t expected = shut;
        LARGE_INTEGER limit;
        const bool has_limit = clock.is_real() && self.wait.deadline != never;
        if (has_limit) {
            const std::uint64_t now = clock.now();
            if (now >= self.wait.deadline && self.gate.load() == shut) return false;
            limit.QuadPart = now >= self.wait.deadline ? 0 : -static_cast<LONGLONG>(self.wait.deadline - now);
        }
        real.RtlWaitOnAddress(&self.gate, &expected, sizeof expected, has_limit ? &limit : nullptr);
    }
}

void Runtime::end_parked(ThreadState& victim, HANDLE handle, LONG code) {
    victim.exit_code = code;
    victim.gate.store(ends);
    real.RtlWakeAddressSingle(&victim.gate);
    await(handle);
}

void Runtime::await(HANDLE handle) {
    if (is_shared_) release_monitor();
    real.WaitForSingleObjectEx(handle, INFINITE, FALSE);
    if (is_shared_) real.RtlAcquireSRWLockExclusive(&monitor_);
}

// The parked thread writes its own stack into the report.
void Runtime::ask_for_stack(ThreadState& thread) {
    std::uint32_t expected = shut;
    thread.shows_stack.store(1);
    if (!thread.gate.compare_exchange_strong(expected, shows_stack)) return;
    real.RtlWakeAddressSingle(&thread.gate);
    LARGE_INTEGER limit;
    limit.QuadPart = -10'000'000;  // a second
    const std::uint32_t asked = 1;
    if (thread.shows_stack.load() != 0)
        real.RtlWaitOnAddress(&thread.shows_stack, &asked, sizeof asked, &limit);
}

// --- parallel and free control

void Runtime::enter_monitor(ThreadState& self) {
    real.RtlAcquireSRWLockExclusive(&monitor_);
    if (self.is_loose.load(std::memory_order_relaxed)) {
        self.is_loose.store(false);
        self.is_outside = false;
        --outside_;
        engine_->arrive(self.id);
        go_on_shared(self);
    }
}

void Runtime::leave_monitor(bool is_stranger) {
    settle(no_thread, is_stranger);
    release_monitor();
}

// Whoever leaves word and finds the monitor taken does not wait for it: the one who had it looks again.
void Runtime::release_monitor() {
    do {
        real.RtlReleaseSRWLockExclusive(&monitor_);
        if (inbox_.is_really_empty() || real.RtlTryAcquireSRWLockExclusive(&monitor_) == 0) return;
        settle(no_thread, true);
    } while (true);
}

// Sleeps for real, and lets others into the monitor meanwhile.
void Runtime::nap(DWORD milliseconds) {
    if (is_shared_) release_monitor();
    real.SleepEx(milliseconds, FALSE);
    if (is_shared_) real.RtlAcquireSRWLockExclusive(&monitor_);
}

// Opens the gates of those who stand at a point and may go on. For `self`, who need not be woken, only the mark goes.
void Runtime::settle(ThreadId self, bool is_stranger) {
    while (!is_over_.load()) {
        drain();
        if (!suspended_.empty()) engine_->block(suspended_);
        const ThreadSet& admitted = engine_->admit();
        admitted.for_each([&](ThreadId t) {
            if (!threads_[t].is_parked) return;
            threads_[t].is_parked = false;
            if (t != self) open(threads_[t]);
        });
        if (!admitted.empty()) return;
        stop_if_told();
        if (is_stranger || !unstick()) return;
    }
}

void Runtime::go_on_shared(ThreadState& self) {
    if (const std::uint32_t delay = is_free_ ? engine_->delay(self.id) : 0) {
        release_monitor();
        LARGE_INTEGER time;
        time.QuadPart = -10 * static_cast<LONGLONG>(delay);  // a unit is a microsecond
        real.NtDelayExecution(FALSE, &time);
        real.RtlAcquireSRWLockExclusive(&monitor_);
    }
    while (!is_over_.load()) {
        self.is_parked = true;
        settle(self.id);
        if (!self.is_parked) break;
        release_monitor();
        const bool was_opened = park(self);
        real.RtlAcquireSRWLockExclusive(&monitor_);
        if (!was_opened) fire(self.id);
    }
    if (!is_over_.load()) engine_->commit(self.id);
}

}  // namespace cuzz::detours
