// A thread that holds a section waits for the other one's event, which the other sets after taking the section:
// sometimes a deadlock, always said to be one at once. The event's other handles change nothing.
#include <windows.h>

namespace {

CRITICAL_SECTION section;
HANDLE event;

DWORD WINAPI sets(void*) {
    EnterCriticalSection(&section);
    SetEvent(event);
    LeaveCriticalSection(&section);
    return 0;
}

}  // namespace

int main() {
    InitializeCriticalSection(&section);
    event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    const HANDLE thread = CreateThread(nullptr, 0, sets, nullptr, 0, nullptr);
    EnterCriticalSection(&section);
    WaitForSingleObject(event, INFINITE);
    LeaveCriticalSection(&section);
    WaitForSingleObject(thread, INFINITE);
}
