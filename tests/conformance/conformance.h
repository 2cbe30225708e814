// What the programs of this folder share: a check that says where it failed, and threads made the plain way.
//
// Each program exercises one primitive, prints what it saw and exits 0. What it prints must not depend on the
// schedule: it runs bare once, and under many schedules.
#pragma once

#include <windows.h>

#include <cstdio>
#include <cstdlib>

namespace conformance {

[[noreturn]] inline void fail(const char* what, const char* file, int line) {
    const unsigned long error = GetLastError();
    std::fprintf(stderr, "%s:%d: not so: %s (last error %lu)\n", file, line, what, error);
    std::_Exit(1);
}

#define EXPECT(condition) ((condition) ? void() : ::conformance::fail(#condition, __FILE__, __LINE__))

// What was seen, also into a log, if there is one: of many runs nobody keeps what they print.
inline void passed(const char* what) {
    std::printf("%s\n", what);
    const char* log = std::getenv("CONFORMANCE_LOG");
    if (log == nullptr) return;
    std::FILE* file = std::fopen(log, "a");
    EXPECT(file != nullptr);
    std::fprintf(file, "%s\n", what);
    std::fclose(file);
}

// Everybody else has come to where they wait: certain in virtual time, very likely in real time.
inline void settle() { Sleep(100); }

template <class Body>
DWORD WINAPI run_body(void* body) {
    (*static_cast<Body*>(body))();
    return 0;
}

template <class Body>
HANDLE start(Body& body) {
    const HANDLE thread = CreateThread(nullptr, 0, run_body<Body>, &body, 0, nullptr);
    EXPECT(thread != nullptr);
    return thread;
}

inline void join(HANDLE thread) {
    EXPECT(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
    EXPECT(CloseHandle(thread));
}

// Several threads with one body.
template <int count, class Body>
void run_together(Body& body) {
    HANDLE threads[count];
    for (HANDLE& thread : threads) thread = start(body);
    for (const HANDLE thread : threads) join(thread);
}

}  // namespace conformance
