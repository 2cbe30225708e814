// Threads that are made suspended, and that are suspended later.
#include "conformance.h"

using namespace conformance;

namespace {

volatile LONG progress = 0;
HANDLE go;

DWORD WINAPI body(void*) {
    for (int i = 0; i < 3; ++i) {
        EXPECT(WaitForSingleObject(go, INFINITE) == WAIT_OBJECT_0);
        InterlockedIncrement(&progress);
    }
    return 9;
}

}  // namespace

int main() {
    go = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    const HANDLE thread = CreateThread(nullptr, 0, body, nullptr, CREATE_SUSPENDED, nullptr);
    EXPECT(WaitForSingleObject(thread, 20) == WAIT_TIMEOUT);
    SetEvent(go);
    settle();
    EXPECT(progress == 0);
    EXPECT(ResumeThread(thread) == 1);
    settle();
    EXPECT(progress == 1);
    passed("made suspended");

    // Suspended in its wait: the event may be taken, but nothing happens until it is resumed.
    EXPECT(SuspendThread(thread) == 0);
    EXPECT(SuspendThread(thread) == 1);
    SetEvent(go);
    settle();
    EXPECT(progress == 1);
    EXPECT(ResumeThread(thread) == 2);
    settle();
    EXPECT(progress == 1);
    EXPECT(ResumeThread(thread) == 1);
    settle();
    EXPECT(progress == 2);
    EXPECT(ResumeThread(thread) == 0);
    passed("suspended later");

    SetEvent(go);
    EXPECT(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
    EXPECT(progress == 3);
    DWORD code = 0;
    EXPECT(GetExitCodeThread(thread, &code) && code == 9);
    passed("ended");

    // Made suspended and never resumed: the program ends all the same.
    EXPECT(CreateThread(nullptr, 0, body, nullptr, CREATE_SUSPENDED, nullptr) != nullptr);
    passed("left suspended");
}
