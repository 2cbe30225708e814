// main returns while threads still run and wait.
#include <windows.h>

static DWORD WINAPI wait_for_ever(void* event) { return WaitForSingleObject(event, INFINITE); }

static DWORD WINAPI sleep_for_ever(void*) {
    for (;;) Sleep(10);
}

int main() {
    CreateThread(nullptr, 0, wait_for_ever, CreateEventW(nullptr, TRUE, FALSE, nullptr), 0, nullptr);
    CreateThread(nullptr, 0, sleep_for_ever, nullptr, 0, nullptr);
    return 0;
}
