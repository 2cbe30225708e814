// The owner frees the queue as soon as the worker has said that it is done; the worker still leaves the queue's lock
// after that.

#include <windows.h>

#include <cstdio>

struct Queue {
    CRITICAL_SECTION lock;
    int items = 3;
    bool is_alive = true;
};

static Queue* queue;
static HANDLE is_done;
static volatile LONG used_after_free = 0;

static DWORD WINAPI work(void*) {
    EnterCriticalSection(&queue->lock);
    queue->items = 0;
#if defined(CUZZ_FIXED)
    LeaveCriticalSection(&queue->lock);
    SetEvent(is_done);
#else
    SetEvent(is_done);
    if (!queue->is_alive) used_after_free = 1;  // what a debug heap would show
    LeaveCriticalSection(&queue->lock);
#endif
    return 0;
}

int main() {
    queue = new Queue;
    InitializeCriticalSection(&queue->lock);
    is_done = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    const HANDLE worker = CreateThread(nullptr, 0, work, nullptr, 0, nullptr);
    WaitForSingleObject(is_done, INFINITE);
    queue->is_alive = false;  // stands for: delete queue
    WaitForSingleObject(worker, INFINITE);
    if (used_after_free == 0) return 0;
    std::fprintf(stderr, "the queue was used after it was freed\n");
    return 1;
}
