// The model programs that tests, benchmarks and `cuzz simulate` share: the papers' own examples and the shapes
// of bugs that the field measures itself by.
#pragma once

#include "scheduler/simulator/program.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace cuzz::simulator {

// --- POS paper -------------------------------------------------------------------------------------------------

// Figure 2: ten ops of which only one total order fails.
Program pos_running_example();

// Section 6.1's micro-benchmark: four threads of four accesses over four objects, as four words of the letters
// a … d; upper case writes, lower case reads. With `dummy` each thread begins with an op of its own, without
// which PCT cannot preempt a thread's real first op.
Program pos_micro(const std::array<std::string_view, 4>& threads, bool dummy = false);

// --- PCT paper and the blog on it ------------------------------------------------------------------------------

Program pct_ordering();        // Figure 1a, depth 1
Program pct_atomicity();       // Figure 1b, depth 2
Program pct_deadlock();        // Figure 1c, depth 2
Program pct_pbzip2();          // Figure 2, depth 2
Program pct_event_ordering();  // Figure 3, depth 1 and yet a preemption is needed
Program pct_init_flag();       // Figure 4, depth 2 because of control flow
// Figure 5: two bugs of depth 1, one for each order of two threads of m + 2 ops; `grey` selects the second.
Program pct_two_bugs(std::uint32_t m, bool grey);
// The blog's example: PCT hits it with probability 1/(2k) exactly, k = r + s.
Program blog_open_file(std::uint32_t r, std::uint32_t s);
// A program of n threads whose one bug has depth d and is found by PCT with probability 1/(n·k^(d−1)) and no
// more: thread 2 must come last, and the threads 1 and 2 must hand over at d − 1 exact steps.
Program adversary(std::uint32_t n, std::uint32_t d, std::uint32_t padding);
// n threads take n locks round in a circle: a deadlock of depth n.
Program deadlock_ring(std::uint32_t n);

// --- the classics ----------------------------------------------------------------------------------------------

// The Cilk queue: a victim pushes and pops items at the tail, stealers take them from the head. `fixed` pops in
// the right order.
Program work_stealing_queue(std::uint32_t items, std::uint32_t stealers, bool fixed = false);
Program bank_transfer(bool fixed = false);
// Capacity 1, two producers and two consumers on one condition variable: a wake-up can reach the wrong side.
Program bounded_buffer(bool fixed = false);
Program dining_philosophers(std::uint32_t n, bool fixed = false);
// SCTBench's reorder_N: N − 1 setters write a then b, one checker must not see a without b.
Program reorder(std::uint32_t n);
// SCTBench's twostage_N: N − 1 writers of two values under two locks, one reader.
Program twostage(std::uint32_t n);
// Waiters spin, yielding or not, until the last thread has done its work. Always passes.
Program spin_wait(std::uint32_t waiters, bool yielding = true);

// --- by name ---------------------------------------------------------------------------------------------------

struct ModelInfo {
    std::string_view name;
    std::string_view description;
    std::uint32_t depth;  // of its bug; 0 if it has none
    Program (*make)();
};

std::span<const ModelInfo> all_models();
const ModelInfo* find_model(std::string_view name);

}  // namespace cuzz::simulator
