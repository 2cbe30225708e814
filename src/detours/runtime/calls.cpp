#include "detours/runtime/calls.h"

#include "detours/runtime/real.h"
#include "detours/runtime/runtime.h"

namespace cuzz::detours {

QueueCall queue_real_call = nullptr;

namespace {

template <class Call>
void as_program(Call call) {
    ThreadState* self = runtime.self();
    if (self == nullptr || self->depth == 0) return call();
    runtime.end_hook();
    self->depth = 0;
    call();
    if (runtime.is_over()) return;
    self->depth = 1;
    runtime.begin_hook(*self);
}

void NTAPI call_timer(ULONG_PTR routine, ULONG_PTR argument, ULONG_PTR) {
    as_program([=] {
        const std::uint64_t now = Clock::start_of_time + runtime.clock.now();
        reinterpret_cast<PTIMERAPCROUTINE>(routine)(reinterpret_cast<void*>(argument),
                                                    static_cast<DWORD>(now), static_cast<DWORD>(now >> 32));
    });
}

}  // namespace

void NTAPI call_routine(ULONG_PTR routine, ULONG_PTR argument, ULONG_PTR) {
    as_program([=] { reinterpret_cast<PAPCFUNC>(routine)(argument); });
}

void Runtime::queue_call(ThreadState& target) {
    ++target.apcs;
    if (target.wait.is_on && target.wait.is_alertable) engine_->unblock(target.id);
}

void Runtime::queue_timer_call(Object& timer) {
    ThreadState& setter = threads_[timer.setter];
    const HANDLE thread = OpenThread(THREAD_SET_CONTEXT, FALSE, setter.os_id);
    if (thread == nullptr) return;
    queue_real_call(thread, call_timer, reinterpret_cast<ULONG_PTR>(timer.routine),
                    reinterpret_cast<ULONG_PTR>(timer.argument), 0);
    real.NtClose(thread);
    queue_call(setter);
}

void Runtime::run_calls(ThreadState& self) {
    self.apcs = 0;
    real.SleepEx(0, TRUE);
}

}  // namespace cuzz::detours
