// What the measured programs share: the time-stamp counter, the core, and where their numbers go.
//
// Under cuzz the clocks of Windows are virtual, so a program that measures itself reads the processor's counter;
// clock.exe tells, outside of control, what a tick is worth. cuzz keeps what a program prints to itself, so the
// numbers are appended to a file:
//
//     PROGRAM FILE CORE [KIND]     CORE -1: wherever Windows likes
//
// The bare program is told its core; under cuzz it is not, since there it is cuzz that pins.
#pragma once

#include <windows.h>

#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <x86intrin.h>
#endif

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

inline std::uint64_t ticks() { return __rdtsc(); }

struct Arguments {
    const char* file;
    std::string_view kind;
};

inline Arguments take_arguments(int count, char** values) {
    if (count < 3) {
        std::fprintf(stderr, "usage: PROGRAM FILE CORE [KIND]\n");
        std::exit(2);
    }
    const int core = std::atoi(values[2]);
    if (core >= 0) SetProcessAffinityMask(GetCurrentProcess(), DWORD_PTR{1} << core);
    return {values[1], count > 3 ? values[3] : ""};
}

// "first=1 second=2"
inline void write_numbers(const char* file, std::initializer_list<std::pair<const char*, double>> numbers) {
    std::FILE* to = std::fopen(file, "a");
    if (to == nullptr) std::exit(2);
    for (const auto& [name, value] : numbers) std::fprintf(to, "%s=%.9g ", name, value);
    std::fprintf(to, "\n");
    std::fclose(to);
}

inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

inline void join(std::initializer_list<HANDLE> threads) {
    WaitForMultipleObjects(static_cast<DWORD>(threads.size()), threads.begin(), TRUE, INFINITE);
    for (HANDLE thread : threads) CloseHandle(thread);
}

inline HANDLE start(LPTHREAD_START_ROUTINE routine, void* argument = nullptr) {
    return CreateThread(nullptr, 0, routine, argument, 0, nullptr);
}
