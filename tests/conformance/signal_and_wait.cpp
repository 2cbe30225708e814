// SignalObjectAndWait: one call that sets, releases, and waits.
#include "conformance.h"

using namespace conformance;

namespace {

HANDLE ping, pong, semaphore, mutex;
int turn = 0;

void hand_over() {
    auto other = [] {
        for (int i = 0; i < 5; ++i) {
            EXPECT(WaitForSingleObject(ping, INFINITE) == WAIT_OBJECT_0);
            EXPECT(turn++ == 2 * i);
            EXPECT(SetEvent(pong));
        }
    };
    const HANDLE thread = start(other);
    for (int i = 0; i < 5; ++i) {
        EXPECT(SignalObjectAndWait(ping, pong, INFINITE, FALSE) == WAIT_OBJECT_0);
        EXPECT(turn++ == 2 * i + 1);
    }
    join(thread);
}

void others() {
    auto waiter = [] { EXPECT(WaitForSingleObject(semaphore, INFINITE) == WAIT_OBJECT_0); };
    const HANDLE thread = start(waiter);
    EXPECT(SignalObjectAndWait(semaphore, thread, INFINITE, FALSE) == WAIT_OBJECT_0);
    CloseHandle(thread);
    EXPECT(WaitForSingleObject(mutex, INFINITE) == WAIT_OBJECT_0);
    EXPECT(SignalObjectAndWait(mutex, pong, 20, FALSE) == WAIT_TIMEOUT);
    auto taker = [] {
        EXPECT(WaitForSingleObject(mutex, 0) == WAIT_OBJECT_0);
        EXPECT(ReleaseMutex(mutex));
    };
    join(start(taker));
    EXPECT(SignalObjectAndWait(ping, pong, 0, FALSE) == WAIT_TIMEOUT);
    EXPECT(WaitForSingleObject(ping, 0) == WAIT_OBJECT_0);
}

}  // namespace

int main() {
    ping = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    pong = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    semaphore = CreateSemaphoreW(nullptr, 0, 1, nullptr);
    mutex = CreateMutexW(nullptr, FALSE, nullptr);
    hand_over();
    passed("hand-over");
    others();
    passed("others");
    SetLastError(0);
    EXPECT(SignalObjectAndWait(mutex, pong, 0, FALSE) == WAIT_FAILED);
    EXPECT(GetLastError() == ERROR_NOT_OWNER);
    passed("errors");
}
