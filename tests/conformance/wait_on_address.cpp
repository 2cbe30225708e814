// WaitOnAddress: a value that has changed already, wake one, wake all, timeouts, sizes.
#include "conformance.h"

using namespace conformance;

namespace {

volatile LONG value = 0;
LONG woken = 0;

void wait_while_zero() {
    LONG zero = 0;
    EXPECT(WaitOnAddress(&value, &zero, sizeof zero, INFINITE));
    InterlockedIncrement(&woken);
}

void sizes() {
    char small = 1, other_small = 2;
    EXPECT(WaitOnAddress(&small, &other_small, 1, INFINITE));
    LONG64 large = 1, other_large = 1LL << 40 | 1;
    EXPECT(WaitOnAddress(&large, &other_large, 8, INFINITE));
    SetLastError(0);
    EXPECT(!WaitOnAddress(&small, &small, 1, 10));
    EXPECT(GetLastError() == ERROR_TIMEOUT);
    EXPECT(!WaitOnAddress(&small, &small, 1, 0));
}

void wakes() {
    auto waiter = [] { wait_while_zero(); };
    HANDLE threads[3];
    for (HANDLE& thread : threads) thread = start(waiter);
    settle();
    EXPECT(woken == 0);
    WakeByAddressSingle(const_cast<LONG*>(&value));  // the value need not change
    settle();
    EXPECT(woken == 1);
    WakeByAddressAll(const_cast<LONG*>(&value));
    for (const HANDLE thread : threads) join(thread);
    EXPECT(woken == 3);
}

void flag() {
    value = 0;
    auto waiter = [] {
        LONG zero = 0;
        while (value == 0) WaitOnAddress(&value, &zero, sizeof zero, INFINITE);
    };
    const HANDLE thread = start(waiter);
    InterlockedExchange(&value, 1);
    WakeByAddressSingle(const_cast<LONG*>(&value));
    join(thread);
}

}  // namespace

int main() {
    sizes();
    passed("sizes and timeouts");
    wakes();
    passed("wakes");
    flag();
    passed("flag");
}
