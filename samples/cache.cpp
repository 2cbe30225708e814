// Check, then act: two readers of a cache both find it empty and both fill it.

#include <windows.h>

#include <cstdio>

static SRWLOCK lock = SRWLOCK_INIT;
static bool is_filled = false;
static int fills = 0;

static DWORD WINAPI read_cache(void*) {
#if defined(CUZZ_FIXED)
    AcquireSRWLockExclusive(&lock);
    if (!is_filled) {
        is_filled = true;
        ++fills;
    }
    ReleaseSRWLockExclusive(&lock);
#else
    AcquireSRWLockShared(&lock);
    const bool must_fill = !is_filled;
    ReleaseSRWLockShared(&lock);
    if (must_fill) {
        AcquireSRWLockExclusive(&lock);
        is_filled = true;
        ++fills;
        ReleaseSRWLockExclusive(&lock);
    }
#endif
    return 0;
}

int main() {
    HANDLE readers[3];
    for (HANDLE& reader : readers) reader = CreateThread(nullptr, 0, read_cache, nullptr, 0, nullptr);
    WaitForMultipleObjects(3, readers, TRUE, INFINITE);
    if (fills == 1) return 0;
    std::fprintf(stderr, "the cache was filled %d times\n", fills);
    return 1;
}
