// What each op does to the objects of a model program: every schedule of a few small programs, and how they end.

#include "every_schedule.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

// --- locks -----------------------------------------------------------------------------------------------------

// Says so if another thread is between the same two calls.
void be_inside(Body& t, Variable inside) {
    t.check(t.add(inside, 1) == 0, "two are inside");
    t.add(inside, -1);
}

TEST(World, ALockLetsInOneThreadAtATime) {
    for (const bool locked : {true, false}) {
        Program p("lock");
        const auto m = p.lock("m");
        const auto inside = p.variable("inside");
        for (const char* name : {"a", "b", "c"})
            p.thread(name, [&](Body& t) {
                if (locked) t.lock(m);
                be_inside(t, inside);
                if (locked) t.unlock(m);
            });
        EXPECT_EQ(ends(p, {inside}), locked ? Ends{"0"} : (Ends{"0", "two are inside"}));
    }
}

// "b" stands before the lock from the start; "a" may still get it twice in a row.
TEST(World, ALockIsNotHandedOverToWhoWaits) {
    Program p("barging");
    const auto m = p.lock("m");
    const auto order = p.variable("order");
    p.thread("a", [&](Body& t) {
        for (int i = 0; i < 2; ++i) {
            t.lock(m);
            t.write(order, t.read(order) + 1);
            t.unlock(m);
        }
    });
    p.thread("b", [&](Body& t) {
        t.lock(m);
        t.write(order, t.read(order) + t.read(order) + 10);
        t.unlock(m);
    });
    EXPECT_EQ(ends(p, {order}), (Ends{"12", "13", "14"}));  // b first, in between, last
}

TEST(World, TryLockTakesAFreeLockAndNeverWaits) {
    Program p("try");
    const auto m = p.lock("m");
    const auto inside = p.variable("inside"), got = p.variable("got", -1);
    p.thread("a", [&](Body& t) {
        t.lock(m);
        be_inside(t, inside);
        t.unlock(m);
    });
    p.thread("b", [&](Body& t) {
        const Value taken = t.try_lock(m);
        t.when(taken, [&] {
            be_inside(t, inside);
            t.unlock(m);
        });
        t.write(got, taken);
    });
    EXPECT_EQ(ends(p, {got}), (Ends{"0", "1"}));
}

TEST(World, TryLockFailsWhileThereIsAReaderOrTheThreadItselfHasTheLock) {
    for (const bool shared : {true, false}) {
        Program p("try-again");
        const auto m = p.lock("m");
        const auto got = p.variable("got", -1);
        p.thread("a", [&](Body& t) {
            if (shared)
                t.lock_shared(m);
            else
                t.lock(m);
            t.write(got, t.try_lock(m));
        });
        EXPECT_EQ(ends(p, {got}), Ends{"0"});
    }
}

TEST(World, ReadersShareALockAndAWriterHasItAlone) {
    Program p("readers");
    const auto m = p.lock("m");
    const auto readers = p.variable("readers"), writing = p.variable("writing"),
               together = p.variable("together");
    for (const char* name : {"reader-1", "reader-2"})
        p.thread(name, [&](Body& t) {
            t.lock_shared(m);
            t.when(t.add(readers, 1) == 1, [&] { t.write(together, 1); });
            t.check(t.read(writing) == 0, "a reader meets a writer");
            t.add(readers, -1);
            t.unlock_shared(m);
        });
    p.thread("writer", [&](Body& t) {
        t.lock(m);
        t.write(writing, 1);
        t.check(t.read(readers) == 0, "a writer meets a reader");
        t.write(writing, 0);
        t.unlock(m);
    });
    EXPECT_EQ(ends(p, {together}), (Ends{"0", "1"}));
}

TEST(World, TwoWritersAndAReaderExcludeEachOther) {
    Program p("writers");
    const auto m = p.lock("m");
    const auto inside = p.variable("inside");
    for (const char* name : {"writer-1", "writer-2", "reader"})
        p.thread(name, [&](Body& t) {
            const bool reads = *name == 'r';
            reads ? t.lock_shared(m) : t.lock(m);
            be_inside(t, inside);
            reads ? t.unlock_shared(m) : t.unlock(m);
        });
    EXPECT_EQ(ends(p, {inside}), Ends{"0"});
}

// --- semaphores ------------------------------------------------------------------------------------------------

TEST(World, ASemaphoreLetsInAsManyAsItCounts) {
    Program p("semaphore");
    const auto s = p.semaphore("s", 2);
    const auto inside = p.variable("inside"), most = p.variable("most");
    for (const char* name : {"a", "b", "c"})
        p.thread(name, [&](Body& t) {
            t.acquire(s);
            const Value others = t.add(inside, 1);
            t.when(others > 0, [&] { t.write(most, others + 1); });
            t.add(inside, -1);
            t.release(s);
        });
    EXPECT_EQ(ends(p, {most}), (Ends{"0", "2"}));
}

TEST(World, EveryReleaseOfASemaphoreCountsWhetherSomebodyWaitsOrNot) {
    for (const int releases : {3, 2}) {
        Program p("releases");
        const auto s = p.semaphore("s");
        const auto x = p.variable("x"), got = p.variable("got");
        for (const char* name : {"a", "b"})
            p.thread(name, [&](Body& t) {
                if (*name == 'b') t.write(x, 1);  // so that it may come late
                for (int i = 0; i < (*name == 'a' ? 2 : 1); ++i) t.acquire(s);
                t.add(got, 1);
            });
        p.thread("c", [&](Body& t) {
            for (int i = 0; i < releases; ++i) t.release(s);
        });
        EXPECT_EQ(ends(p, {got}),
                  releases == 3 ? Ends{"2"} : (Ends{"a waits to wait s", "b waits to wait s"}));
    }
}

TEST(World, AReleaseOfASemaphoreMayGoToAnyThatWaits) {
    Program p("release");
    const auto s = p.semaphore("s");
    for (const char* name : {"a", "b"}) p.thread(name, [&](Body& t) { t.acquire(s); });
    p.thread("c", [&](Body& t) { t.release(s); });
    EXPECT_EQ(ends(p), (Ends{"a waits to wait s", "b waits to wait s"}));
}

// --- events ----------------------------------------------------------------------------------------------------

// Two threads that wait for the event, at once or after an op of their own, and one that does what is said.
Program two_waiters(bool manual, bool at_once, const std::function<void(Body&, Event)>& setter) {
    Program p("events");
    const auto e = p.event("e", manual);
    const auto own = p.variable("own");
    for (const char* name : {"a", "b"})
        p.thread(name, [&](Body& t) {
            if (!at_once) t.write(own, 1);
            t.wait(e);
        });
    p.thread("setter", [&](Body& t) { setter(t, e); });
    return p;
}

const std::string a_waits = "a waits to wait e", b_waits = "b waits to wait e",
                  both_wait = "a waits to wait e; b waits to wait e";

TEST(World, ASetOfAnAutoResetEventReleasesOneWaiterAndItMayBeAny) {
    EXPECT_EQ(ends(two_waiters(false, true, [](Body& t, Event e) { t.set(e); })), (Ends{a_waits, b_waits}));
}

TEST(World, TwoSetsOfAnAutoResetEventReleaseTwoThatWait) {
    const auto twice = [](Body& t, Event e) {
        t.set(e);
        t.set(e);
    };
    EXPECT_EQ(ends(two_waiters(false, true, twice)), Ends{""});
    // While nobody waits, the second set finds the event set already.
    EXPECT_EQ(ends(two_waiters(false, false, twice)), (Ends{"", a_waits, b_waits}));
}

TEST(World, ASetOfAnAutoResetEventWithoutAWaiterIsKeptForOneWait) {
    for (const int waits : {1, 2}) {
        Program p("kept");
        const auto e = p.event("e");
        const auto x = p.variable("x");
        p.thread("a", [&](Body& t) {
            t.write(x, 1);
            for (int i = 0; i < waits; ++i) t.wait(e);
        });
        p.thread("setter", [&](Body& t) { t.set(e); });
        EXPECT_EQ(ends(p), waits == 1 ? Ends{""} : Ends{a_waits});
    }
}

TEST(World, AResetTakesBackASetThatNobodyHasHadButNoWaiterThatWasReleased) {
    const auto pulse = [](Body& t, Event e) {
        t.set(e);
        t.reset(e);
    };
    EXPECT_EQ(ends(two_waiters(false, true, pulse)), (Ends{a_waits, b_waits}));
    EXPECT_EQ(ends(two_waiters(false, false, pulse)), (Ends{a_waits, b_waits, both_wait}));
    EXPECT_EQ(ends(two_waiters(true, true, pulse)), Ends{""});
    EXPECT_EQ(ends(two_waiters(true, false, pulse)), (Ends{"", a_waits, b_waits, both_wait}));
}

TEST(World, ASetOfAManualResetEventReleasesAllAndStays) {
    for (const bool at_once : {true, false})
        EXPECT_EQ(ends(two_waiters(true, at_once, [](Body& t, Event e) { t.set(e); })), Ends{""});
}

TEST(World, AnEventMayBeSetFromTheStart) {
    for (const bool manual : {true, false}) {
        Program p("set");
        const auto e = p.event("e", manual, true);
        p.thread("a", [&](Body& t) {
            t.wait(e);
            t.wait(e);
        });
        EXPECT_EQ(ends(p), manual ? Ends{""} : Ends{a_waits});
    }
}

// --- condition variables ---------------------------------------------------------------------------------------

// Two threads sleep; a third wakes if both do. "woken" counts those that are back.
struct Sleepers {
    Program program{"sleepers"};
    Variable woken;

    explicit Sleepers(bool all) {
        const auto m = program.lock("m");
        const auto c = program.condition("c");
        const auto asleep = program.variable("asleep"), inside = program.variable("inside");
        woken = program.variable("woken");
        for (const char* name : {"a", "b"})
            program.thread(name, [&](Body& t) {
                t.lock(m);
                t.add(asleep, 1);
                t.wait(c, m);
                be_inside(t, inside);
                t.add(woken, 1);
                t.unlock(m);
            });
        program.thread("waker", [&](Body& t) {
            t.lock(m);
            t.when(
                t.read(asleep) == 2,
                [&] {
                    t.check(t.add(inside, 1) == 0, "two are inside");
                    all ? t.wake_all(c) : t.wake_one(c);
                    t.add(inside, -1);
                },
                [&] { t.exit(); });
            t.unlock(m);
        });
    }
};

TEST(World, WakeOneWakesOneWhoeverItIs) {
    const Sleepers sleepers(false);
    EXPECT_EQ(ends(sleepers.program, {sleepers.woken}),
              (Ends{"0", "a waits to wait c", "b waits to wait c"}));  // 0: the waker came too early
}

// They take the lock one after the other, and not before the waker has left it.
TEST(World, WakeAllWakesAllAndEachTakesTheLockAgain) {
    const Sleepers sleepers(true);
    EXPECT_EQ(ends(sleepers.program, {sleepers.woken}), (Ends{"0", "2"}));
}

TEST(World, AWakeUpThatComesBeforeTheSleepIsLost) {
    for (const bool all : {true, false}) {
        Program p("lost");
        const auto m = p.lock("m");
        const auto c = p.condition("c");
        p.thread("sleeper", [&](Body& t) {
            t.lock(m);
            t.wait(c, m);
            t.unlock(m);
        });
        p.thread("waker", [&](Body& t) { all ? t.wake_all(c) : t.wake_one(c); });
        EXPECT_EQ(ends(p), (Ends{"", "sleeper waits to wait c"}));
    }
}

TEST(World, AWaitOnAConditionGivesTheLockBackMeanwhile) {
    Program p("releases");
    const auto m = p.lock("m");
    const auto c = p.condition("c");
    const auto ready = p.variable("ready");
    p.thread("sleeper", [&](Body& t) {
        t.lock(m);
        t.loop_while([&] { return t.read(ready) == 0; }, [&] { t.wait(c, m); });
        t.unlock(m);
    });
    p.thread("waker", [&](Body& t) {
        t.lock(m);
        t.write(ready, 1);
        t.unlock(m);
        t.wake_one(c);
    });
    EXPECT_EQ(ends(p, {ready}), Ends{"1"});
}

// --- timed waits -----------------------------------------------------------------------------------------------

TEST(World, ATimedWaitTimesOutIfNobodyElseCanRun) {
    Program p("timeout");
    const auto e = p.event("e");
    const auto m = p.lock("m");
    const auto result = p.variable("result", -1);
    p.thread("a", [&](Body& t) {
        t.lock(m);
        t.write(result, t.wait_or_timeout(e));
        t.unlock(m);
    });
    p.thread("b", [&](Body& t) {
        t.lock(m);
        t.unlock(m);
    });
    EXPECT_EQ(ends(p, {result}), Ends{"0"});
}

TEST(World, ATimedWaitDoesNotTimeOutWhileSomebodyElseCanRun) {
    Program p("in-time");
    const auto e = p.event("e");
    const auto x = p.variable("x"), result = p.variable("result", -1);
    p.thread("a", [&](Body& t) { t.write(result, t.wait_or_timeout(e)); });
    p.thread("b", [&](Body& t) {
        for (int i = 0; i < 3; ++i) t.write(x, i);
        t.set(e);
    });
    EXPECT_EQ(ends(p, {result}), Ends{"1"});
}

// Whose timeout fires is open; the other is then released in time.
TEST(World, OfSeveralTimedWaitsAnyMayBeTheOneThatTimesOut) {
    Program p("one-of-two");
    const auto e = p.event("e");
    const auto a = p.variable("a", -1), b = p.variable("b", -1);
    for (const Variable x : {a, b})
        p.thread(x.object == a.object ? "a" : "b", [&](Body& t) {
            t.write(x, t.wait_or_timeout(e));
            t.set(e);
        });
    EXPECT_EQ(ends(p, {a, b}), (Ends{"0 1", "1 0"}));
}

}  // namespace
}  // namespace cuzz
