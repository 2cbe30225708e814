// Makes its file, which is its argument, one byte longer at each start, and does an op more for each byte.
#include <windows.h>

#include <cstdio>

static CRITICAL_SECTION lock;

static DWORD WINAPI work(void* count) {
    for (long i = 0; i < *static_cast<long*>(count); ++i) {
        EnterCriticalSection(&lock);
        LeaveCriticalSection(&lock);
    }
    return 0;
}

int main(int, char** arguments) {
    InitializeCriticalSection(&lock);
    std::FILE* file = std::fopen(arguments[1], "ab");
    std::fputc('x', file);
    std::fseek(file, 0, SEEK_END);
    long count = std::ftell(file);
    std::fclose(file);
    const HANDLE threads[] = {CreateThread(nullptr, 0, work, &count, 0, nullptr),
                              CreateThread(nullptr, 0, work, &count, 0, nullptr)};
    WaitForMultipleObjects(2, threads, TRUE, INFINITE);
    return 0;
}
