// Calls that succeed leave the last error alone, with and without others in the way.
#include "conformance.h"

using namespace conformance;

namespace {

CRITICAL_SECTION section;
SRWLOCK lock = SRWLOCK_INIT;
CONDITION_VARIABLE variable = CONDITION_VARIABLE_INIT;
HANDLE event, mutex, semaphore;
LONG value = 0;

void body() {
    for (int i = 0; i < 5; ++i) {
        SetLastError(1234);
        EnterCriticalSection(&section);
        EXPECT(GetLastError() == 1234);
        LeaveCriticalSection(&section);
        EXPECT(GetLastError() == 1234);
        if (TryEnterCriticalSection(&section)) LeaveCriticalSection(&section);
        AcquireSRWLockExclusive(&lock);
        ReleaseSRWLockExclusive(&lock);
        AcquireSRWLockShared(&lock);
        ReleaseSRWLockShared(&lock);
        if (TryAcquireSRWLockShared(&lock)) ReleaseSRWLockShared(&lock);
        EXPECT(GetLastError() == 1234);
        WakeConditionVariable(&variable);
        WakeAllConditionVariable(&variable);
        WakeByAddressSingle(&value);
        WakeByAddressAll(&value);
        EXPECT(GetLastError() == 1234);
        WaitForSingleObject(mutex, INFINITE);
        EXPECT(GetLastError() == 1234);
        ReleaseMutex(mutex);
        EXPECT(GetLastError() == 1234);
        SetEvent(event);
        ResetEvent(event);
        WaitForSingleObject(event, 1);
        ReleaseSemaphore(semaphore, 1, nullptr);
        WaitForSingleObject(semaphore, INFINITE);
        EXPECT(GetLastError() == 1234);
        Sleep(0);
        Sleep(1);
        SwitchToThread();
        EXPECT(GetLastError() == 1234);
        GetTickCount();
        LARGE_INTEGER now;
        QueryPerformanceCounter(&now);
        EXPECT(GetLastError() == 1234);
        const LONG other = 1;
        WaitOnAddress(&value, const_cast<LONG*>(&other), sizeof other, INFINITE);
        EXPECT(GetLastError() == 1234);
    }
}

}  // namespace

int main() {
    InitializeCriticalSection(&section);
    event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    mutex = CreateMutexW(nullptr, FALSE, nullptr);
    semaphore = CreateSemaphoreW(nullptr, 0, 9, nullptr);
    auto one = [] { body(); };
    run_together<3>(one);
    passed("kept");
}
