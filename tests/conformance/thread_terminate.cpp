// TerminateThread of threads that wait, that hold things, and that have not started.
#include "conformance.h"

using namespace conformance;

namespace {

HANDLE event, mutex;

DWORD WINAPI waits(void*) {
    EXPECT(WaitForSingleObject(mutex, INFINITE) == WAIT_OBJECT_0);
    WaitForSingleObject(event, INFINITE);
    EXPECT(!"reached");
    return 0;
}

void expect_ended(HANDLE thread, DWORD wanted) {
    EXPECT(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
    DWORD code = 0;
    EXPECT(GetExitCodeThread(thread, &code));
    EXPECT(code == wanted);
    CloseHandle(thread);
}

}  // namespace

int main() {
    event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    mutex = CreateMutexW(nullptr, FALSE, nullptr);
    HANDLE thread = CreateThread(nullptr, 0, waits, nullptr, 0, nullptr);
    settle();
    EXPECT(TerminateThread(thread, 77));
    expect_ended(thread, 77);
    EXPECT(WaitForSingleObject(mutex, INFINITE) == WAIT_ABANDONED);
    EXPECT(ReleaseMutex(mutex));
    passed("one that waits");

    thread = CreateThread(nullptr, 0, waits, nullptr, CREATE_SUSPENDED, nullptr);
    EXPECT(TerminateThread(thread, 78));
    expect_ended(thread, 78);
    passed("one that has not started");

    // The event wakes nobody: it is still set afterwards.
    SetEvent(event);
    EXPECT(WaitForSingleObject(event, 0) == WAIT_OBJECT_0);
    auto body = [] {};
    join(start(body));
    passed("life goes on");
}
