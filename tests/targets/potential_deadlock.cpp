// main waits for an event that only a thread of the pool could set, and that one waits for another event: a deadlock, but
// cuzz does not control the pool and cannot be sure.
#include <windows.h>

static HANDLE first, second;

static void CALLBACK work(PTP_CALLBACK_INSTANCE, void*) {
    WaitForSingleObject(second, INFINITE);
    SetEvent(first);
}

int main() {
    first = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    second = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    TrySubmitThreadpoolCallback(work, nullptr, nullptr);
    WaitForSingleObject(first, INFINITE);
    return 0;
}
