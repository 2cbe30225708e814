// Taking and leaving a lock, for every kind of lock: a point, then the real attempt, which the model says will
// succeed. It does not when somebody whom we do not control has the lock; then we wait for real, without the token.
#pragma once

#include "detours/hooks/hook_scope.h"

#include <type_traits>

namespace cuzz::detours {

inline Object* lock_object(const void* address) {
    Object* lock = runtime.objects.touch(key_of(Space::locks, address), ObjectKind::lock);
    if (lock == nullptr) runtime.flag();
    return lock;
}

template <class Attempt, class Block>
void take_lock(HookScope& scope, const void* address, bool shared, const void* caller, Attempt attempt,
               Block block) {
    Object* lock = lock_object(address);
    if (lock == nullptr) return block();
    const SiteId site = site_of(caller);
    runtime.acquire(scope.self(), *lock, shared, site);
    bool done = attempt();
    if (!done && lock->owner == scope.self().id && lock->is_strict) {
        // It waits for itself, and nobody can help: this does not return.
        lock->is_hopeless = true;
        runtime.acquire(scope.self(), *lock, shared, site);
        done = attempt();
    }
    if (!done) {
        runtime.leave(scope.self(), {OpKind::wait, lock->id, site});
        block();
        runtime.come_back(scope.self());
    }
    runtime.taken(scope.self(), *lock, shared);
}

template <class Attempt>
bool try_lock(HookScope& scope, const void* address, bool shared, const void* caller, Attempt attempt) {
    Object* lock = lock_object(address);
    if (lock == nullptr) return attempt();
    runtime.point(scope.self(), {OpKind::try_acquire, lock->id, site_of(caller)});
    const bool done = attempt();
    if (done) runtime.taken(scope.self(), *lock, shared);
    return done;
}

template <class Release>
auto leave_lock(HookScope& scope, const void* address, bool shared, const void* caller, Release release) {
    Object* lock = runtime.objects.find(key_of(Space::locks, address));
    // Taken where we did not look, or not taken at all: the real function knows.
    if (lock == nullptr || (shared ? lock->readers == 0 : lock->owner != scope.self().id)) return release();
    const SiteId site = site_of(caller);
    runtime.point(scope.self(), {OpKind::release, lock->id, site});
    if constexpr (std::is_void_v<decltype(release())>) {
        release();
        runtime.released(*lock, shared);
        runtime.point(scope.self(), {OpKind::proceed, no_object, site});
    } else {
        const auto result = release();
        runtime.released(*lock, shared);
        runtime.point(scope.self(), {OpKind::proceed, no_object, site});
        return result;
    }
}

}  // namespace cuzz::detours
