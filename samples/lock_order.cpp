// Two threads take two locks in opposite orders.

#include <windows.h>

static CRITICAL_SECTION first, second;

static void both(CRITICAL_SECTION* a, CRITICAL_SECTION* b) {
    EnterCriticalSection(a);
    EnterCriticalSection(b);
    LeaveCriticalSection(b);
    LeaveCriticalSection(a);
}

static DWORD WINAPI forwards(void*) {
    both(&first, &second);
    return 0;
}

static DWORD WINAPI backwards(void*) {
#if defined(CUZZ_FIXED)
    both(&first, &second);
#else
    both(&second, &first);
#endif
    return 0;
}

int main() {
    InitializeCriticalSection(&first);
    InitializeCriticalSection(&second);
    const HANDLE threads[] = {CreateThread(nullptr, 0, forwards, nullptr, 0, nullptr),
                              CreateThread(nullptr, 0, backwards, nullptr, 0, nullptr)};
    WaitForMultipleObjects(2, threads, TRUE, INFINITE);
    return 0;
}
