// WaitForMultipleObjects: any, all, with a time limit, and as many handles as there may be.
#include "conformance.h"

using namespace conformance;

namespace {

HANDLE events[MAXIMUM_WAIT_OBJECTS];

HANDLE make_event(bool manual = false) { return CreateEventW(nullptr, manual, FALSE, nullptr); }

void any() {
    EXPECT(WaitForMultipleObjects(3, events, FALSE, 0) == WAIT_TIMEOUT);
    EXPECT(WaitForMultipleObjects(3, events, FALSE, 20) == WAIT_TIMEOUT);
    SetEvent(events[2]);
    SetEvent(events[1]);
    EXPECT(WaitForMultipleObjects(3, events, FALSE, INFINITE) == WAIT_OBJECT_0 + 1);
    EXPECT(WaitForMultipleObjects(3, events, FALSE, INFINITE) == WAIT_OBJECT_0 + 2);
    EXPECT(WaitForMultipleObjects(3, events, FALSE, 0) == WAIT_TIMEOUT);
    auto setter = [] { SetEvent(events[2]); };
    const HANDLE thread = start(setter);
    EXPECT(WaitForMultipleObjects(3, events, FALSE, INFINITE) == WAIT_OBJECT_0 + 2);
    join(thread);
}

// Nothing is taken until everything can be.
void all() {
    static bool done = false;
    auto waiter = [] {
        EXPECT(WaitForMultipleObjects(3, events, TRUE, INFINITE) == WAIT_OBJECT_0);
        done = true;
    };
    const HANDLE thread = start(waiter);
    settle();
    SetEvent(events[0]);
    SetEvent(events[2]);
    settle();
    EXPECT(!done);
    EXPECT(WaitForSingleObject(events[0], 0) == WAIT_OBJECT_0);  // taken from under it
    SetEvent(events[1]);
    settle();
    EXPECT(!done);
    SetEvent(events[0]);
    join(thread);
    EXPECT(done);
    EXPECT(WaitForMultipleObjects(3, events, FALSE, 0) == WAIT_TIMEOUT);
    SetEvent(events[0]);
    EXPECT(WaitForMultipleObjects(2, events, TRUE, 20) == WAIT_TIMEOUT);
    EXPECT(WaitForSingleObject(events[0], 0) == WAIT_OBJECT_0);
}

void mixed() {
    const HANDLE semaphore = CreateSemaphoreW(nullptr, 0, 5, nullptr);
    const HANDLE mutex = CreateMutexW(nullptr, FALSE, nullptr);
    static HANDLE handles[4];
    auto nothing = [] {};
    handles[0] = semaphore;
    handles[1] = mutex;
    handles[2] = events[5];
    handles[3] = start(nothing);
    auto releases = [] {
        ReleaseSemaphore(handles[0], 1, nullptr);
        SetEvent(handles[2]);
    };
    const HANDLE thread = start(releases);
    EXPECT(WaitForMultipleObjects(4, handles, TRUE, INFINITE) == WAIT_OBJECT_0);
    EXPECT(WaitForSingleObject(semaphore, 0) == WAIT_TIMEOUT);
    auto tries = [] { EXPECT(WaitForSingleObject(handles[1], 0) == WAIT_TIMEOUT); };
    join(start(tries));
    EXPECT(ReleaseMutex(mutex));
    join(thread);
    CloseHandle(semaphore);
    CloseHandle(mutex);
    join(handles[3]);
}

void sixty_four() {
    static HANDLE threads[MAXIMUM_WAIT_OBJECTS];
    static LONG done = 0;
    auto body = [] { InterlockedIncrement(&done); };
    for (HANDLE& thread : threads) thread = start(body);
    EXPECT(WaitForMultipleObjects(MAXIMUM_WAIT_OBJECTS, threads, TRUE, INFINITE) == WAIT_OBJECT_0);
    EXPECT(done == MAXIMUM_WAIT_OBJECTS);
    for (const HANDLE thread : threads) CloseHandle(thread);
    SetEvent(events[63]);
    EXPECT(WaitForMultipleObjects(64, events, FALSE, INFINITE) == WAIT_OBJECT_0 + 63);
}

void errors() {
    HANDLE many[MAXIMUM_WAIT_OBJECTS + 1];
    for (HANDLE& handle : many) handle = events[0];
    SetLastError(0);
    EXPECT(WaitForMultipleObjects(MAXIMUM_WAIT_OBJECTS + 1, many, FALSE, 0) == WAIT_FAILED);
    EXPECT(GetLastError() == ERROR_INVALID_PARAMETER);
    EXPECT(WaitForMultipleObjects(0, events, FALSE, 0) == WAIT_FAILED);
    HANDLE bad[2] = {events[0], nullptr};
    EXPECT(WaitForMultipleObjects(2, bad, FALSE, 0) == WAIT_FAILED);
    EXPECT(GetLastError() == ERROR_INVALID_HANDLE);
}

}  // namespace

int main() {
    for (HANDLE& event : events) event = make_event();
    any();
    passed("any");
    all();
    passed("all");
    mixed();
    passed("mixed");
    sixty_four();
    passed("sixty-four");
    errors();
    passed("errors");
}
