// DFS, IPB and IDB: every schedule, once, in order of cost; compared with counts from the book and with a walk
// through all draws of `random-walk`, which knows nothing of them.

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

std::string schedule_of(const Simulator& simulator) {
    std::string text;
    for (const Pick& pick : simulator.engine().recorder().picks())
        if (pick.kind != Pick::Kind::birth)
            text += std::to_string(static_cast<int>(pick.kind)) + "." + std::to_string(pick.thread) + "." +
                    std::to_string(pick.kind == Pick::Kind::run ? 0 : pick.value) + " ";
    return text;
}

// What a run cost, from what happened alone: preemptions, and delays of a round robin over threads that are all
// there from the start.
class Costs final : public Observer {
public:
    void begin(const RunStart&) override {
        preemptions_ = delays_ = 0;
        last_ = no_thread;
        enabled_.clear();
    }
    void born(const Birth& birth) override { enabled_.insert(birth.child); }
    void executed(const Step& step) override {
        const ThreadId base = last_ == no_thread         ? enabled_.first()
                              : enabled_.contains(last_) ? last_
                                                         : enabled_.after_round(last_);
        if (enabled_.contains(step.thread))  // else a timeout let it go on
            for (ThreadId t = base; t != step.thread; t = enabled_.after_round(t)) ++delays_;
        preemptions_ += last_ != no_thread && last_ != step.thread && enabled_.contains(last_);
        last_ = step.thread;
        enabled_ = step.enabled;
    }

    std::uint32_t preemptions() const { return preemptions_; }
    std::uint32_t delays() const { return delays_; }

private:
    std::uint32_t preemptions_ = 0, delays_ = 0;
    ThreadId last_ = no_thread;
    ThreadSet enabled_;
};

struct Search {
    std::uint64_t runs = 0, failures = 0, claims = 0;
    std::set<std::string> schedules;
    std::vector<std::uint32_t> preemptions, delays;  // by run
    Bound last;
};

Search search(const Program& program, std::string_view text, std::uint64_t most = 200'000) {
    Simulator simulator(program, {.steps = 100'000, .picks = 200'000});
    const auto strategy = make_strategy(text);
    Costs costs;
    Observer* const observers[] = {&costs};
    Search result;
    while (strategy->has_more() && result.runs < most) {
        const RunResult run = simulator.run(*strategy, known(2, 10), ++result.runs, observers);
        result.failures += run.is_failure();
        result.claims += run.bound.depth != 0;
        result.last = run.bound;
        result.schedules.insert(schedule_of(simulator));
        result.preemptions.push_back(costs.preemptions());
        result.delays.push_back(costs.delays());
    }
    return result;
}

std::set<std::string> brute_force(const Program& program) {
    Simulator simulator(program);
    const auto walk = make_strategy("random-walk");
    AllDraws draws;
    walk->use(&draws);
    std::set<std::string> schedules;
    do {
        simulator.run(*walk, known(2, 10), 0);
        schedules.insert(schedule_of(simulator));
    } while (draws.next());
    return schedules;
}

Program with_locks() {
    Program p("locks");
    const auto m = p.lock("m");
    const auto x = p.variable("x");
    for (const char* name : {"a", "b", "c"})
        p.thread(name, [&](Body& t) {
            t.write(x, 0);
            t.lock(m);
            t.add(x, 1);
            t.unlock(m);
        });
    return p;
}

Program with_events() {
    Program p("events");
    const auto x = p.variable("x");
    const auto e = p.event("e");
    for (const char* name : {"a", "b"})
        p.thread(name, [&](Body& t) {
            t.write(x, 1);
            t.wait(e);
            t.write(x, 2);
        });
    p.thread("setter", [&](Body& t) {
        t.set(e);
        t.set(e);
    });
    return p;
}

Program with_condition() {
    Program p("condition");
    const auto m = p.lock("m");
    const auto c = p.condition("c");
    const auto x = p.variable("x");
    for (const char* name : {"a", "b"})
        p.thread(name, [&](Body& t) {
            t.lock(m);
            t.loop_while([&] { return t.read(x) == 0; }, [&] { t.wait(c, m); });
            t.unlock(m);
        });
    p.thread("waker", [&](Body& t) {
        t.lock(m);
        t.write(x, 1);
        t.unlock(m);
        t.wake_one(c);
    });
    return p;
}

Program with_births_and_choices() {
    Program p("births");
    const auto x = p.variable("x");
    const auto s = p.semaphore("s", 1);
    const auto e = p.event("e");
    const auto child = p.thread("child", [&](Body& t) {
        t.acquire(s);
        t.write(x, t.choose(3));
        t.release(s);
    });
    p.thread("main", [&](Body& t) {
        t.create(child);
        t.acquire(s);
        t.when(t.wait_or_timeout(e) == 0, [&] { t.release(s); });
        t.join(child);
    });
    return p;
}

// (Σ ops)! / Π ops!
TEST(Dfs, VisitsAsManySchedulesOfIndependentThreadsAsTheMultinomialSays) {
    struct Case {
        int threads, ops;
        std::uint64_t count;
    };
    for (const auto& [threads, ops, count] :
         {Case{2, 3, 20}, {3, 2, 90}, {4, 1, 24}, {2, 6, 924}, {3, 3, 1680}, {1, 5, 1}}) {
        const Search dfs = search(independent(threads, ops), "dfs");
        EXPECT_EQ(dfs.runs, count);
        EXPECT_EQ(dfs.schedules.size(), count);
    }
}

TEST(Systematic, AllThreeVisitTheSchedulesThatBruteForceFindsAndEachOnce) {
    for (const Program& program : {with_locks(), with_events(), with_condition(), with_births_and_choices(),
                                   pct_deadlock(), deadlock_ring(3), pct_atomicity()}) {
        const auto expected = brute_force(program);
        for (const char* text : {"dfs", "ipb", "idb"}) {
            const Search found = search(program, text);
            EXPECT_EQ(found.runs, found.schedules.size()) << program.name() << ", " << text;
            EXPECT_EQ(found.schedules, expected) << program.name() << ", " << text;
        }
    }
}

TEST(Ipb, GoesByTheNumberOfPreemptions) {
    for (const Program& program : {independent(3, 3), with_locks(), with_events(), with_condition()}) {
        const Search ipb = search(program, "ipb");
        EXPECT_TRUE(std::ranges::is_sorted(ipb.preemptions)) << program.name();
        EXPECT_EQ(ipb.preemptions.front(), 0u);
    }
}

TEST(Idb, GoesByTheNumberOfDelays) {
    for (const Program& program : {independent(3, 3), with_locks(), with_events()}) {
        const Search idb = search(program, "idb");
        EXPECT_TRUE(std::ranges::is_sorted(idb.delays)) << program.name();
        EXPECT_EQ(std::ranges::count(idb.delays, 0u),
                  program.name() == "events" ? 2 : 1);  // two orders of waking
    }
}

// What a bound leaves are exactly the schedules of DFS that cost no more.
TEST(Systematic, ABoundKeepsTheCheapSchedulesAndClaimsNothing) {
    const Program program = independent(3, 3);
    const Search dfs = search(program, "dfs");
    for (std::uint32_t bound = 0; bound <= 3; ++bound) {
        const auto cheap = [&](std::uint32_t cost) { return cost <= bound; };
        const Search ipb = search(program, "ipb:bound=" + std::to_string(bound));
        EXPECT_EQ(ipb.runs, static_cast<std::uint64_t>(std::ranges::count_if(dfs.preemptions, cheap)));
        EXPECT_EQ(ipb.claims, 0u);
        const Search idb = search(program, "idb:bound=" + std::to_string(bound));
        EXPECT_EQ(idb.runs, static_cast<std::uint64_t>(std::ranges::count_if(dfs.delays, cheap)));
        EXPECT_EQ(idb.claims, 0u);
    }
}

// The n threads that never block: n! schedules without a preemption.
TEST(Ipb, WithoutPreemptionsThereAreOnlyTheOrdersOfTheThreads) {
    EXPECT_EQ(search(independent(4, 5), "ipb:bound=0").runs, 24u);
}

// However many locks there are in the ring: the first thread stops between its two, then from the last to the
// second each runs into the one before it, which is no preemption.
TEST(Ipb, FindsTheDeadlockOfARingOfLocksWithOnePreemption) {
    for (std::uint32_t n = 2; n <= 4; ++n) {
        EXPECT_EQ(search(deadlock_ring(n), "ipb:bound=0").failures, 0u) << n;
        EXPECT_GT(search(deadlock_ring(n), "ipb:bound=1").failures, 0u) << n;
    }
}

TEST(Idb, FindsTheDeadlockOfTwoLocksWithOneDelay) {
    EXPECT_EQ(search(pct_deadlock(), "idb:bound=0").failures, 0u);
    EXPECT_GT(search(pct_deadlock(), "idb:bound=1").failures, 0u);
}

TEST(Systematic, ClaimsEveryBugAtTheLastRunAndNothingBefore) {
    for (const char* text : {"dfs", "ipb", "idb", "ipb:bound=100"}) {
        const Search found = search(independent(2, 3), text);
        EXPECT_EQ(found.claims, 1u) << text;
        EXPECT_EQ(found.last.depth, Bound::any_depth) << text;
        EXPECT_EQ(found.last.hit, 1) << text;
    }
}

TEST(Systematic, WithoutMemoryForAllItEndsAndClaimsNothing) {
    for (const char* text : {"dfs:memory=5", "ipb:memory=5", "idb:memory=5"}) {
        const Search found = search(independent(3, 2), text);
        EXPECT_LT(found.runs, 90u) << text;
        EXPECT_EQ(found.runs, found.schedules.size()) << text;
        EXPECT_EQ(found.claims, 0u) << text;
    }
}

// Depth first needs little: the path that it is on, and what branches off it.
TEST(Dfs, NeedsMemoryForOnePathOnly) {
    const Search found = search(independent(3, 3), "dfs:memory=40");
    EXPECT_EQ(found.runs, 1680u);
    EXPECT_EQ(found.claims, 1u);
}

// The waiter may read, yield, read, yield; then the worker, enabled all the time since the first yield, must go.
// So the one write comes before any of the four ops or after them: five schedules.
TEST(Dfs, ASpinWaitEndsByTheFairRule) {
    Program program("spin");
    const auto flag = program.variable("flag");
    program.thread("waiter",
                   [&](Body& t) { t.loop_while([&] { return t.read(flag) == 0; }, [&] { t.yield(); }); });
    program.thread("worker", [&](Body& t) { t.write(flag, 1); });
    for (const char* text : {"dfs", "ipb", "idb"}) {
        const Search found = search(program, text);
        EXPECT_EQ(found.runs, 5u) << text;
        EXPECT_EQ(found.schedules.size(), 5u) << text;
        EXPECT_EQ(found.failures, 0u) << text;
        EXPECT_NE(std::string_view(found.last.caveat).find("starves"), std::string_view::npos);
    }
}

// A single yield leaves every schedule in: as many as for an op of any kind.
TEST(Dfs, ASingleYieldLosesNoSchedule) {
    Program program("yield");
    const auto x = program.variable("x");
    for (const char* name : {"a", "b"})
        program.thread(name, [&](Body& t) {
            t.write(x, 1);
            t.yield();
            t.write(x, 2);
        });
    EXPECT_EQ(search(program, "dfs").runs, 20u);
}

// The first child's last op is a yield; the second has its slot, and yields once. It must not be taken for a thread
// that has yielded before: none of the schedules is unfair.
TEST(Systematic, AThreadInTheSlotOfOneThatEndedWithAYieldStartsAnew) {
    Program program("slot");
    const auto x = program.variable("x");
    const auto first = program.thread("first", [&](Body& t) { t.yield(); });
    const auto second = program.thread("second", [&](Body& t) {
        t.yield();
        t.write(x, 1);
    });
    program.thread("main", [&](Body& t) {
        t.create(first);
        t.join(first);
        t.create(second);
    });
    program.thread("other", [&](Body& t) {
        t.write(x, 2);
        t.write(x, 3);
    });
    const auto expected = brute_force(program);
    for (const char* text : {"dfs", "ipb", "idb"}) {
        const Search found = search(program, text);
        EXPECT_EQ(found.runs, found.schedules.size()) << text;
        EXPECT_TRUE(found.schedules == expected) << text;
        EXPECT_STREQ(found.last.caveat, "the search is complete") << text;
    }
}

// The worker is enabled only while the waiter does not hold the lock: the rule must see that it was the waiter who
// disabled it.
TEST(Dfs, ASpinUnderALockEndsByTheFairRule) {
    Program program("lock-spin");
    const auto m = program.lock("m");
    const auto flag = program.variable("flag"), seen = program.variable("seen");
    program.thread("waiter", [&](Body& t) {
        t.loop_while([&] { return t.read(seen) == 0; },
                     [&] {
                         t.lock(m);
                         t.write(seen, t.read(flag));
                         t.unlock(m);
                         t.yield();
                     });
    });
    program.thread("worker", [&](Body& t) {
        t.lock(m);
        t.write(flag, 1);
        t.unlock(m);
    });
    const Search found = search(program, "dfs");
    EXPECT_EQ(found.failures, 0u);
    EXPECT_EQ(found.claims, 1u);
    EXPECT_EQ(found.runs, found.schedules.size());
}

TEST(Systematic, NeverStarvesASpinWait) {
    for (const char* text : {"dfs", "ipb", "idb"})
        for (const bool yielding : {true, false}) {
            const Search found = search(spin_wait(2, yielding), text, samples(100, 1'000));
            EXPECT_EQ(found.failures, 0u) << text;
            EXPECT_EQ(found.schedules.size(), found.runs) << text;
        }
}

// A run for nothing more: the default schedule again, and still no more.
TEST(Systematic, GoesOnQuietlyWhenNothingIsLeft) {
    const Program program = independent(2, 1);
    Simulator simulator(program);
    const auto dfs = make_strategy("dfs");
    for (int i = 0; i < 5; ++i) simulator.run(*dfs, known(2, 2), 1);
    EXPECT_FALSE(dfs->has_more());
    EXPECT_EQ(schedule_of(simulator), "0.0.0 0.1.0 ");
}

}  // namespace
}  // namespace cuzz
