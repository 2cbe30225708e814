// The program ends from another thread while the rest wait for what never comes.
#include "conformance.h"

using namespace conformance;

int main() {
    static CRITICAL_SECTION section;
    static HANDLE event;
    InitializeCriticalSection(&section);
    event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    EnterCriticalSection(&section);
    auto for_event = [] { WaitForSingleObject(event, INFINITE); };
    auto for_section = [] { EnterCriticalSection(&section); };
    auto for_time = [] { Sleep(INFINITE); };
    auto ends = [] {
        std::fflush(nullptr);
        ExitProcess(0);
    };
    start(for_event);
    start(for_section);
    start(for_time);
    passed("ends");
    start(ends);
    WaitForSingleObject(event, INFINITE);
    return 1;
}
