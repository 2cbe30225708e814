// Slim reader/writer locks: exclusive, shared, and trying both.
#include "conformance.h"

using namespace conformance;

namespace {

SRWLOCK lock = SRWLOCK_INIT;
int counter = 0;
LONG readers = 0, most_readers = 0;

void exclusive() {
    auto body = [] {
        for (int i = 0; i < 5; ++i) {
            AcquireSRWLockExclusive(&lock);
            const int before = counter;
            SwitchToThread();
            counter = before + 1;
            ReleaseSRWLockExclusive(&lock);
        }
    };
    run_together<3>(body);
    EXPECT(counter == 15);
}

void shared_by_readers() {
    auto reader = [] {
        AcquireSRWLockShared(&lock);
        const LONG now = InterlockedIncrement(&readers);
        if (now > most_readers) most_readers = now;
        settle();  // the others come in too
        InterlockedDecrement(&readers);
        ReleaseSRWLockShared(&lock);
    };
    run_together<3>(reader);
    EXPECT(readers == 0);
    EXPECT(most_readers == 3);
}

void readers_keep_writers_out() {
    static bool wrote = false;
    AcquireSRWLockShared(&lock);
    auto writer = [] {
        EXPECT(!TryAcquireSRWLockExclusive(&lock));
        AcquireSRWLockExclusive(&lock);
        wrote = true;
        ReleaseSRWLockExclusive(&lock);
    };
    const HANDLE thread = start(writer);
    settle();
    EXPECT(!wrote);
    ReleaseSRWLockShared(&lock);
    join(thread);
    EXPECT(wrote);
}

void trying() {
    EXPECT(TryAcquireSRWLockExclusive(&lock));
    auto refused = [] {
        EXPECT(!TryAcquireSRWLockExclusive(&lock));
        EXPECT(!TryAcquireSRWLockShared(&lock));
    };
    join(start(refused));
    ReleaseSRWLockExclusive(&lock);
    EXPECT(TryAcquireSRWLockShared(&lock));
    auto shares = [] {
        EXPECT(!TryAcquireSRWLockExclusive(&lock));
        EXPECT(TryAcquireSRWLockShared(&lock));
        ReleaseSRWLockShared(&lock);
    };
    join(start(shares));
    ReleaseSRWLockShared(&lock);
}

}  // namespace

int main() {
    exclusive();
    passed("exclusive");
    shared_by_readers();
    passed("shared");
    readers_keep_writers_out();
    passed("readers keep writers out");
    trying();
    passed("try");
}
