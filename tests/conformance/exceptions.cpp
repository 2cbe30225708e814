// Exceptions thrown and caught, in several threads at once, with locks held.
#include "conformance.h"

#include <stdexcept>

using namespace conformance;

namespace {

CRITICAL_SECTION section;
LONG caught = 0;

struct Guard {
    Guard() { EnterCriticalSection(&section); }
    ~Guard() { LeaveCriticalSection(&section); }
};

void throw_inside() {
    const Guard guard;
    Sleep(0);
    throw std::runtime_error("thrown");
}

}  // namespace

int main() {
    InitializeCriticalSection(&section);
    auto body = [] {
        for (int i = 0; i < 3; ++i) {
            try {
                throw_inside();
            } catch (const std::runtime_error&) {
                InterlockedIncrement(&caught);
            }
        }
    };
    run_together<3>(body);
    EXPECT(caught == 9);
    EXPECT(TryEnterCriticalSection(&section));
    passed("caught");
}
