// What we do not model or control: waits outside, wake-ups by uncontrolled threads, threads that only spin.

#include "detours/runtime/real.h"
#include "detours/runtime/runtime.h"

namespace cuzz::detours {

void Runtime::leave(ThreadState& self, const Op& op) {
    engine_->pend(self.id, op, false);
    self.is_outside = true;
    ++outside_;
    ++control->waits_outside;
    if (!is_shared_) return hand_on();
    leave_monitor();
}

bool Runtime::leave_quietly(ThreadState& self, const Op& op) {
    if (self.is_loose.load()) return false;
    if (is_shared_)
        while (real.RtlTryAcquireSRWLockExclusive(&monitor_) == 0) real.SwitchToThread();
    leave(self, op);
    return true;
}

void Runtime::come_back(ThreadState& self) {
    if (is_shared_) {
        real.RtlAcquireSRWLockExclusive(&monitor_);
        self.is_outside = false;
        --outside_;
        if (is_over_.load()) return;
        engine_->arrive(self.id);
        return go_on_shared(self);
    }
    inbox_.arrived(self.id);
    ThreadId free = no_thread;
    if (holder_.compare_exchange_strong(free, self.id)) return give_way(self, next());
    park(self);
}

void Runtime::empty_inbox() {
    inbox_.empty(
        [this](ThreadId t) {
            threads_[t].is_outside = false;
            --outside_;
            engine_->arrive(t);
        },
        [this](ThreadId t) { fire(t); },
        [this](News news, Key key) {
            if (news == News::kernel) {
                look_again();
                return;
            }
            Object* queue = objects.find(key);
            if (queue == nullptr || queue->waiting.empty()) return;
            flag();  // when this came is not ours to repeat
            if (news == News::wake_all)
                grant_all(*queue);
            else
                grant_one(*queue);
        });
}

void Runtime::tell(News news, Key key) {
    if (is_over_.load()) return;
    if (!inbox_.tell(news, key)) control->flagged = 1;
    if (is_shared_) {
        if (real.RtlTryAcquireSRWLockExclusive(&monitor_) != 0) leave_monitor(true);
        return;
    }
    ThreadId free = no_thread;
    if (holder_.compare_exchange_strong(free, guest)) hand_on(true);
}

// --- threads that neither reach a point nor wait

void Runtime::rejoin(ThreadState& self) {
    self.is_loose.store(false);
    come_back(self);
}

namespace {

std::uint64_t cpu_time(HANDLE thread) {
    FILETIME made, ended, kernel, user;
    if (GetThreadTimes(thread, &made, &ended, &kernel, &user) == 0) return 0;
    const auto value = [](const FILETIME& t) {
        return std::uint64_t{t.dwHighDateTime} << 32 | t.dwLowDateTime;
    };
    return value(kernel) + value(user);
}

}  // namespace

// Called by the launcher, on a thread of its own, when there was no progress for a while. The thread that has the
// token is stopped for a moment; if it is in the program's own code, the token is taken from it and it goes on without,
// until its next point.
void Runtime::watch() {
    uncontrolled_.fetch_sub(1);  // this thread
    const ThreadId thread = holder_.load();
    if (!is_over_.load() && !is_shared_ && thread < max_threads) loosen(thread);
    if (!is_over_.load() && is_shared_) {
        real.RtlAcquireSRWLockExclusive(&monitor_);
        engine_->enabled().for_each([&](ThreadId t) {
            if (!threads_[t].is_parked && threads_[t].has_arrived.load() != 0) loosen(t);
        });
        leave_monitor();
    }
    uncontrolled_.fetch_add(1);
}

void Runtime::loosen(ThreadId thread) {
    ThreadState& state = threads_[thread];
    const HANDLE handle = OpenThread(THREAD_ALL_ACCESS, FALSE, state.os_id);
    if (handle == nullptr) return;
    const std::uint64_t picks = control->picks.load(), began = cpu_time(handle);
    if (!is_shared_) real.SleepEx(200, FALSE);
    const bool spins = is_shared_ || cpu_time(handle) - began > 500'000;  // 50 ms
    bool taken = is_shared_;
    if (!is_shared_ && real.SuspendThread(handle) != static_cast<DWORD>(-1)) {
        CONTEXT context;
        context.ContextFlags = CONTEXT_CONTROL;
        GetThreadContext(handle, &context);  // from now on it is stopped for certain
        taken = holder_.load() == thread && state.depth == 0 && control->picks.load() == picks &&
                engine_->live().several();
        if (taken) {
            state.is_loose.store(true);
            holder_.store(guest);
        }
        real.ResumeThread(handle);
    }
    real.NtClose(handle);
    if (!taken) return;
    state.is_loose.store(true);
    state.is_outside = true;
    ++outside_;
    ++control->waits_outside;
    if (spins) {
        ++control->loosed;
        flag();
    }
    engine_->pend(thread, {OpKind::yield, no_object, 0}, false);
    if (!is_shared_) hand_on();
}

}  // namespace cuzz::detours
