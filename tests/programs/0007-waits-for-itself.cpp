// A slim lock that its own owner takes again.
#include <windows.h>

int main() {
    SRWLOCK lock = SRWLOCK_INIT;
    AcquireSRWLockExclusive(&lock);
    AcquireSRWLockExclusive(&lock);
    return 0;
}
