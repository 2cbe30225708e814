// What every hook does first and last: decides whether this call is scheduled at all, keeps calls within it from
// being scheduled again, and leaves the caller's last error as it was.
#pragma once

#include "detours/runtime/caller.h"
#include "detours/runtime/runtime.h"

namespace cuzz::detours {

class HookScope {
public:
    // An acquiring call counts only if it was made by the program's own code; a releasing one (null) always does.
    explicit HookScope(const void* caller) : self_(runtime.self()) {
        if (self_ == nullptr) return;
        is_scheduled_ =
            self_->depth++ == 0 && (caller == nullptr || is_program_code(caller)) && !holds_loader_lock();
        if (is_scheduled_) last_error_ = last_error();
    }

    ~HookScope() {
        if (self_ == nullptr) return;
        --self_->depth;
        if (is_scheduled_) last_error() = last_error_;
    }

    HookScope(const HookScope&) = delete;
    HookScope& operator=(const HookScope&) = delete;

    // False: pass the call on to the real function and do no more.
    explicit operator bool() const { return is_scheduled_; }
    ThreadState& self() const { return *self_; }

    // Calls the real function with the last error that the caller would see, and keeps what it leaves.
    template <class Call>
    auto pass(Call call) {
        last_error() = last_error_;
        const auto result = call();
        last_error_ = last_error();
        return result;
    }

private:
    ThreadState* self_;
    bool is_scheduled_ = false;
    DWORD last_error_ = 0;
};

}  // namespace cuzz::detours
