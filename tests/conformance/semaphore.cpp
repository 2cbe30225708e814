// Semaphores: counts, what they were before, the limit.
#include "conformance.h"

using namespace conformance;

namespace {

HANDLE semaphore;
LONG woken = 0;

void counts() {
    semaphore = CreateSemaphoreW(nullptr, 2, 3, nullptr);
    EXPECT(WaitForSingleObject(semaphore, INFINITE) == WAIT_OBJECT_0);
    EXPECT(WaitForSingleObject(semaphore, INFINITE) == WAIT_OBJECT_0);
    EXPECT(WaitForSingleObject(semaphore, 0) == WAIT_TIMEOUT);
    EXPECT(WaitForSingleObject(semaphore, 20) == WAIT_TIMEOUT);
    LONG previous = -1;
    EXPECT(ReleaseSemaphore(semaphore, 1, &previous));
    EXPECT(previous == 0);
    EXPECT(ReleaseSemaphore(semaphore, 2, &previous));
    EXPECT(previous == 1);
    SetLastError(0);
    EXPECT(!ReleaseSemaphore(semaphore, 1, &previous));
    EXPECT(GetLastError() == ERROR_TOO_MANY_POSTS);
    EXPECT(previous == 1);
    for (int i = 0; i < 3; ++i) EXPECT(WaitForSingleObject(semaphore, 0) == WAIT_OBJECT_0);
    EXPECT(WaitForSingleObject(semaphore, 0) == WAIT_TIMEOUT);
}

void waiters() {
    auto waiter = [] {
        EXPECT(WaitForSingleObject(semaphore, INFINITE) == WAIT_OBJECT_0);
        InterlockedIncrement(&woken);
    };
    HANDLE threads[4];
    for (HANDLE& thread : threads) thread = start(waiter);
    settle();
    // More than the limit at once does nothing, however many wait.
    EXPECT(!ReleaseSemaphore(semaphore, 4, nullptr));
    EXPECT(GetLastError() == ERROR_TOO_MANY_POSTS);
    settle();
    EXPECT(woken == 0);
    LONG previous = -1;
    EXPECT(ReleaseSemaphore(semaphore, 1, &previous));
    EXPECT(previous == 0);
    settle();
    EXPECT(woken == 1);
    EXPECT(ReleaseSemaphore(semaphore, 2, nullptr));
    settle();
    EXPECT(woken == 3);
    EXPECT(ReleaseSemaphore(semaphore, 3, nullptr));
    for (const HANDLE thread : threads) join(thread);
    EXPECT(WaitForSingleObject(semaphore, 0) == WAIT_OBJECT_0);
    EXPECT(WaitForSingleObject(semaphore, 0) == WAIT_OBJECT_0);
    EXPECT(WaitForSingleObject(semaphore, 0) == WAIT_TIMEOUT);
}

void limits_how_many() {
    static LONG inside = 0;
    auto body = [] {
        EXPECT(WaitForSingleObject(semaphore, INFINITE) == WAIT_OBJECT_0);
        EXPECT(InterlockedIncrement(&inside) <= 2);
        Sleep(0);
        InterlockedDecrement(&inside);
        EXPECT(ReleaseSemaphore(semaphore, 1, nullptr));
    };
    EXPECT(ReleaseSemaphore(semaphore, 2, nullptr));
    run_together<5>(body);
}

}  // namespace

int main() {
    counts();
    passed("counts");
    waiters();
    passed("waiters");
    limits_how_many();
    passed("limits");
}
