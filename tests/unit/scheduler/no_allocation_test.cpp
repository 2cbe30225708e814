// After a run has started the scheduler does not allocate: it lives inside somebody else's heap lock.
//
// The global operator new of this test program counts while a run is on, which an observer tells: observers hear
// of `begin` last of all in Engine::start, and of `end` last of all in Engine::finish_run. (Over-aligned types have
// an operator of their own, which is not replaced; the scheduler has none.)

#include "scheduler/coverage.h"
#include "scheduler/replay.h"
#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

namespace {

std::atomic<bool> counting = false;
std::atomic<unsigned> allocations = 0;

void* allocate(std::size_t size) {
    if (counting.load(std::memory_order_relaxed)) ++allocations;
    if (void* memory = std::malloc(size != 0 ? size : 1)) return memory;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace cuzz {
namespace {

using namespace simulator;

class AllocationCount final : public Observer {
public:
    void begin(const RunStart&) override {
        allocations = 0;
        counting = true;
    }
    void end(const RunFacts&) override { counting = false; }
};

constexpr Limits limits{.steps = 3'000, .picks = 6'000, .spin_reads = 50};

// Two hundred threads at once, then two hundred more in the slots of the first.
Program crowd() {
    Program p("crowd");
    const auto x = p.variable("x");
    const auto go = p.event("go", true);
    std::vector<Thread> children;
    for (int i = 0; i < 400; ++i)
        children.push_back(p.thread("child", [&](Body& t) {
            t.wait(go);
            t.add(x, t.choose(2));
            t.yield();
        }));
    p.thread("main", [&](Body& t) {
        for (int half = 0; half < 400; half += 200) {
            for (int i = half; i < half + 200; ++i) t.create(children[static_cast<std::size_t>(i)]);
            t.set(go);
            for (int i = half; i < half + 200; ++i) t.join(children[static_cast<std::size_t>(i)]);
        }
    });
    return p;
}

class NoAllocation : public ::testing::TestWithParam<const StrategyInfo*> {};

INSTANTIATE_TEST_SUITE_P(Registry, NoAllocation, ::testing::ValuesIn(all_strategies()), testing::test_name);

TEST(NoAllocationTest, WouldBeSeen) {
    AllocationCount count;
    const Estimates estimates;
    count.begin({0, estimates});
    int* volatile one = new int;  // volatile, or the compiler may leave it all out
    delete one;
    int* volatile many = new int[100];
    delete[] many;
    count.end({});
    EXPECT_EQ(allocations.load(), 2u);
}

TEST_P(NoAllocation, AfterTheStartOfARun) {
    std::vector<Program> programs;
    for (const ModelInfo& model : all_models()) programs.push_back(model.make());
    programs.push_back(crowd());
    AllocationCount count;
    PairCoverage coverage;
    Observer* const observers[] = {&coverage, &count};
    for (const Program& program : programs) {
        Simulator simulator(program, limits);
        const Estimates measured = calibrate(simulator, *GetParam(), 2), wrong;
        const auto strategy = parse_strategy(GetParam()->name)->make();
        for (std::uint64_t seed = 1; seed <= 4 && strategy->has_more(); ++seed) {
            simulator.run(*strategy, seed % 2 != 0 ? measured : wrong, seed, observers);
            ASSERT_EQ(allocations.load(), 0u) << program.name() << ", seed " << seed;
        }
        // Replay, to its end and past a divergence, with the strategy as the inner one.
        Schedule schedule = *make_schedule(simulator.engine().recorder());
        for (const bool is_cut : {false, true}) {
            if (is_cut) schedule.picks.resize(schedule.picks.size() / 2);
            const auto inner = parse_strategy(GetParam()->name)->make();
            Replay replay(schedule, *inner, Replay::Mode::best_effort);
            simulator.run(replay, measured, 7, observers);
            ASSERT_EQ(allocations.load(), 0u) << "replay of " << program.name();
            ASSERT_EQ(replay.has_diverged(), is_cut) << replay.describe();
        }
    }
}

}  // namespace
}  // namespace cuzz
