// Events: auto and manual reset, set, reset, pulse; as many wake-ups as on bare Windows.
#include "conformance.h"

using namespace conformance;

namespace {

HANDLE event;
LONG woken = 0;

void wait_once() {
    EXPECT(WaitForSingleObject(event, INFINITE) == WAIT_OBJECT_0);
    InterlockedIncrement(&woken);
}

template <int count>
struct Waiters {
    HANDLE threads[count];
    Waiters() {
        static auto body = [] { wait_once(); };
        woken = 0;
        for (HANDLE& thread : threads) thread = start(body);
        settle();
        EXPECT(woken == 0);
    }
    void join_all() {
        for (const HANDLE thread : threads) join(thread);
        EXPECT(woken == count);
    }
};

bool is_set() { return WaitForSingleObject(event, 0) == WAIT_OBJECT_0; }

void auto_reset() {
    event = CreateEventW(nullptr, FALSE, TRUE, nullptr);
    EXPECT(is_set());
    EXPECT(!is_set());
    EXPECT(SetEvent(event));
    EXPECT(SetEvent(event));
    EXPECT(is_set());
    EXPECT(!is_set());
    EXPECT(SetEvent(event));
    EXPECT(ResetEvent(event));
    EXPECT(!is_set());
    SetLastError(7);
    EXPECT(WaitForSingleObject(event, 20) == WAIT_TIMEOUT);
    EXPECT(GetLastError() == 7);
    // Two that wait, two sets in a row: two go on.
    Waiters<2> two;
    EXPECT(SetEvent(event));
    EXPECT(SetEvent(event));
    two.join_all();
    EXPECT(!is_set());
    // Three that wait, and one set for each.
    Waiters<3> three;
    for (int i = 1; i <= 3; ++i) {
        EXPECT(SetEvent(event));
        settle();
        EXPECT(woken == i);
    }
    three.join_all();
    // A pulse wakes one, and is not kept.
    Waiters<2> pulsed;
    EXPECT(PulseEvent(event));
    settle();
    EXPECT(woken == 1);
    EXPECT(!is_set());
    EXPECT(SetEvent(event));
    pulsed.join_all();
    EXPECT(PulseEvent(event));
    EXPECT(!is_set());
    EXPECT(CloseHandle(event));
}

void manual_reset() {
    event = CreateEventW(nullptr, TRUE, FALSE, nullptr);
    EXPECT(!is_set());
    Waiters<3> waiters;
    EXPECT(SetEvent(event));
    EXPECT(ResetEvent(event));  // all three were let go by then
    waiters.join_all();
    EXPECT(!is_set());
    Waiters<2> pulsed;
    EXPECT(PulseEvent(event));
    pulsed.join_all();
    EXPECT(!is_set());
    EXPECT(SetEvent(event));
    EXPECT(is_set());
    EXPECT(is_set());
    EXPECT(CloseHandle(event));
}

}  // namespace

int main() {
    auto_reset();
    passed("auto reset");
    manual_reset();
    passed("manual reset");
    SetLastError(0);
    EXPECT(!SetEvent(nullptr));
    EXPECT(GetLastError() == ERROR_INVALID_HANDLE);
    EXPECT(WaitForSingleObject(nullptr, 10) == WAIT_FAILED);
    EXPECT(GetLastError() == ERROR_INVALID_HANDLE);
    passed("bad handles");
}
