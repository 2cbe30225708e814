// Critical sections: recursion, try, the ways to make one, delete and make again.
#include "conformance.h"

using namespace conformance;

namespace {

CRITICAL_SECTION section;
int counter = 0;

void count_together() {
    counter = 0;
    auto body = [] {
        for (int i = 0; i < 5; ++i) {
            EnterCriticalSection(&section);
            const int before = counter;
            Sleep(0);
            counter = before + 1;
            LeaveCriticalSection(&section);
        }
    };
    run_together<3>(body);
    EXPECT(counter == 15);
}

void recursion_and_try() {
    EnterCriticalSection(&section);
    EnterCriticalSection(&section);
    EXPECT(TryEnterCriticalSection(&section));
    auto other = [] { EXPECT(!TryEnterCriticalSection(&section)); };
    join(start(other));
    LeaveCriticalSection(&section);
    LeaveCriticalSection(&section);
    join(start(other));
    LeaveCriticalSection(&section);
    auto another = [] {
        EXPECT(TryEnterCriticalSection(&section));
        LeaveCriticalSection(&section);
    };
    join(start(another));
}

void blocks_until_left() {
    static int order = 0;
    order = 0;
    EnterCriticalSection(&section);
    auto other = [] {
        EnterCriticalSection(&section);
        EXPECT(order == 1);
        order = 2;
        LeaveCriticalSection(&section);
    };
    const HANDLE thread = start(other);
    settle();
    EXPECT(order == 0);
    order = 1;
    LeaveCriticalSection(&section);
    join(thread);
    EXPECT(order == 2);
}

}  // namespace

int main() {
    InitializeCriticalSection(&section);
    count_together();
    recursion_and_try();
    blocks_until_left();
    DeleteCriticalSection(&section);
    passed("plain");
    EXPECT(InitializeCriticalSectionAndSpinCount(&section, 4000));
    count_together();
    recursion_and_try();
    DeleteCriticalSection(&section);
    passed("with spin count");
    EXPECT(InitializeCriticalSectionEx(&section, 0, 0));
    count_together();
    blocks_until_left();
    DeleteCriticalSection(&section);
    passed("extended");
}
