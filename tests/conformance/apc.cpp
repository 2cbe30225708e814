// Asynchronous procedure calls: queued to oneself and to another, run in alertable waits only.
#include "conformance.h"

using namespace conformance;

namespace {

LONG calls = 0;
HANDLE event, ready;

void CALLBACK call(ULONG_PTR value) { InterlockedExchangeAdd(&calls, static_cast<LONG>(value)); }

}  // namespace

int main() {
    event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    ready = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    EXPECT(QueueUserAPC(call, GetCurrentThread(), 1));
    EXPECT(SleepEx(1, FALSE) == 0);
    EXPECT(WaitForSingleObject(event, 1) == WAIT_TIMEOUT);
    EXPECT(calls == 0);
    EXPECT(SleepEx(0, TRUE) == WAIT_IO_COMPLETION);
    EXPECT(calls == 1);
    EXPECT(QueueUserAPC(call, GetCurrentThread(), 1));
    EXPECT(SleepEx(INFINITE, TRUE) == WAIT_IO_COMPLETION);
    EXPECT(QueueUserAPC(call, GetCurrentThread(), 1));
    EXPECT(WaitForSingleObjectEx(event, INFINITE, TRUE) == WAIT_IO_COMPLETION);
    EXPECT(calls == 3);
    EXPECT(WaitForSingleObjectEx(event, 1, TRUE) == WAIT_TIMEOUT);
    passed("to oneself");

    calls = 0;
    auto waiter = [] {
        SetEvent(ready);
        EXPECT(WaitForSingleObjectEx(event, INFINITE, TRUE) == WAIT_IO_COMPLETION);
        EXPECT(calls == 5);
        EXPECT(WaitForMultipleObjectsEx(1, &event, FALSE, INFINITE, TRUE) == WAIT_OBJECT_0);
        EXPECT(SleepEx(INFINITE, TRUE) == WAIT_IO_COMPLETION);
    };
    const HANDLE thread = start(waiter);
    EXPECT(WaitForSingleObject(ready, INFINITE) == WAIT_OBJECT_0);
    EXPECT(QueueUserAPC(call, thread, 5));
    settle();
    SetEvent(event);
    settle();
    EXPECT(QueueUserAPC(call, thread, 6));
    join(thread);
    EXPECT(calls == 11);
    passed("to another");
}
