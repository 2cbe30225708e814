// winpthreads, where its DLL exports it: mutexes and readers' locks, so that owners and cycles are known. Its condition
// variables, semaphores and joins are made of these and of Win32 waits, and need no hooks of their own.

#include "detours/hooks/families.h"
#include "detours/hooks/hook_scope.h"
#include "detours/hooks/lock_ops.h"

namespace cuzz::detours {

namespace {

using LockFunction = int (*)(void*);
struct {
    LockFunction mutex_lock, mutex_trylock, mutex_unlock, mutex_destroy;
    LockFunction rdlock, tryrdlock, wrlock, trywrlock, rwlock_unlock, rwlock_destroy;
} posix;

// `attempt` never waits; both give 0 for success.
int take(void* lock, bool shared, LockFunction attempt, LockFunction block, const void* caller) {
    HookScope scope(caller);
    if (!scope) return block(lock);
    int result = 0;
    take_lock(
        scope, lock, shared, caller,
        [&] {
            result = attempt(lock);
            return result == 0;
        },
        [&] { result = block(lock); });
    return result;
}

int attempt(void* lock, bool shared, LockFunction real_attempt, const void* caller) {
    HookScope scope(caller);
    if (!scope) return real_attempt(lock);
    int result = 0;
    try_lock(scope, lock, shared, caller, [&] {
        result = real_attempt(lock);
        return result == 0;
    });
    return result;
}

int forget(void* lock, LockFunction destroy) {
    if (HookScope scope(nullptr); scope) runtime.objects.forget(key_of(Space::locks, lock));
    return destroy(lock);
}

int mutex_lock(void* mutex) {
    return take(mutex, false, posix.mutex_trylock, posix.mutex_lock, CUZZ_RETURN_ADDRESS());
}
int mutex_trylock(void* mutex) { return attempt(mutex, false, posix.mutex_trylock, CUZZ_RETURN_ADDRESS()); }
int mutex_destroy(void* mutex) { return forget(mutex, posix.mutex_destroy); }
int rdlock(void* lock) { return take(lock, true, posix.tryrdlock, posix.rdlock, CUZZ_RETURN_ADDRESS()); }
int wrlock(void* lock) { return take(lock, false, posix.trywrlock, posix.wrlock, CUZZ_RETURN_ADDRESS()); }
int tryrdlock(void* lock) { return attempt(lock, true, posix.tryrdlock, CUZZ_RETURN_ADDRESS()); }
int trywrlock(void* lock) { return attempt(lock, false, posix.trywrlock, CUZZ_RETURN_ADDRESS()); }
int rwlock_destroy(void* lock) { return forget(lock, posix.rwlock_destroy); }

int mutex_unlock(void* mutex) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(nullptr);
    if (!scope) return posix.mutex_unlock(mutex);
    return leave_lock(scope, mutex, false, caller, [=] { return posix.mutex_unlock(mutex); });
}

// One function for both sides: who holds it exclusively leaves that.
int rwlock_unlock(void* lock) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    HookScope scope(nullptr);
    if (!scope) return posix.rwlock_unlock(lock);
    const Object* object = runtime.objects.find(key_of(Space::locks, lock));
    const bool shared = object == nullptr || object->owner != scope.self().id;
    return leave_lock(scope, lock, shared, caller, [=] { return posix.rwlock_unlock(lock); });
}

}  // namespace

void place_pthread_hooks(HookPlacer& place) {
    constexpr const wchar_t* library = L"libwinpthread-1.dll";
    place(library, "pthread_mutex_lock", posix.mutex_lock, mutex_lock);
    place(library, "pthread_mutex_trylock", posix.mutex_trylock, mutex_trylock);
    place(library, "pthread_mutex_unlock", posix.mutex_unlock, mutex_unlock);
    place(library, "pthread_mutex_destroy", posix.mutex_destroy, mutex_destroy);
    place(library, "pthread_rwlock_rdlock", posix.rdlock, rdlock);
    place(library, "pthread_rwlock_tryrdlock", posix.tryrdlock, tryrdlock);
    place(library, "pthread_rwlock_wrlock", posix.wrlock, wrlock);
    place(library, "pthread_rwlock_trywrlock", posix.trywrlock, trywrlock);
    place(library, "pthread_rwlock_unlock", posix.rwlock_unlock, rwlock_unlock);
    place(library, "pthread_rwlock_destroy", posix.rwlock_destroy, rwlock_destroy);
}

}  // namespace cuzz::detours
