// Condition variables with critical sections and with SRW locks: timeouts, wake one, wake all.
#include "conformance.h"

using namespace conformance;

namespace {

CONDITION_VARIABLE variable = CONDITION_VARIABLE_INIT;
CRITICAL_SECTION section;
SRWLOCK lock = SRWLOCK_INIT;
LONG woken = 0;

void timeouts() {
    EnterCriticalSection(&section);
    SetLastError(0);
    EXPECT(!SleepConditionVariableCS(&variable, &section, 20));
    EXPECT(GetLastError() == ERROR_TIMEOUT);
    EXPECT(!SleepConditionVariableCS(&variable, &section, 0));
    LeaveCriticalSection(&section);
    AcquireSRWLockExclusive(&lock);
    EXPECT(!SleepConditionVariableSRW(&variable, &lock, 20, 0));
    EXPECT(GetLastError() == ERROR_TIMEOUT);
    ReleaseSRWLockExclusive(&lock);
    AcquireSRWLockShared(&lock);
    EXPECT(!SleepConditionVariableSRW(&variable, &lock, 20, CONDITION_VARIABLE_LOCKMODE_SHARED));
    ReleaseSRWLockShared(&lock);
}

// Each wake of one wakes exactly one, wake all the rest.
void wakes_with_section() {
    woken = 0;
    auto sleeper = [] {
        EnterCriticalSection(&section);
        EXPECT(SleepConditionVariableCS(&variable, &section, INFINITE));
        ++woken;
        LeaveCriticalSection(&section);
    };
    HANDLE threads[4];
    for (HANDLE& thread : threads) thread = start(sleeper);
    settle();
    EXPECT(woken == 0);
    WakeConditionVariable(&variable);
    settle();
    EXPECT(woken == 1);
    WakeConditionVariable(&variable);
    settle();
    EXPECT(woken == 2);
    WakeAllConditionVariable(&variable);
    for (const HANDLE thread : threads) join(thread);
    EXPECT(woken == 4);
}

void wakes_with_shared_lock() {
    woken = 0;
    auto sleeper = [] {
        AcquireSRWLockShared(&lock);
        EXPECT(SleepConditionVariableSRW(&variable, &lock, INFINITE, CONDITION_VARIABLE_LOCKMODE_SHARED));
        InterlockedIncrement(&woken);
        ReleaseSRWLockShared(&lock);
    };
    HANDLE threads[3];
    for (HANDLE& thread : threads) thread = start(sleeper);
    settle();
    WakeAllConditionVariable(&variable);
    for (const HANDLE thread : threads) join(thread);
    EXPECT(woken == 3);
}

// A hand-over in both directions, the textbook way.
void ping_pong() {
    static int turn = 0;
    auto body = [](int mine) {
        for (int i = 0; i < 5; ++i) {
            AcquireSRWLockExclusive(&lock);
            while (turn % 2 != mine) SleepConditionVariableSRW(&variable, &lock, INFINITE, 0);
            ++turn;
            ReleaseSRWLockExclusive(&lock);
            WakeConditionVariable(&variable);
        }
    };
    auto even = [&] { body(0); };
    auto odd = [&] { body(1); };
    const HANDLE first = start(even), second = start(odd);
    join(first);
    join(second);
    EXPECT(turn == 10);
}

}  // namespace

int main() {
    InitializeCriticalSection(&section);
    timeouts();
    passed("timeouts");
    wakes_with_section();
    passed("critical section");
    wakes_with_shared_lock();
    passed("shared lock");
    ping_pong();
    passed("ping-pong");
    // To wake nobody does nothing.
    WakeConditionVariable(&variable);
    WakeAllConditionVariable(&variable);
    EnterCriticalSection(&section);
    EXPECT(!SleepConditionVariableCS(&variable, &section, 1));
    LeaveCriticalSection(&section);
    passed("a wake-up is not kept");
}
