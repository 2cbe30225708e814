// Two threads, each waiting politely for the other, for ever: a livelock.
#include <windows.h>

static volatile LONG turn = 0;

static DWORD WINAPI after_you(void*) {
    while (turn == 0) Sleep(0);
    return 0;
}

int main() {
    const HANDLE other = CreateThread(nullptr, 0, after_you, nullptr, 0, nullptr);
    while (turn == 0) Sleep(0);
    WaitForSingleObject(other, INFINITE);
    return 0;
}
