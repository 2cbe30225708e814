// Threads that are not ours: the system's pool sets events, takes locks and wakes sleepers. Nothing is lost.
#include "conformance.h"

using namespace conformance;

namespace {

HANDLE event;
CRITICAL_SECTION section;
SRWLOCK lock = SRWLOCK_INIT;
CONDITION_VARIABLE variable = CONDITION_VARIABLE_INIT;
bool ready = false;
int counter = 0;
volatile LONG value = 0;

void CALLBACK set_event(PTP_CALLBACK_INSTANCE, void*) { SetEvent(event); }

void CALLBACK wake(PTP_CALLBACK_INSTANCE, void*) {
    AcquireSRWLockExclusive(&lock);
    ready = true;
    ReleaseSRWLockExclusive(&lock);
    WakeConditionVariable(&variable);
}

void CALLBACK wake_address(PTP_CALLBACK_INSTANCE, void*) {
    InterlockedExchange(&value, 1);
    WakeByAddressSingle(const_cast<LONG*>(&value));
}

void CALLBACK count(PTP_CALLBACK_INSTANCE, void*) {
    EnterCriticalSection(&section);
    ++counter;
    LeaveCriticalSection(&section);
    SetEvent(event);
}

}  // namespace

int main() {
    event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    InitializeCriticalSection(&section);
    EXPECT(TrySubmitThreadpoolCallback(set_event, nullptr, nullptr));
    EXPECT(WaitForSingleObject(event, INFINITE) == WAIT_OBJECT_0);
    passed("event");

    EXPECT(TrySubmitThreadpoolCallback(wake, nullptr, nullptr));
    AcquireSRWLockExclusive(&lock);
    while (!ready) EXPECT(SleepConditionVariableSRW(&variable, &lock, INFINITE, 0));
    ReleaseSRWLockExclusive(&lock);
    passed("condition variable");

    EXPECT(TrySubmitThreadpoolCallback(wake_address, nullptr, nullptr));
    LONG zero = 0;
    while (value == 0) WaitOnAddress(&value, &zero, sizeof zero, INFINITE);
    passed("address");

    EXPECT(TrySubmitThreadpoolCallback(count, nullptr, nullptr));
    auto body = [] {
        for (int i = 0; i < 20; ++i) {
            EnterCriticalSection(&section);
            ++counter;
            LeaveCriticalSection(&section);
        }
    };
    run_together<2>(body);
    EXPECT(WaitForSingleObject(event, INFINITE) == WAIT_OBJECT_0);
    EXPECT(counter == 41);
    passed("critical section");
}
