// The engine's contract: what a strategy hears and in which order, what is counted, where a run ends.

#include "scheduler/engine.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cuzz {
namespace {

// Writes down what it hears, and picks as it is told.
class Scribe final : public Strategy {
public:
    std::string heard;
    std::vector<ThreadId> picks;  // then the lowest enabled thread
    std::uint32_t choice = 0;
    bool every_point = false;
    std::vector<bool> counted;
    RunFacts facts;
    std::uint64_t asked_values = 0;

    void begin(const RunStart& run) override { say("begin " + std::to_string(run.seed)); }
    void born(const Birth& birth) override {
        say("born " + std::string(birth.name.view()) + (birth.estimate != nullptr ? "!" : ""));
    }
    void ended(ThreadId thread) override { say("ended " + std::to_string(thread)); }
    ThreadId pick(const Point& point) override {
        say("pick");
        EXPECT_TRUE(every_point || point.enabled.several());
        if (picks.empty()) return point.enabled.first();
        const ThreadId thread = picks.front();
        picks.erase(picks.begin());
        return thread;
    }
    std::uint32_t choose(const Choice& c) override {
        say("choose of " + std::to_string(c.count));
        return choice;
    }
    void executed(const Step& step) override {
        counted.push_back(step.counted);
        say("executed " + std::to_string(step.thread) + (step.next == nullptr ? " last" : ""));
    }
    void yielded(ThreadId thread, const ThreadSet&) override { say("yielded " + std::to_string(thread)); }
    void phase() override { say("phase"); }
    void end(const RunFacts& f) override {
        facts = f;
        say("end");
    }
    bool wants_every_point() const override { return every_point; }

private:
    void say(const std::string& what) { heard += (heard.empty() ? "" : ", ") + what; }
};

const Estimates no_estimates;
constexpr Op write_op{OpKind::write, 1, 1}, read_op{OpKind::read, 1, 2},
    yield_op{OpKind::yield, no_object, 3}, create_op{OpKind::create, 2, 4}, acquire_op{OpKind::acquire, 3, 5};

TEST(Engine, TellsAStrategyWhatHappensInTheDocumentedOrder) {
    Estimates estimates;
    estimates.threads = {{"1.1", 5, {}}};
    Scribe scribe;
    Engine engine({.steps = 100, .picks = 100});
    engine.start(scribe, estimates, 7);
    const ThreadId main = engine.birth(no_thread, create_op);
    EXPECT_EQ(engine.next(), main);  // alone: nobody is asked
    const ThreadId child = engine.birth(main, write_op);
    engine.pend(main, write_op, true);
    scribe.picks = {child};
    EXPECT_EQ(engine.next(), child);
    engine.finish(child);
    EXPECT_EQ(engine.next(), main);
    engine.finish(main);
    EXPECT_EQ(engine.next(), no_thread);
    EXPECT_EQ(engine.stop_reason(), Engine::Stop::nobody_enabled);
    engine.finish_run();
    EXPECT_EQ(scribe.heard,
              "begin 7, born 1, born 1.1!, executed 0, pick, ended 1, executed 1 last, phase, ended 0, "
              "executed 0 last, end");
}

// The op that enables a second thread counts, and so does each at a point with a choice; the rest does not.
TEST(Engine, CountsOpsWithAChoiceBeforeOrAfterThem) {
    Scribe scribe;
    Engine engine({.steps = 100, .picks = 100});
    engine.start(scribe, no_estimates, 1);
    const ThreadId main = engine.birth(no_thread, write_op);
    engine.next();  // alone before and after
    engine.pend(main, create_op, true);
    engine.next();  // enables the child
    const ThreadId child = engine.birth(main, write_op);
    engine.pend(main, write_op, true);
    scribe.picks = {child};
    engine.next();  // a choice, and its last op
    engine.finish(child);
    engine.next();  // alone again
    engine.finish(main);
    engine.finish_run();
    EXPECT_EQ(scribe.counted, (std::vector<bool>{false, true, true, false}));
    EXPECT_EQ(scribe.facts.k, 2u);
    EXPECT_EQ(scribe.facts.k_phase, 2u);
    EXPECT_EQ(scribe.facts.steps, 4u);
    EXPECT_EQ(scribe.facts.n, 2u);
    EXPECT_EQ(scribe.facts.phases, 1u);
}

TEST(Engine, AThreadAloneBecauseOthersWaitForItsLockIsNoPhase) {
    for (const bool waits_for_lock : {true, false}) {
        Scribe scribe;
        Engine engine({.steps = 100, .picks = 100});
        engine.start(scribe, no_estimates, 1);
        const ThreadId a = engine.birth(no_thread, acquire_op);
        const ThreadId b = engine.birth(no_thread, waits_for_lock ? acquire_op : Op{OpKind::join, 4, 6});
        EXPECT_EQ(engine.next(), a);
        engine.pend(a, write_op, true);
        engine.block(b);
        EXPECT_EQ(engine.next(), a);
        EXPECT_EQ(scribe.heard.find("phase") == std::string::npos, waits_for_lock) << scribe.heard;
    }
}

TEST(Engine, TakesYieldsAndManyReadsInARowForSpinning) {
    Scribe scribe;
    Engine engine({.steps = 100, .picks = 100, .spin_reads = 3});
    engine.start(scribe, no_estimates, 1);
    const ThreadId a = engine.birth(no_thread, yield_op), b = engine.birth(no_thread, read_op);
    const auto step = [&](ThreadId thread, const Op& next) {
        scribe.heard.clear();
        scribe.picks = {thread};
        EXPECT_EQ(engine.next(), thread);
        engine.pend(thread, next, true);
        scribe.picks = {thread};
        scribe.heard.clear();
    };
    const auto is_spinning = [&](ThreadId thread) {
        return scribe.heard.find("yielded " + std::to_string(thread)) != std::string::npos;
    };
    step(a, read_op);
    for (int reads = 1; reads <= 5; ++reads) {
        EXPECT_EQ(engine.next(), a);  // reports the step before
        EXPECT_EQ(is_spinning(a), reads == 1 || reads == 5) << reads << ": " << scribe.heard;
        engine.pend(a, read_op, true);
        scribe.heard.clear();
        scribe.picks = {a};
    }
    // Another thread in between, and the count begins anew.
    scribe.picks = {b, a, a};
    EXPECT_EQ(engine.next(), b);
    scribe.heard.clear();
    for (int i = 0; i < 2; ++i) {
        engine.next();
        EXPECT_FALSE(is_spinning(a));
        EXPECT_FALSE(is_spinning(b));
    }
}

TEST(Engine, ASpinnerAloneIsToldNothing) {
    Scribe scribe;
    Engine engine({.steps = 100, .picks = 100, .spin_reads = 3});
    engine.start(scribe, no_estimates, 1);
    engine.birth(no_thread, yield_op);
    for (int i = 0; i < 20; ++i) engine.next();
    EXPECT_EQ(scribe.heard.find("yielded"), std::string::npos);
}

TEST(Engine, AThreadThatEndsWithAYieldIsNotToldOfAsYielding) {
    for (const bool ends : {false, true}) {
        Scribe scribe;
        Engine engine({.steps = 100, .picks = 100});
        engine.start(scribe, no_estimates, 1);
        const ThreadId yielder = engine.birth(no_thread, yield_op);
        engine.birth(no_thread, write_op);
        engine.birth(no_thread, write_op);
        EXPECT_EQ(engine.next(), yielder);
        if (ends)
            engine.finish(yielder);
        else
            engine.pend(yielder, write_op, true);
        engine.next();
        EXPECT_EQ(scribe.heard.find("yielded") == std::string::npos, ends) << scribe.heard;
    }
}

TEST(Engine, ReusesTheLowestFreeSlotButNeverAName) {
    Scribe scribe;
    Engine engine({.steps = 100, .picks = 100});
    engine.start(scribe, no_estimates, 1);
    const ThreadId main = engine.birth(no_thread, write_op);
    const ThreadId one = engine.birth(main, write_op), two = engine.birth(main, write_op);
    engine.finish(one);
    const ThreadId three = engine.birth(main, write_op);
    EXPECT_EQ(three, one);
    EXPECT_EQ(engine.name(three).view(), "1.3");
    EXPECT_EQ(engine.name(two).view(), "1.2");
    EXPECT_EQ(engine.name(engine.birth(three, write_op)).view(), "1.3.1")
        << "the new thread has had no children";
    EXPECT_EQ(engine.name(engine.birth(no_thread, write_op)).view(), "2");
    EXPECT_EQ(engine.facts().n, 6u);
}

TEST(Engine, AFullTableFlagsTheRun) {
    Scribe scribe;
    Engine engine({.steps = 100, .picks = 3'000});
    engine.start(scribe, no_estimates, 1);
    for (std::size_t i = 0; i < max_threads; ++i) ASSERT_EQ(engine.birth(no_thread, write_op), i);
    EXPECT_FALSE(engine.facts().flagged);
    EXPECT_EQ(engine.birth(no_thread, write_op), no_thread);
    EXPECT_TRUE(engine.facts().flagged);
    engine.finish(500);
    EXPECT_EQ(engine.birth(no_thread, write_op), 500);
    engine.finish_run();
    // The next run starts clean.
    engine.start(scribe, no_estimates, 2);
    EXPECT_EQ(engine.birth(no_thread, write_op), 0);
    EXPECT_FALSE(engine.finish_run().flagged);
}

TEST(Engine, StopsAtTheStepLimitAndWhenTheStrategyGivesUp) {
    Scribe scribe;
    Engine engine({.steps = 5, .picks = 100});
    engine.start(scribe, no_estimates, 1);
    engine.birth(no_thread, yield_op);
    engine.birth(no_thread, yield_op);
    for (int i = 0; i < 5; ++i) EXPECT_NE(engine.next(), no_thread);
    EXPECT_EQ(engine.next(), no_thread);
    EXPECT_EQ(engine.stop_reason(), Engine::Stop::step_limit);
    EXPECT_EQ(engine.finish_run().steps, 5u);

    engine.start(scribe, no_estimates, 1);
    EXPECT_EQ(engine.stop_reason(), Engine::Stop::none);
    engine.birth(no_thread, yield_op);
    engine.birth(no_thread, yield_op);
    scribe.picks = {no_thread};
    EXPECT_EQ(engine.next(), no_thread);
    EXPECT_EQ(engine.stop_reason(), Engine::Stop::given_up);
    EXPECT_EQ(engine.finish_run().steps, 0u);
}

TEST(Engine, RecordsChoicesAndAsksOnlyWhereThereIsOne) {
    Scribe scribe;
    Engine engine({.steps = 100, .picks = 100});
    engine.start(scribe, no_estimates, 1);
    const ThreadId a = engine.birth(no_thread, write_op), b = engine.birth(no_thread, write_op);
    engine.next();
    const ThreadId both[] = {a, b}, one[] = {b};
    scribe.heard.clear();
    scribe.choice = 1;
    EXPECT_EQ(engine.choose_waiter(9, both), b);
    EXPECT_EQ(engine.choose_waiter(9, one), b);
    EXPECT_EQ(engine.choose_timeout(both), b);
    EXPECT_EQ(engine.choose_value(3), 1u);
    EXPECT_EQ(engine.choose_value(1), 0u);
    EXPECT_EQ(engine.choose_value(0), 0u);
    EXPECT_EQ(scribe.heard, "choose of 2, choose of 2, choose of 3");
    EXPECT_EQ(engine.facts().choices, 6u);
    scribe.choice = 99;  // a strategy in error does no harm, and what is recorded is what was done
    EXPECT_EQ(engine.choose_timeout(both), b);
    EXPECT_EQ(engine.choose_value(4), 3u);
    const auto picks = engine.recorder().picks().last(8);
    using Kind = Pick::Kind;
    EXPECT_EQ(picks[0], (Pick{Kind::waiter, OpKind::wait, b, 9, 0, 1}));
    EXPECT_EQ(picks[1], (Pick{Kind::waiter, OpKind::wait, b, 9, 0, 0}));
    EXPECT_EQ(picks[2], (Pick{Kind::timeout, OpKind::wait, b, 0, 0, 1}));
    EXPECT_EQ(picks[3], (Pick{Kind::value, OpKind::start, a, 3, 0, 1}));
    EXPECT_EQ(picks[6], (Pick{Kind::timeout, OpKind::wait, b, 0, 0, 1}));
    EXPECT_EQ(picks[7], (Pick{Kind::value, OpKind::start, a, 4, 0, 3}));
}

TEST(Engine, RecordsTheRunAndFlagsItWhenThereIsNoRoom) {
    Scribe scribe;
    Engine engine({.steps = 100, .picks = 2});
    engine.start(scribe, no_estimates, 1);
    const ThreadId main = engine.birth(no_thread, write_op);
    engine.next();
    EXPECT_EQ(engine.recorder().lost(), 0u);
    const auto picks = engine.recorder().picks();
    EXPECT_EQ(picks[0], (Pick{Pick::Kind::birth, OpKind::write, main, 1, 1, no_thread}));
    EXPECT_EQ(picks[1], (Pick{Pick::Kind::run, OpKind::write, main, 1, 1, 0}));
    engine.next();
    EXPECT_EQ(engine.recorder().lost(), 1u);
    EXPECT_TRUE(engine.finish_run().flagged);

    std::vector<Pick> elsewhere(10);
    engine.record_into(elsewhere);
    engine.start(scribe, no_estimates, 1);
    engine.birth(no_thread, write_op);
    EXPECT_EQ(elsewhere[0].kind, Pick::Kind::birth);
    EXPECT_FALSE(engine.finish_run().flagged);
}

TEST(Engine, AsksAtEveryPointOnRequest) {
    Scribe scribe;
    scribe.every_point = true;
    Engine engine({.steps = 100, .picks = 100});
    engine.start(scribe, no_estimates, 1);
    const ThreadId one[] = {engine.birth(no_thread, write_op)};
    engine.next();
    engine.choose_waiter(1, one);
    engine.choose_value(1);
    EXPECT_EQ(scribe.heard, "begin 1, born 1, pick, choose of 1, choose of 1");
}

// Parallel and free control: the set that may run, then whoever did.
TEST(Engine, AdmitsTheChosenUnderSerialAndParallelControlAndAllUnderFree) {
    class Free final : public Strategy {
    public:
        Control control() const override { return Control::free; }
        ThreadId pick(const Point& point) override { return point.enabled.first(); }
        std::uint32_t delay(ThreadId thread, const Op&) override { return thread * 10u; }
    } free;
    Scribe scribe;
    for (Strategy* strategy : {static_cast<Strategy*>(&scribe), static_cast<Strategy*>(&free)}) {
        Engine engine({.steps = 100, .picks = 100});
        engine.start(*strategy, no_estimates, 1);
        const ThreadId a = engine.birth(no_thread, write_op), b = engine.birth(no_thread, write_op);
        EXPECT_EQ(engine.admit().size(), strategy == &free ? 2u : 1u);
        if (strategy == &free) {
            EXPECT_EQ(engine.delay(b), 10u);
        }
        engine.commit(a);
        engine.finish(a);
        EXPECT_EQ(engine.admit().first(), b);
        engine.commit(b);
        engine.finish(b);
        EXPECT_TRUE(engine.admit().empty());
        EXPECT_EQ(engine.stop_reason(), Engine::Stop::nobody_enabled);
        EXPECT_EQ(engine.finish_run().steps, 2u);
    }
}

}  // namespace
}  // namespace cuzz
