// Matrix multiplication by four threads: products of two tiles are handed out under a critical section, and added
// to the tile of the result under that tile's SRW lock.

#include "measure.h"

namespace {

constexpr int size = 1024, tile = 32, tiles = size / tile;

std::vector<float> left(size*size), right(size*size), result(size*size);
SRWLOCK tile_locks[tiles * tiles];
CRITICAL_SECTION queue_lock;
int next_product = 0;

bool take(int& product) {
    EnterCriticalSection(&queue_lock);
    product = next_product++;
    LeaveCriticalSection(&queue_lock);
    return product < tiles * tiles * tiles;
}

void multiply(int row, int column, int middle) {
    float sums[tile][tile] = {};
    for (int i = 0; i < tile; ++i)
        for (int k = 0; k < tile; ++k) {
            const float factor = left[static_cast<std::size_t>((row * tile + i) * size + middle * tile + k)];
            const float* from = &right[static_cast<std::size_t>((middle * tile + k) * size + column * tile)];
            for (int j = 0; j < tile; ++j) sums[i][j] += factor * from[j];
        }
    SRWLOCK& lock = tile_locks[row * tiles + column];
    AcquireSRWLockExclusive(&lock);
    for (int i = 0; i < tile; ++i) {
        float* to = &result[static_cast<std::size_t>((row * tile + i) * size + column * tile)];
        for (int j = 0; j < tile; ++j) to[j] += sums[i][j];
    }
    ReleaseSRWLockExclusive(&lock);
}

DWORD WINAPI work(void*) {
    for (int product = 0; take(product);)
        multiply(product / (tiles * tiles), product / tiles % tiles, product % tiles);
    return 0;
}

// Small whole numbers, so that sums are exact in any order.
bool is_right(int row, int column) {
    float sum = 0;
    for (int k = 0; k < size; ++k)
        sum += left[static_cast<std::size_t>(row * size + k)] *
               right[static_cast<std::size_t>(k * size + column)];
    return sum == result[static_cast<std::size_t>(row * size + column)];
}

}  // namespace

int main(int count, char** values) {
    const Arguments arguments = take_arguments(count, values);
    for (std::size_t i = 0; i < left.size(); ++i) {
        left[i] = static_cast<float>(i * 7 % 5);
        right[i] = static_cast<float>(i * 3 % 7);
    }
    for (SRWLOCK& lock : tile_locks) InitializeSRWLock(&lock);
    InitializeCriticalSection(&queue_lock);

    const std::uint64_t from = ticks();
    join({start(work), start(work), start(work), start(work)});
    const std::uint64_t to = ticks();

    for (int i = 0; i < size; i += 13)
        if (!is_right(i, i * 31 % size)) return 1;
    write_numbers(arguments.file, {{"ticks", static_cast<double>(to - from)}});
}
