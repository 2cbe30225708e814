// Birth and death of threads, and their suspension.
//
// A child parks in its wrapped start routine until it is picked; its creator waits for it to get there.

#include "detours/runtime/real.h"
#include "detours/runtime/runtime.h"

namespace cuzz::detours {

ThreadState* Runtime::birth(ThreadState& parent, const Op& start) {
    const ThreadId id = engine_->birth(parent.id, start);
    if (id == no_thread) {
        flag();
        return nullptr;
    }
    ThreadState& child = threads_[id];
    child.id = id;
    child.depth = 1;
    child.is_loose.store(false);
    child.gate.store(0);
    child.has_arrived.store(0);
    child.is_parked = is_shared_;
    child.is_outside = false;
    child.suspended = child.apcs = 0;
    child.wait.begin(never);
    child.wait.is_on = false;
    child.own_object = nullptr;
    return &child;
}

void Runtime::expect_later(ThreadState& child) {
    engine_->block(child.id);
    child.is_parked = false;
    child.is_outside = true;
    ++outside_;
}

void Runtime::enter(ThreadState& child) {
    child.os_id = GetCurrentThreadId();
    tls_slot(tls_) = &child;
    pin();
    const bool is_late = child.is_outside;
    child.has_arrived.store(1);
    real.RtlWakeAddressAll(&child.has_arrived);
    if (is_late) {
        come_back(child);
    } else {
        park(child);
        if (is_shared_) {
            real.RtlAcquireSRWLockExclusive(&monitor_);
            go_on_shared(child);
        }
    }
    end_hook();
    child.depth = 0;
}

void Runtime::await_arrival(ThreadState& child) {
    // On its way it needs the loader's lock, which somebody may hold who waits for the monitor.
    if (is_shared_) release_monitor();
    const std::uint32_t not_yet = 0;
    while (child.has_arrived.load() == 0)
        real.RtlWaitOnAddress(&child.has_arrived, &not_yet, sizeof not_yet, nullptr);
    if (is_shared_) real.RtlAcquireSRWLockExclusive(&monitor_);
}

void Runtime::abandon_mutexes(ThreadState& thread, HANDLE dying) {
    while (Object* mutex = objects.first(
               [&](const Object& o) { return o.kind == ObjectKind::mutex && o.owner == thread.id; })) {
        mutex->owner = no_thread;
        mutex->recursion = 0;
        if (dying != nullptr)
            DuplicateHandle(GetCurrentProcess(), dying, GetCurrentProcess(), &mutex->dying, SYNCHRONIZE,
                            FALSE, 0);
        changed(*mutex);
    }
}

void Runtime::bury(ThreadState& victim) {
    victim.wait.is_on = false;
    victim.wait.deadline = never;
    for (std::uint32_t i = 0; i < victim.wait.count; ++i) victim.wait.objects[i]->waiting.erase(victim.id);
    suspended_.erase(victim.id);
    if (victim.own_object != nullptr) {
        victim.own_object->has_ended = true;
        victim.own_object->owner = no_thread;
        changed(*victim.own_object);
    }
    engine_->finish(victim.id);
}

void Runtime::abandon(ThreadState& victim) {
    if (victim.is_outside) --outside_;
    victim.is_outside = victim.is_parked = false;
    abandon_mutexes(victim, nullptr);
    bury(victim);
}

void Runtime::hold(ThreadState& child) {
    child.suspended = 1;
    suspended_.insert(child.id);
    engine_->block(child.id);
}

void Runtime::end_thread(ThreadState& self) {
    self.depth = 1;
    begin_hook(self);
    abandon_mutexes(self, GetCurrentThread());
    tls_slot(tls_) = nullptr;
    self.wait.count = 0;
    bury(self);
    if (is_shared_)
        end_hook();
    else
        hand_on();
}

ThreadState* Runtime::thread_by_os_id(DWORD id) {
    ThreadState* found = nullptr;
    engine_->live().for_each([&](ThreadId t) {
        if (threads_[t].has_arrived.load() != 0 && threads_[t].os_id == id) found = &threads_[t];
    });
    return found;
}

Object* Runtime::object_of(ThreadState& thread) {
    if (thread.own_object != nullptr) return thread.own_object;
    Object* object = objects.make(ObjectKind::thread);
    if (object == nullptr) {
        flag();
        return nullptr;
    }
    object->owner = thread.id;
    return thread.own_object = object;
}

// --- suspension, of a thread that is parked: it is only no longer enabled

bool Runtime::can_go(const ThreadState& thread) {
    if (thread.is_outside) return false;
    if (thread.wait.is_on) return could_go(thread);
    const Op& op = engine_->pending(thread.id);
    if (!is_lock(op.kind)) return true;
    const Object* lock = objects.by_id(op.object);
    return lock == nullptr || lock->owner == thread.id ||
           (lock->owner == no_thread && (op.kind == OpKind::acquire_shared || lock->readers == 0));
}

std::uint32_t Runtime::suspend(ThreadState& self, ThreadState& target) {
    const std::uint32_t before = target.suspended++;
    suspended_.insert(target.id);
    engine_->block(target.id);
    if (&target == &self) {
        engine_->pend(self.id, {OpKind::proceed, no_object, 0}, false);
        go_on(self);
    }
    return before;
}

std::uint32_t Runtime::resume(ThreadState& target) {
    const std::uint32_t before = target.suspended;
    if (before == 0 || --target.suspended != 0) return before;
    suspended_.erase(target.id);
    if (can_go(target)) engine_->unblock(target.id);
    return before;
}

}  // namespace cuzz::detours
