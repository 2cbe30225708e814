// Locks: who holds them, and so who could take them.

#include "detours/runtime/runtime.h"

namespace cuzz::detours {

void Runtime::acquire(ThreadState& self, Object& lock, bool shared, SiteId site) {
    const bool free = lock.owner == no_thread && (shared || lock.readers == 0);
    const bool again = lock.owner == self.id && !lock.is_hopeless;
    if ((free || again) && is_alone()) return;
    lock.waiting.insert(self.id);
    if (shared) lock.waiting_shared.insert(self.id);
    engine_->pend(self.id, {shared ? OpKind::acquire_shared : OpKind::acquire, lock.id, site}, free || again);
    go_on(self);
    lock.waiting.erase(self.id);
    if (shared) lock.waiting_shared.erase(self.id);
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

}  // namespace cuzz::detours
