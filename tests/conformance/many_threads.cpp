// 64 threads, then 300, all alive at once.
#include "conformance.h"

using namespace conformance;

namespace {

CRITICAL_SECTION section;
HANDLE go;
int count = 0;
HANDLE threads[300];

void together(int number) {
    count = 0;
    ResetEvent(go);
    auto body = [] {
        EXPECT(WaitForSingleObject(go, INFINITE) == WAIT_OBJECT_0);
        EnterCriticalSection(&section);
        ++count;
        LeaveCriticalSection(&section);
    };
    for (int i = 0; i < number; ++i) threads[i] = start(body);
    SetEvent(go);
    for (int i = 0; i < number; ++i) join(threads[i]);
    EXPECT(count == number);
}

}  // namespace

int main() {
    InitializeCriticalSection(&section);
    go = CreateEventW(nullptr, TRUE, FALSE, nullptr);
    together(64);
    passed("64");
    together(300);
    passed("300");
}
