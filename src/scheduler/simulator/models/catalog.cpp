#include "scheduler/simulator/models/models.h"

namespace cuzz::simulator {

namespace {

constexpr ModelInfo models[] = {
    {"bank-transfer", "two transfers that look and write under the lock, but not in one go", 2,
     [] { return bank_transfer(); }},
    {"bank-transfer-fixed", "two transfers under one lock, each in one go", 0,
     [] { return bank_transfer(true); }},
    {"bounded-buffer", "producers and consumers on one condition variable, waking only one", 3,
     [] { return bounded_buffer(); }},
    {"bounded-buffer-fixed", "producers and consumers on one condition variable, waking all", 0,
     [] { return bounded_buffer(true); }},
    {"dining-philosophers", "three philosophers, three forks", 3, [] { return dining_philosophers(3); }},
    {"dining-philosophers-fixed", "three philosophers, one of them left-handed", 0,
     [] { return dining_philosophers(3, true); }},
    {"work-stealing-queue", "the Cilk queue, popping in the wrong order", 2,
     [] { return work_stealing_queue(2, 1); }},
    {"work-stealing-queue-fixed", "the Cilk queue, popping in the right order", 0,
     [] { return work_stealing_queue(2, 1, true); }},
    {"reorder_3", "two setters of two variables and a checker", 3, [] { return reorder(3); }},
    {"reorder_10", "nine setters of two variables and a checker", 10, [] { return reorder(10); }},
    {"reorder_100", "ninety-nine setters of two variables and a checker", 100, [] { return reorder(100); }},
    {"twostage_2", "a writer of two values under two locks and a reader", 2, [] { return twostage(2); }},
    {"twostage_100", "ninety-nine writers of two values under two locks and a reader", 100,
     [] { return twostage(100); }},
    {"spin-wait", "two threads spin, yielding, until a third has done its work", 0,
     [] { return spin_wait(2); }},
    {"spin-wait-hard", "two threads spin, not yielding, until a third has done its work", 0,
     [] { return spin_wait(2, false); }},
    {"pos-running-example", "POS paper, Figure 2: one total order out of many fails", 3, pos_running_example},
    {"pct-ordering", "PCT paper, Figure 1a: use before initialization", 1, pct_ordering},
    {"pct-atomicity", "PCT paper, Figure 1b: test, then use", 2, pct_atomicity},
    {"pct-deadlock", "PCT paper, Figure 1c: two locks, two orders", 2, pct_deadlock},
    {"pct-pbzip2", "PCT paper, Figure 2: unlock after free, before exit", 2, pct_pbzip2},
    {"pct-event-ordering", "PCT paper, Figure 3: depth 1, and yet a preemption", 1, pct_event_ordering},
    {"pct-init-flag", "PCT paper, Figure 4: a flag that is set too early", 2, pct_init_flag},
    {"pct-two-bugs", "PCT paper, Figure 5: what a coin at every step does not find", 1,
     [] { return pct_two_bugs(20, false); }},
    {"blog-open-file", "a file that is read before it is open: 1/(2k)", 2,
     [] { return blog_open_file(10, 10); }},
    {"adversary", "four threads, depth 3: no program is harder for PCT", 3,
     [] { return adversary(4, 3, 4); }},
    {"deadlock-ring", "three threads, three locks in a circle", 3, [] { return deadlock_ring(3); }},
};

}  // namespace

std::span<const ModelInfo> all_models() { return models; }

const ModelInfo* find_model(std::string_view name) {
    for (const ModelInfo& model : models)
        if (model.name == name) return &model;
    return nullptr;
}

}  // namespace cuzz::simulator
