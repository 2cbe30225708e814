// POS: partial order sampling (Yuan, Yang, Gu, "Partial order aware concurrency sampling", CAV'18, Algorithm 4).
//
// Every pending op has a random priority, drawn when it is first enabled; the highest of the enabled ones goes on;
// then those that race with it draw anew, so that having been late once does not count against them again. Where
// ops are independent their order costs nothing, and so a partial order of few races has a better chance than
// under random walk. The three of the paper's evaluation differ in which delayed ops draw anew:
//   basic-pos  none (Algorithm 2: the baseline, worse than random walk on programs with long chains of races);
//   pos        those that touch the same object;
//   pos-star   the same, but two reads do not race (section 5).
//
// Theorem 1 gives (1/n)^k · R^U with R, U depending on the races of the partial order in question; what holds for
// all of them is its worst case R = 1, which is random walk's bound. BasicPOS has none.
//
// Fairness (section 5): all priorities are drawn anew every 1,000 yields. Ours beside it: when nothing has been
// written for long, see patience.h. By then k is so large that the bound says nothing.

#include "scheduler/registry.h"
#include "scheduler/strategies/any_schedule_bound.h"
#include "scheduler/strategies/patience.h"

#include <algorithm>
#include <array>

namespace cuzz {

namespace {

enum class Reassigned : std::uint8_t { nobody, racing, racing_relaxed };

template <Reassigned reassigned>
class Pos final : public Strategy {
public:
    void begin(const RunStart& run) override {
        Strategy::begin(run);
        estimates_ = &run.estimates;
        drop_all();
        slots_ = 0;
        yields_ = 0;
        patience_.restart();
    }

    void born(const Birth& birth) override {
        slots_ = std::max<std::size_t>(slots_, birth.child + std::size_t{1});
        priority_[birth.child] = none;
    }

    ThreadId pick(const Point& point) override {
        ThreadId best = no_thread;
        std::uint64_t highest = none;
        point.enabled.for_each([&](ThreadId t) {
            if (priority_[t] == none) priority_[t] = random_.next() | 1;
            if (priority_[t] > highest) {
                highest = priority_[t];
                best = t;
            }
        });
        if constexpr (reassigned != Reassigned::nobody) {
            const Op& op = point.pending[best];
            if (op.object != no_object)
                point.enabled.for_each([&](ThreadId t) {
                    if (races(point.pending[t], op)) priority_[t] = none;
                });
        }
        return best;
    }

    void executed(const Step& step) override {
        priority_[step.thread] = none;
        if (patience_.ends_with(step.op)) drop_all();
    }

    void yielded(ThreadId, const ThreadSet&) override {
        if (++yields_ % 1'000 == 0) drop_all();
    }

    Bound bound(const RunFacts& facts) const override {
        if constexpr (reassigned == Reassigned::nobody)
            return {};
        else
            return any_schedule_bound(facts, *estimates_);
    }

private:
    static constexpr std::uint64_t none = 0;  // drawn ones are odd

    static constexpr bool races(const Op& a, const Op& b) {
        return reassigned == Reassigned::racing_relaxed ? is_racing_relaxed(a, b) : is_racing(a, b);
    }

    void drop_all() { std::fill_n(priority_.begin(), slots_, none); }

    std::array<std::uint64_t, max_threads> priority_{};  // of each thread's pending op, or `none`
    std::size_t slots_ = 0;                              // threads at and past this index have not been born
    const Estimates* estimates_ = nullptr;
    std::uint32_t yields_ = 0;
    Patience patience_;
};

template <Reassigned reassigned>
std::unique_ptr<Strategy> make(const Options&) {
    return std::make_unique<Pos<reassigned>>();
}

}  // namespace

extern constinit const StrategyInfo pos_info = {
    "pos",
    "random priorities for ops; those that race with the one executed draw anew",
    "Yuan, Yang, Gu, CAV'18, Algorithm 4",
    Control::serial,
    {},
    "random-walk",
    make<Reassigned::racing>};

extern constinit const StrategyInfo pos_star_info = {"pos-star",
                                                     "POS in which two reads of one object do not race",
                                                     "Yuan, Yang, Gu, CAV'18, section 5",
                                                     Control::serial,
                                                     {},
                                                     "random-walk",
                                                     make<Reassigned::racing_relaxed>};

extern constinit const StrategyInfo basic_pos_info = {
    "basic-pos",
    "random priorities for ops, never drawn anew: POS's baseline",
    "Yuan, Yang, Gu, CAV'18, Algorithm 2",
    Control::serial,
    {},
    "random-walk",
    make<Reassigned::nobody>};

}  // namespace cuzz
