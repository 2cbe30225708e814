// Waitable timers: once, periodic, cancelled.
#include "conformance.h"

using namespace conformance;

int main() {
    LARGE_INTEGER due;
    due.QuadPart = -300'000;  // 30 ms
    HANDLE timer = CreateWaitableTimerW(nullptr, FALSE, nullptr);
    EXPECT(SetWaitableTimer(timer, &due, 0, nullptr, nullptr, FALSE));
    EXPECT(WaitForSingleObject(timer, INFINITE) == WAIT_OBJECT_0);
    EXPECT(WaitForSingleObject(timer, 0) == WAIT_TIMEOUT);
    EXPECT(SetWaitableTimer(timer, &due, 10, nullptr, nullptr, FALSE));
    for (int i = 0; i < 3; ++i) EXPECT(WaitForSingleObject(timer, INFINITE) == WAIT_OBJECT_0);
    EXPECT(CancelWaitableTimer(timer));
    CloseHandle(timer);
    passed("waited for");

    static HANDLE event;
    event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    timer = CreateWaitableTimerW(nullptr, TRUE, nullptr);
    EXPECT(SetWaitableTimer(timer, &due, 0, nullptr, nullptr, FALSE));
    const HANDLE both[2] = {event, timer};
    EXPECT(WaitForMultipleObjects(2, both, FALSE, INFINITE) == WAIT_OBJECT_0 + 1);
    EXPECT(WaitForSingleObject(timer, INFINITE) == WAIT_OBJECT_0);
    passed("one of two");
}
