// Mutexes: recursion, whose they are, and what becomes of one whose owner ends.
#include "conformance.h"

using namespace conformance;

namespace {

HANDLE mutex;
int counter = 0;

void counting() {
    auto body = [] {
        for (int i = 0; i < 4; ++i) {
            EXPECT(WaitForSingleObject(mutex, INFINITE) == WAIT_OBJECT_0);
            const int before = counter;
            Sleep(0);
            counter = before + 1;
            EXPECT(ReleaseMutex(mutex));
        }
    };
    run_together<3>(body);
    EXPECT(counter == 12);
}

void recursion() {
    EXPECT(WaitForSingleObject(mutex, INFINITE) == WAIT_OBJECT_0);
    EXPECT(WaitForSingleObject(mutex, 0) == WAIT_OBJECT_0);
    EXPECT(WaitForSingleObject(mutex, INFINITE) == WAIT_OBJECT_0);
    auto other = [] {
        EXPECT(WaitForSingleObject(mutex, 0) == WAIT_TIMEOUT);
        EXPECT(WaitForSingleObject(mutex, 20) == WAIT_TIMEOUT);
        SetLastError(0);
        EXPECT(!ReleaseMutex(mutex));
        EXPECT(GetLastError() == ERROR_NOT_OWNER);
    };
    for (int i = 0; i < 3; ++i) {
        join(start(other));
        EXPECT(ReleaseMutex(mutex));
    }
    EXPECT(!ReleaseMutex(mutex));
}

void initially_owned() {
    const HANDLE mine = CreateMutexW(nullptr, TRUE, nullptr);
    static HANDLE shared;
    static bool has_it = false;
    shared = mine;
    auto other = [] {
        EXPECT(WaitForSingleObject(shared, INFINITE) == WAIT_OBJECT_0);
        has_it = true;
        EXPECT(ReleaseMutex(shared));
    };
    const HANDLE thread = start(other);
    settle();
    EXPECT(!has_it);
    EXPECT(WaitForSingleObject(mine, INFINITE) == WAIT_OBJECT_0);
    EXPECT(ReleaseMutex(mine));
    settle();
    EXPECT(!has_it);
    EXPECT(ReleaseMutex(mine));
    join(thread);
    EXPECT(has_it);
    CloseHandle(mine);
}

void abandonment() {
    auto leaves_it_owned = [] { EXPECT(WaitForSingleObject(mutex, INFINITE) == WAIT_OBJECT_0); };
    join(start(leaves_it_owned));
    EXPECT(WaitForSingleObject(mutex, INFINITE) == WAIT_ABANDONED);
    EXPECT(ReleaseMutex(mutex));
    EXPECT(WaitForSingleObject(mutex, 0) == WAIT_OBJECT_0);
    EXPECT(ReleaseMutex(mutex));

    // Somebody waits for it while the owner ends.
    static HANDLE go;
    go = CreateEventW(nullptr, TRUE, FALSE, nullptr);
    auto owner = [] {
        EXPECT(WaitForSingleObject(mutex, INFINITE) == WAIT_OBJECT_0);
        EXPECT(WaitForSingleObject(go, INFINITE) == WAIT_OBJECT_0);
    };
    auto next = [] {
        EXPECT(WaitForSingleObject(mutex, INFINITE) == WAIT_ABANDONED);
        EXPECT(ReleaseMutex(mutex));
    };
    const HANDLE first = start(owner);
    settle();
    const HANDLE second = start(next);
    settle();
    EXPECT(SetEvent(go));
    join(second);
    join(first);
    CloseHandle(go);
    EXPECT(WaitForSingleObject(mutex, INFINITE) == WAIT_OBJECT_0);
    EXPECT(ReleaseMutex(mutex));
}

}  // namespace

int main() {
    mutex = CreateMutexW(nullptr, FALSE, nullptr);
    counting();
    passed("counting");
    recursion();
    passed("recursion");
    initially_owned();
    passed("initially owned");
    abandonment();
    passed("abandonment");
}
