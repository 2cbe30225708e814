// main returns while threads are still about: waiting, sleeping, running.
#include "conformance.h"

using namespace conformance;

int main() {
    static HANDLE event;
    static volatile LONG turns = 0;
    event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    auto waits = [] { WaitForSingleObject(event, INFINITE); };
    auto sleeps = [] { Sleep(1'000'000); };
    auto runs = [] {
        for (;;) {
            InterlockedIncrement(&turns);
            Sleep(0);
        }
    };
    start(waits);
    start(sleeps);
    start(runs);
    passed("returns");
    return 0;
}
