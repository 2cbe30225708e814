// A thread spins on plain memory until another one has set it: cuzz must let it go.
#include <windows.h>

static volatile LONG is_set = 0;

static DWORD WINAPI set_it(void*) {
    Sleep(1);
    is_set = 1;
    return 0;
}

int main() {
    const HANDLE setter = CreateThread(nullptr, 0, set_it, nullptr, 0, nullptr);
    while (is_set == 0) {
    }
    WaitForSingleObject(setter, INFINITE);
    return 0;
}
