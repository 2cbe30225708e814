// RAPOS: random partial order sampling (Sen, "Effective random testing of concurrent programs", ASE'07).
// Two ops depend on each other if they touch one object and one of them changes it.
//
// In rounds: out of the schedulable threads a random set is drawn whose pending ops are pairwise independent, and
// executed in random order. Schedulable for the next round is who then depends on an op of that set: the threads
// that executed one, and those about to touch the same object. An enabled thread that was left out and depends
// on none of them sleeps, since to run it later comes to the same as to have run it. If all enabled threads
// sleep, one of them at random makes a round. There is no bound.
//
// The paper does not say how the set is drawn. Here: the threads come in random order, the first is taken, each
// further one with probability 1/2 if it depends on none before it. Ours are also these: a thread that has become
// enabled is schedulable, since some op must have enabled it; a yield wakes all that sleep, and so does the end of
// our patience (patience.h), or a spinning thread would keep its rounds to itself for ever.

#include "scheduler/registry.h"
#include "scheduler/strategies/patience.h"

namespace cuzz {

namespace {

class Rapos final : public Strategy {
public:
    void begin(const RunStart& run) override {
        Strategy::begin(run);
        round_.clear();
        asleep_.clear();
        patience_.restart();
    }

    void born(const Birth& birth) override {
        round_.erase(birth.child);
        asleep_.erase(birth.child);
    }

    ThreadId pick(const Point& point) override {
        round_.keep(point.enabled);
        if (round_.empty()) draw_round(point);
        pending_ = point.pending;
        return round_.any(random_);
    }

    // Also at points without a choice, where nobody is picked.
    void executed(const Step& step) override {
        round_.erase(step.thread);
        asleep_.erase(step.thread);
        asleep_.keep(step.enabled);
        ThreadSet woken;
        asleep_.for_each([&](ThreadId t) {
            if (is_racing_relaxed(pending_[t], step.op)) woken.insert(t);
        });
        asleep_.erase(woken);
        if (patience_.ends_with(step.op)) asleep_.clear();
    }

    void yielded(ThreadId, const ThreadSet&) override { asleep_.clear(); }

private:
    void draw_round(const Point& point) {
        ThreadSet left = point.enabled;
        left.erase(asleep_);
        if (left.empty()) {
            const ThreadId thread = asleep_.any(random_);
            asleep_.erase(thread);
            round_.insert(thread);
            return;
        }
        for (unsigned size = left.size(); size > 0; --size) {
            const ThreadId thread = left.at(random_.below(size));
            left.erase(thread);
            const bool taken = round_.empty() || (is_independent(thread, point) && random_.one_in(2));
            (taken ? round_ : asleep_).insert(thread);
        }
    }

    bool is_independent(ThreadId thread, const Point& point) const {
        bool independent = true;
        round_.for_each(
            [&](ThreadId t) { independent &= !is_racing_relaxed(point.pending[t], point.pending[thread]); });
        return independent;
    }

    std::span<const Op> pending_;  // by thread, as of the last point; what the sleepers are about to do stays
    ThreadSet round_;              // drawn and not yet executed
    ThreadSet asleep_;             // left out, enabled ever since, and no op that they depend on was executed
    Patience patience_;
};

}  // namespace

extern constinit const StrategyInfo rapos_info = {
    "rapos",
    "rounds of random sets of independent ops",
    "Sen, ASE'07",
    Control::serial,
    {},
    "random-walk",
    [](const Options&) -> std::unique_ptr<Strategy> { return std::make_unique<Rapos>(); }};

}  // namespace cuzz
