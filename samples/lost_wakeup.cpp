// The consumer looks at the flag before it takes the lock, so the producer's wake-up can come before the consumer
// sleeps, and then never again.

#include <windows.h>

static SRWLOCK lock = SRWLOCK_INIT;
static CONDITION_VARIABLE filled = CONDITION_VARIABLE_INIT;
static volatile LONG is_full = 0;

static DWORD WINAPI consume(void*) {
#if defined(CUZZ_FIXED)
    AcquireSRWLockExclusive(&lock);
    while (is_full == 0) SleepConditionVariableSRW(&filled, &lock, INFINITE, 0);
    ReleaseSRWLockExclusive(&lock);
#else
    AcquireSRWLockExclusive(&lock);
    const bool must_wait = is_full == 0;
    ReleaseSRWLockExclusive(&lock);
    if (must_wait) {
        AcquireSRWLockExclusive(&lock);
        SleepConditionVariableSRW(&filled, &lock, INFINITE, 0);
        ReleaseSRWLockExclusive(&lock);
    }
#endif
    return 0;
}

int main() {
    const HANDLE consumer = CreateThread(nullptr, 0, consume, nullptr, 0, nullptr);
    AcquireSRWLockExclusive(&lock);
    is_full = 1;
    ReleaseSRWLockExclusive(&lock);
    WakeConditionVariable(&filled);
    WaitForSingleObject(consumer, INFINITE);
    return 0;
}
