// Sleeps and yields: they order, and waiting for a flag by yielding ends.
#include "conformance.h"

using namespace conformance;

namespace {

volatile LONG flag = 0;
LONG order = 0;

}  // namespace

int main() {
    auto setter = [] {
        Sleep(1);
        InterlockedExchange(&flag, 1);
    };
    HANDLE thread = start(setter);
    while (flag == 0) Sleep(0);
    join(thread);
    flag = 0;
    thread = start(setter);
    while (flag == 0) SwitchToThread();
    join(thread);
    flag = 0;
    thread = start(setter);
    while (flag == 0) Sleep(1);
    join(thread);
    passed("yields");

    // Shorter sleeps end first.
    auto slow = [] {
        Sleep(400);
        EXPECT(InterlockedIncrement(&order) == 2);
    };
    auto quick = [] {
        Sleep(50);
        EXPECT(InterlockedIncrement(&order) == 1);
    };
    const HANDLE first = start(slow), second = start(quick);
    join(first);
    join(second);
    passed("order");

    SetLastError(5);
    EXPECT(SleepEx(1, FALSE) == 0);
    EXPECT(SleepEx(1, TRUE) == 0);
    Sleep(1);
    EXPECT(GetLastError() == 5);
    passed("extended");
}
