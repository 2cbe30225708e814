// A thread ends the program while main waits.
#include <windows.h>

static DWORD WINAPI end_it(void*) { ExitProcess(5); }

int main() {
    WaitForSingleObject(CreateThread(nullptr, 0, end_it, nullptr, 0, nullptr), INFINITE);
    return 0;
}
