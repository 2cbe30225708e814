// What a tick of the time-stamp counter is worth. Only to be run bare: it needs a real clock.

#include "measure.h"

int main(int count, char** values) {
    const Arguments arguments = take_arguments(count, values);
    LARGE_INTEGER frequency, from, now;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&from);
    const std::uint64_t first = ticks();
    Sleep(200);
    QueryPerformanceCounter(&now);
    const std::uint64_t last = ticks();
    const double seconds =
        static_cast<double>(now.QuadPart - from.QuadPart) / static_cast<double>(frequency.QuadPart);
    write_numbers(arguments.file, {{"ticks_per_second", static_cast<double>(last - first) / seconds}});
}
