// Handles: duplicates mean the same object, a closed one's number may come back for another.
#include "conformance.h"

using namespace conformance;

namespace {

HANDLE duplicate(HANDLE handle, DWORD options = 0) {
    HANDLE copy = nullptr;
    const HANDLE own = GetCurrentProcess();
    EXPECT(DuplicateHandle(own, handle, own, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS | options));
    return copy;
}

HANDLE event, copy;

}  // namespace

int main() {
    event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    copy = duplicate(event);
    auto waits = [] { EXPECT(WaitForSingleObject(copy, INFINITE) == WAIT_OBJECT_0); };
    HANDLE thread = start(waits);
    settle();
    EXPECT(SetEvent(event));
    join(thread);
    thread = start(waits);
    settle();
    EXPECT(CloseHandle(event));
    EXPECT(SetEvent(copy));
    join(thread);
    const HANDLE moved = duplicate(copy, DUPLICATE_CLOSE_SOURCE);
    EXPECT(SetEvent(moved));
    EXPECT(WaitForSingleObject(moved, 0) == WAIT_OBJECT_0);
    CloseHandle(moved);
    passed("duplicates");

    // By name: two handles that nothing ties together but the object.
    const HANDLE first = CreateEventW(nullptr, FALSE, FALSE, L"cuzz-conformance-handles");
    const HANDLE second = OpenEventW(EVENT_ALL_ACCESS, FALSE, L"cuzz-conformance-handles");
    EXPECT(first != nullptr && second != nullptr);
    copy = second;
    thread = start(waits);
    settle();
    EXPECT(SetEvent(first));
    join(thread);
    CloseHandle(first);
    CloseHandle(second);
    passed("names");

    // The number comes back for another kind of object.
    for (int i = 0; i < 5; ++i) {
        const HANDLE manual = CreateEventW(nullptr, TRUE, TRUE, nullptr);
        EXPECT(WaitForSingleObject(manual, INFINITE) == WAIT_OBJECT_0);
        EXPECT(WaitForSingleObject(manual, 0) == WAIT_OBJECT_0);
        CloseHandle(manual);
        const HANDLE semaphore = CreateSemaphoreW(nullptr, 1, 1, nullptr);
        EXPECT(WaitForSingleObject(semaphore, INFINITE) == WAIT_OBJECT_0);
        EXPECT(WaitForSingleObject(semaphore, 0) == WAIT_TIMEOUT);
        CloseHandle(semaphore);
        const HANDLE mutex = CreateMutexW(nullptr, TRUE, nullptr);
        EXPECT(WaitForSingleObject(mutex, INFINITE) == WAIT_OBJECT_0);
        CloseHandle(mutex);
    }
    SetLastError(0);
    EXPECT(!CloseHandle(reinterpret_cast<HANDLE>(0x12344)));
    EXPECT(GetLastError() == ERROR_INVALID_HANDLE);
    passed("reuse");
}
