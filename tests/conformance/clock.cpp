// Clocks: they go forwards, agree with sleeps, and a loop that polls one ends.
#include "conformance.h"

#include <chrono>

using namespace conformance;

namespace {

std::uint64_t file_time() {
    FILETIME time;
    GetSystemTimeAsFileTime(&time);
    return std::uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime;
}

LONGLONG counter() {
    LARGE_INTEGER value;
    EXPECT(QueryPerformanceCounter(&value));
    return value.QuadPart;
}

}  // namespace

int main() {
    LARGE_INTEGER frequency;
    EXPECT(QueryPerformanceFrequency(&frequency) && frequency.QuadPart > 0);
    ULONGLONG tick = GetTickCount64();
    std::uint64_t system = file_time();
    LONGLONG performance = counter();
    for (int i = 0; i < 1000; ++i) {
        const ULONGLONG next_tick = GetTickCount64();
        const std::uint64_t next_system = file_time();
        const LONGLONG next_performance = counter();
        EXPECT(next_tick >= tick && next_system >= system && next_performance >= performance);
        tick = next_tick, system = next_system, performance = next_performance;
    }
    passed("forwards");

    tick = GetTickCount64();
    system = file_time();
    performance = counter();
    Sleep(300);
    EXPECT(GetTickCount64() - tick >= 280);
    EXPECT(file_time() - system >= 2'800'000);
    EXPECT(counter() - performance >= frequency.QuadPart * 28 / 100);
    passed("sleeps take time");

    const DWORD end = GetTickCount() + 100;
    while (static_cast<int>(GetTickCount() - end) < 0) {
    }
    const LONGLONG until = counter() + frequency.QuadPart / 10;
    while (counter() < until) {
    }
    const auto moment = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
    while (std::chrono::steady_clock::now() < moment) {
    }
    const auto day = std::chrono::system_clock::now() + std::chrono::milliseconds(100);
    while (std::chrono::system_clock::now() < day) {
    }
    passed("polling ends");
}
