// A pipeline as compressors have it: one thread makes blocks of text, two compress them (LZ77, greedy, one candidate
// per hash), one unpacks and compares. Between them bounded queues: a critical section and two condition variables.

#include "measure.h"

#include <array>
#include <cstring>
#include <deque>

namespace {

constexpr std::size_t block_size = 16384, blocks = 3000;
constexpr std::size_t shortest = 4, longest = 255 + shortest;

struct Block {
    std::array<std::uint8_t, block_size> text;
    std::vector<std::uint8_t> packed;
};

class Queue {
public:
    Queue() { InitializeCriticalSection(&lock_); }

    void put(Block* block) {
        EnterCriticalSection(&lock_);
        while (blocks_.size() == room) SleepConditionVariableCS(&has_room_, &lock_, INFINITE);
        blocks_.push_back(block);
        LeaveCriticalSection(&lock_);
        WakeConditionVariable(&has_blocks_);
    }

    Block* take() {
        EnterCriticalSection(&lock_);
        while (blocks_.empty()) SleepConditionVariableCS(&has_blocks_, &lock_, INFINITE);
        Block* block = blocks_.front();
        blocks_.pop_front();
        LeaveCriticalSection(&lock_);
        WakeConditionVariable(&has_room_);
        return block;
    }

private:
    static constexpr std::size_t room = 16;
    CRITICAL_SECTION lock_;
    CONDITION_VARIABLE has_room_ = CONDITION_VARIABLE_INIT, has_blocks_ = CONDITION_VARIABLE_INIT;
    std::deque<Block*> blocks_;
};

Queue made, packed, empty;
std::size_t bytes_packed = 0, wrong = 0;

// Lines as a log has them: parts that repeat and numbers that do not.
void fill(Block& block, std::uint32_t& random) {
    static constexpr char words[] = "request from client: status ok, bytes sent ";
    for (std::size_t i = 0; i < block_size; ++i) {
        const std::size_t at = i % 64;
        if (at >= sizeof words - 1) random = random * 1664525 + 1013904223;
        block.text[i] =
            static_cast<std::uint8_t>(at < sizeof words - 1 ? words[at] : '0' + (random >> 28) % 10);
    }
}

std::uint32_t four_bytes(const std::uint8_t* from) {
    std::uint32_t value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// Tokens: 0, a byte; or 1, length − shortest, two bytes of distance.
void pack(Block& block) {
    std::array<std::uint16_t, 4096> places{};  // position + 1 by hash
    const std::uint8_t* text = block.text.data();
    block.packed.clear();
    for (std::size_t at = 0; at < block_size;) {
        std::size_t length = 0, distance = 0;
        if (at + shortest <= block_size) {
            std::uint16_t& place = places[four_bytes(text + at) * 2654435761u >> 20];
            if (place != 0 && four_bytes(text + place - 1) == four_bytes(text + at)) {
                distance = at - (place - 1u);
                const std::size_t most = std::min(longest, block_size - at);
                for (length = shortest; length < most && text[at + length] == text[at + length - distance];)
                    ++length;
            }
            place = static_cast<std::uint16_t>(at + 1);
        }
        if (length == 0) {
            block.packed.insert(block.packed.end(), {0, text[at]});
            ++at;
        } else {
            block.packed.insert(block.packed.end(), {1, static_cast<std::uint8_t>(length - shortest),
                                                     static_cast<std::uint8_t>(distance),
                                                     static_cast<std::uint8_t>(distance >> 8)});
            at += length;
        }
    }
}

bool unpacks(const Block& block) {
    std::array<std::uint8_t, block_size> text;
    std::size_t at = 0;
    for (std::size_t i = 0; i < block.packed.size();) {
        if (block.packed[i] == 0) {
            text[at++] = block.packed[i + 1];
            i += 2;
            continue;
        }
        const std::size_t length = block.packed[i + 1] + shortest;
        const std::size_t distance = block.packed[i + 2] + block.packed[i + 3] * 256u;
        for (std::size_t j = 0; j < length; ++j, ++at) text[at] = text[at - distance];
        i += 4;
    }
    return at == block_size && text == block.text;
}

DWORD WINAPI make(void*) {
    std::uint32_t random = 1;
    for (std::size_t i = 0; i < blocks; ++i) {
        Block* block = empty.take();
        fill(*block, random);
        made.put(block);
    }
    return 0;
}

DWORD WINAPI compress(void*) {
    for (std::size_t i = 0; i < blocks / 2; ++i) {
        Block* block = made.take();
        pack(*block);
        packed.put(block);
    }
    return 0;
}

DWORD WINAPI compare(void*) {
    for (std::size_t i = 0; i < blocks; ++i) {
        Block* block = packed.take();
        bytes_packed += block->packed.size();
        if (!unpacks(*block)) ++wrong;
        empty.put(block);
    }
    return 0;
}

}  // namespace

int main(int count, char** values) {
    const Arguments arguments = take_arguments(count, values);
    std::vector<Block> all(16);
    for (Block& block : all) {
        block.packed.reserve(2 * block_size);
        empty.put(&block);
    }

    const std::uint64_t from = ticks();
    join({start(make), start(compress), start(compress), start(compare)});
    const std::uint64_t to = ticks();

    if (wrong != 0 || bytes_packed >= blocks * block_size) return 1;
    write_numbers(arguments.file, {{"ticks", static_cast<double>(to - from)}});
}
