// A thread writes to address 0 while others wait: cuzz says crash, with function and line.
#include <windows.h>

namespace {

int* volatile nowhere = nullptr;

DWORD WINAPI crash(void*) {
    Sleep(1);
    *nowhere = 1;
    return 0;
}

DWORD WINAPI wait_for(void* event) { return WaitForSingleObject(event, INFINITE); }

}  // namespace

int main() {
    const HANDLE event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    CreateThread(nullptr, 0, wait_for, event, 0, nullptr);
    const HANDLE thread = CreateThread(nullptr, 0, crash, nullptr, 0, nullptr);
    WaitForSingleObject(thread, INFINITE);
}
