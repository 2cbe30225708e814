// A thread waits for another in a loop over plain memory, which no call shows.
#include <windows.h>

namespace {

volatile bool is_ready = false;
CRITICAL_SECTION section;

DWORD WINAPI spin(void*) {
    while (!is_ready) {
    }
    EnterCriticalSection(&section);
    LeaveCriticalSection(&section);
    return 0;
}

}  // namespace

int main() {
    InitializeCriticalSection(&section);
    const HANDLE thread = CreateThread(nullptr, 0, spin, nullptr, 0, nullptr);
    EnterCriticalSection(&section);
    LeaveCriticalSection(&section);
    is_ready = true;
    WaitForSingleObject(thread, INFINITE);
    return 0;
}
