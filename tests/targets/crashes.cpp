// An access violation in a thread, in a function that the report should name.
#include <windows.h>

static volatile int* nowhere = nullptr;

static DWORD WINAPI step_on_it(void*) {
    *nowhere = 1;
    return 0;
}

int main() {
    WaitForSingleObject(CreateThread(nullptr, 0, step_on_it, nullptr, 0, nullptr), INFINITE);
    return 0;
}
