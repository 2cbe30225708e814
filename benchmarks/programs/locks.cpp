// A lock that nobody contends for, taken and left over and over by two threads, each with a lock of its own.
//
// Under a priority strategy one thread goes through all of its rounds while the other one is enabled all the time,
// so every point asks the strategy and none switches; then the other one does, with nobody to switch to. Each tells
// its median batch: a batch is shorter than a time slice, so the median is free of what else the machine did.
// KIND is critical-section, srw-exclusive or srw-shared.

#include "measure.h"

namespace {

constexpr int batches = 40, rounds = 1000;

std::string_view kind;
volatile LONG finished = 0;
double medians[2];  // in ticks a round, by who was through first

template <class Round>
void measure(Round round) {
    std::vector<double> times;
    times.reserve(batches);
    for (int batch = 0; batch < batches; ++batch) {
        const std::uint64_t from = ticks();
        for (int i = 0; i < rounds; ++i) round();
        times.push_back(static_cast<double>(ticks() - from) / rounds);
    }
    medians[InterlockedIncrement(&finished) - 1] = median(times);
}

DWORD WINAPI work(void*) {
    if (kind == "critical-section") {
        CRITICAL_SECTION section;
        InitializeCriticalSection(&section);
        measure([&] {
            EnterCriticalSection(&section);
            LeaveCriticalSection(&section);
        });
        DeleteCriticalSection(&section);
        return 0;
    }
    SRWLOCK lock = SRWLOCK_INIT;
    if (kind == "srw-exclusive")
        measure([&] {
            AcquireSRWLockExclusive(&lock);
            ReleaseSRWLockExclusive(&lock);
        });
    else
        measure([&] {
            AcquireSRWLockShared(&lock);
            ReleaseSRWLockShared(&lock);
        });
    return 0;
}

}  // namespace

int main(int count, char** values) {
    const Arguments arguments = take_arguments(count, values);
    kind = arguments.kind;
    join({start(work), start(work)});
    write_numbers(arguments.file,
                  {{"first", medians[0]}, {"second", medians[1]}, {"rounds", 2.0 * batches * rounds}});
}
