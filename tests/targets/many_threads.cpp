// As many threads as its argument says, all at once, around one lock.
#include <windows.h>

#include <cstdlib>
#include <vector>

static CRITICAL_SECTION lock;
static int sum = 0;

static DWORD WINAPI add_one(void*) {
    EnterCriticalSection(&lock);
    ++sum;
    LeaveCriticalSection(&lock);
    return 0;
}

int main(int count, char** arguments) {
    InitializeCriticalSection(&lock);
    std::vector<HANDLE> threads(static_cast<std::size_t>(count > 1 ? std::atoi(arguments[1]) : 64));
    for (HANDLE& thread : threads) thread = CreateThread(nullptr, 0, add_one, nullptr, 0, nullptr);
    for (const HANDLE thread : threads) WaitForSingleObject(thread, INFINITE);
    return sum == static_cast<int>(threads.size()) ? 0 : 1;
}
