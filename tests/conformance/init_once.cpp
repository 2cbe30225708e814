// One-time initialization: with a callback, by hand, and when it fails the first time.
#include "conformance.h"

using namespace conformance;

namespace {

INIT_ONCE once = INIT_ONCE_STATIC_INIT, by_hand = INIT_ONCE_STATIC_INIT, fails_first = INIT_ONCE_STATIC_INIT;
LONG calls = 0;
int value = 0;

BOOL CALLBACK make(INIT_ONCE*, void* parameter, void** context) {
    InterlockedIncrement(&calls);
    Sleep(1);  // the others come and wait
    value = 42;
    *context = parameter;
    return TRUE;
}

BOOL CALLBACK fail_once(INIT_ONCE*, void*, void**) { return InterlockedIncrement(&calls) > 1; }

}  // namespace

int main() {
    auto user = [] {
        void* context = nullptr;
        EXPECT(InitOnceExecuteOnce(&once, make, &value, &context));
        EXPECT(context == &value);
        EXPECT(value == 42);
    };
    run_together<4>(user);
    EXPECT(calls == 1);
    passed("callback");

    static LONG made = 0;
    auto hand = [] {
        BOOL pending = FALSE;
        void* context = nullptr;
        EXPECT(InitOnceBeginInitialize(&by_hand, 0, &pending, &context));
        if (pending) {
            InterlockedIncrement(&made);
            Sleep(0);
            EXPECT(InitOnceComplete(&by_hand, 0, &made));
        } else {
            EXPECT(context == &made);
        }
    };
    run_together<3>(hand);
    EXPECT(made == 1);
    passed("by hand");

    calls = 0;
    EXPECT(!InitOnceExecuteOnce(&fails_first, fail_once, nullptr, nullptr));
    EXPECT(InitOnceExecuteOnce(&fails_first, fail_once, nullptr, nullptr));
    EXPECT(InitOnceExecuteOnce(&fails_first, fail_once, nullptr, nullptr));
    EXPECT(calls == 2);
    passed("failing first");
}
