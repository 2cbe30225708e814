// The partial orders of a POS micro-benchmark program, found without the engine: which there are, and how likely
// a random walk is to take each, exactly.
#pragma once

#include "scheduler/pick.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>

namespace cuzz::testing {

// Four threads of four accesses over four objects, as four words: upper case writes, lower case reads.
using MicroProgram = std::array<std::string_view, 4>;

// A partial order as a number: for each object the threads that accessed it, in order. Reads that follow each
// other commute, so a stretch of them is kept sorted.
class OrderKey {
public:
    void access(std::uint32_t object, std::uint32_t thread, bool read) {
        Row& row = rows_[object];
        std::uint32_t at = row.size++;
        if (read)
            while (at > row.reads_from && row.threads[at - 1] > thread) {
                row.threads[at] = row.threads[at - 1];
                --at;
            }
        row.threads[at] = static_cast<std::uint8_t>(thread);
        if (!read) row.reads_from = row.size;
    }

    // Two bits an access: at most 32 in all, and the program says how many each object has. Reads and writes of
    // one thread need no telling apart, since its accesses come in the order of its program.
    std::uint64_t value() const {
        std::uint64_t key = 1;
        for (const Row& row : rows_) {
            for (std::uint32_t i = 0; i < row.size; ++i) key = key * 4 + row.threads[i];
            key = key * 4 + 3;
            key = key * 16 + row.size;
        }
        return key;
    }

private:
    struct Row {
        std::array<std::uint8_t, 8> threads{};
        std::uint32_t size = 0;
        std::uint32_t reads_from = 0;  // where the last stretch of reads begins
    };
    std::array<Row, 4> rows_{};
};

inline bool is_read(char letter) { return letter >= 'a'; }
inline std::uint32_t object_of(char letter) {
    return static_cast<std::uint32_t>(letter - (is_read(letter) ? 'a' : 'A'));
}

// Every partial order with the probability that a random walk takes it: all prefixes of one length, merged where
// they are the same partial order, then all of the next length.
inline std::unordered_map<std::uint64_t, double> partial_orders(const MicroProgram& program) {
    struct Prefix {
        std::array<std::uint8_t, 4> done{};
        OrderKey order;
        double probability = 1;
    };
    std::unordered_map<std::uint64_t, Prefix> level{{0, Prefix{}}};
    for (int step = 0; step < 16; ++step) {
        std::unordered_map<std::uint64_t, Prefix> next;
        for (const auto& [key, prefix] : level) {
            const auto running =
                std::count_if(prefix.done.begin(), prefix.done.end(), [](auto n) { return n < 4; });
            for (std::uint32_t t = 0; t < 4; ++t) {
                if (prefix.done[t] == 4) continue;
                const char letter = program[t][prefix.done[t]];
                Prefix longer = prefix;
                ++longer.done[t];
                longer.order.access(object_of(letter), t, is_read(letter));
                longer.probability /= static_cast<double>(running);
                // The same threads at the same objects in the same order: the same positions too.
                const auto [at, fresh] = next.emplace(longer.order.value(), longer);
                if (!fresh) at->second.probability += longer.probability;
            }
        }
        level = std::move(next);
    }
    std::unordered_map<std::uint64_t, double> orders;
    for (const auto& [key, prefix] : level) orders[key] = prefix.probability;
    return orders;
}

// The partial order that a recorded run took. Threads and objects are numbered as the model made them: thread t
// is slot t, the four shared objects come first.
inline std::uint64_t order_of(std::span<const Pick> picks) {
    OrderKey order;
    for (const Pick& pick : picks)
        if (pick.kind == Pick::Kind::run && pick.object >= 1 && pick.object <= 4)
            order.access(pick.object - 1, pick.thread, pick.op == OpKind::read);
    return order.value();
}

}  // namespace cuzz::testing
