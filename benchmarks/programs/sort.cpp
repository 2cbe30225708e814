// Quicksort by four threads: what is left to sort lies on a stack under a critical section, and who finds it empty
// sleeps on a condition variable. Small pieces are sorted in place.

#include "measure.h"

namespace {

constexpr std::size_t size = 1'500'000, small_piece = 400;

struct Piece {
    std::uint32_t* begin;
    std::uint32_t* end;
};

CRITICAL_SECTION lock;
CONDITION_VARIABLE changed = CONDITION_VARIABLE_INIT;
std::vector<Piece> pieces;
std::size_t unsorted = size;  // elements that are not in their place yet

bool take(Piece& piece) {
    EnterCriticalSection(&lock);
    while (pieces.empty() && unsorted != 0) SleepConditionVariableCS(&changed, &lock, INFINITE);
    const bool found = !pieces.empty();
    if (found) {
        piece = pieces.back();
        pieces.pop_back();
    }
    LeaveCriticalSection(&lock);
    return found;
}

void give(Piece piece) {
    EnterCriticalSection(&lock);
    pieces.push_back(piece);
    LeaveCriticalSection(&lock);
    WakeConditionVariable(&changed);
}

void done(std::size_t elements) {
    EnterCriticalSection(&lock);
    unsorted -= elements;
    const bool last = unsorted == 0;
    LeaveCriticalSection(&lock);
    if (last) WakeAllConditionVariable(&changed);
}

DWORD WINAPI work(void*) {
    Piece piece{};
    while (take(piece)) {
        while (static_cast<std::size_t>(piece.end - piece.begin) > small_piece) {
            const std::uint32_t pivot = piece.begin[(piece.end - piece.begin) / 2];
            std::uint32_t* low = piece.begin;
            std::uint32_t* high = piece.end - 1;
            while (low <= high) {
                while (*low < pivot) ++low;
                while (*high > pivot) --high;
                if (low <= high) std::swap(*low++, *high--);
            }
            // Between `high` and `low` lies the pivot, or nothing.
            done(static_cast<std::size_t>(low - high - 1));
            give({low, piece.end});
            piece.end = high + 1;
        }
        std::sort(piece.begin, piece.end);
        done(static_cast<std::size_t>(piece.end - piece.begin));
    }
    return 0;
}

}  // namespace

int main(int count, char** values) {
    const Arguments arguments = take_arguments(count, values);
    std::vector<std::uint32_t> numbers(size);
    std::uint32_t random = 1;
    for (std::uint32_t& number : numbers) number = random = random * 1664525 + 1013904223;
    InitializeCriticalSection(&lock);
    pieces.reserve(size / 16);

    const std::uint64_t from = ticks();
    pieces.push_back({numbers.data(), numbers.data() + size});
    join({start(work), start(work), start(work), start(work)});
    const std::uint64_t to = ticks();

    if (!std::is_sorted(numbers.begin(), numbers.end())) return 1;
    write_numbers(arguments.file, {{"ticks", static_cast<double>(to - from)}});
}
