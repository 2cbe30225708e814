// A thread waits for outside input while the others come to their end: no deadlock.
#include <windows.h>

#include <cstdio>

static DWORD WINAPI read_a_line(void*) { return std::getchar() == EOF ? 1 : 0; }

int main() {
    const HANDLE reader = CreateThread(nullptr, 0, read_a_line, nullptr, 0, nullptr);
    WaitForSingleObject(reader, INFINITE);
    return 0;
}
