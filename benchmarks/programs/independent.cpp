// Eight threads with work of their own that meet at a lock now and then: what parallel control is for.

#include "measure.h"

namespace {

constexpr int steps = 60, numbers_per_step = 1'000'000;

SRWLOCK lock = SRWLOCK_INIT;
std::uint32_t total = 0;

DWORD WINAPI work(void* argument) {
    std::uint32_t random = *static_cast<std::uint32_t*>(argument);
    for (int step = 0; step < steps; ++step) {
        for (int i = 0; i < numbers_per_step; ++i) random = random * 1664525 + 1013904223;
        AcquireSRWLockExclusive(&lock);
        total ^= random;
        ReleaseSRWLockExclusive(&lock);
    }
    return 0;
}

}  // namespace

int main(int count, char** values) {
    const Arguments arguments = take_arguments(count, values);
    std::uint32_t seeds[] = {1, 2, 3, 4, 5, 6, 7, 8};
    const std::uint64_t from = ticks();
    join({start(work, &seeds[0]), start(work, &seeds[1]), start(work, &seeds[2]), start(work, &seeds[3]),
          start(work, &seeds[4]), start(work, &seeds[5]), start(work, &seeds[6]), start(work, &seeds[7])});
    const std::uint64_t to = ticks();
    // Used, so that the work is not optimized away.
    write_numbers(arguments.file, {{"ticks", static_cast<double>(to - from)}, {"total", total}});
}
