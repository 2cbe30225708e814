// Two clerks read the balance under the lock and write it under the lock, but not in one go: money gets lost.
// Built twice: bank_transfer.exe and, with CUZZ_FIXED, bank_transfer_fixed.exe.

#include <windows.h>

#include <cstdio>

static CRITICAL_SECTION account;
static int balance = 100;

static DWORD WINAPI transfer(void* argument) {
    const int amount = *static_cast<int*>(argument);
    EnterCriticalSection(&account);
    const int seen = balance;
#if !defined(CUZZ_FIXED)
    LeaveCriticalSection(&account);
    EnterCriticalSection(&account);
#endif
    balance = seen + amount;
    LeaveCriticalSection(&account);
    return 0;
}

int main() {
    InitializeCriticalSection(&account);
    int amounts[] = {50, -30};
    HANDLE clerks[2];
    for (int i = 0; i < 2; ++i) clerks[i] = CreateThread(nullptr, 0, transfer, &amounts[i], 0, nullptr);
    WaitForMultipleObjects(2, clerks, TRUE, INFINITE);
    if (balance == 120) return 0;
    std::fprintf(stderr, "the balance is %d and should be 120\n", balance);
    return 1;
}
