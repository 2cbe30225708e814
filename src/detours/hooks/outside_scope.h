// Around a call that may block for a reason that we do not know: the thread gives the token up before and queues for it
// after. Nothing happens inside other hooks, or while nobody else lives.
//
// ntdll's locks wait with an alert that each thread has only one of. Whoever is on the way to such a wait must not wait
// for anything else in between, or the alert would be taken for another: hence `leave_quietly`.
#pragma once

#include "detours/hooks/hook_scope.h"

namespace cuzz::detours {

class OutsideScope {
public:
    explicit OutsideScope(bool may_block) {
        ThreadState* self = may_block ? runtime.self() : nullptr;
        if (self == nullptr || self->depth != 0 || runtime.is_alone()) return;
        const DWORD error = last_error();
        self->depth = 1;
        std::atomic_signal_fence(std::memory_order_seq_cst);
        if (runtime.leave_quietly(*self, {OpKind::wait, no_object, 0}))
            self_ = self;
        else
            self->depth = 0;
        last_error() = error;
    }

    ~OutsideScope() {
        if (self_ == nullptr) return;
        const DWORD error = last_error();
        runtime.come_back(*self_);
        runtime.end_hook();
        self_->depth = 0;
        last_error() = error;
    }

    OutsideScope(const OutsideScope&) = delete;
    OutsideScope& operator=(const OutsideScope&) = delete;

private:
    ThreadState* self_ = nullptr;
};

}  // namespace cuzz::detours
