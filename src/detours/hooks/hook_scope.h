// What every hook does first and last: decides whether this call is scheduled at all, keeps calls within it from
// being scheduled again, and leaves the caller's last error as it was.
#pragma once

#include "detours/runtime/caller.h"
#include "detours/runtime/runtime.h"

namespace cuzz::detours {

class HookScope {
public:
    // An acquiring call counts only if it was made by the program's own code; a releasing one (null) always does.
    explicit HookScope(const void* caller) {
        ThreadState* self = runtime.self();
        if (self == nullptr || self->depth != 0 || (caller != nullptr && !is_program_code(caller)) ||
            holds_loader_lock())
            return;
        self->depth = 1;
        // The watchdog stops the thread before it looks at `depth`: all that matters is the order in this thread.
        std::atomic_signal_fence(std::memory_order_seq_cst);
        last_error_ = last_error();
        self_ = self;
        runtime.begin_hook(*self);
    }

    ~HookScope() {
        if (self_ == nullptr) return;
        runtime.end_hook();
        std::atomic_signal_fence(std::memory_order_seq_cst);
        self_->depth = 0;
        last_error() = last_error_;
    }

    HookScope(const HookScope&) = delete;
    HookScope& operator=(const HookScope&) = delete;

    // False: pass the call on to the real function and do no more.
    explicit operator bool() const { return self_ != nullptr; }
    ThreadState& self() const { return *self_; }

    // Calls the real function with the last error that the caller would see, and keeps what it leaves.
    template <class Call>
    auto pass(Call call) {
        last_error() = last_error_;
        const auto result = call();
        last_error_ = last_error();
        return result;
    }
    void fail_with(DWORD error) { last_error_ = error; }

private:
    ThreadState* self_ = nullptr;
    DWORD last_error_ = 0;
};

// The thread is not scheduled here, and is not inside a hook of ours either: an uncontrolled thread, or one that holds
// the loader's lock. What it signals, controlled threads may be waiting for.
inline bool is_stranger() {
    const ThreadState* self = runtime.self();
    return self == nullptr ? !runtime.is_over() : self->depth == 0;
}
inline void tell(News news, Key key) {
    if (!is_stranger()) return;
    const DWORD error = last_error();
    runtime.tell(news, key);
    last_error() = error;
}

}  // namespace cuzz::detours
