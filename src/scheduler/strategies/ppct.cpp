// PPCT: PCT with all but d threads running in parallel (Nagarakatte, Burckhardt, Martin, Musuvathi,
// "Multicore acceleration of priority-based schedulers for concurrency bug detection", PLDI'12, Figure 4).
//
// One thread, uniform over all n, has priority d from the start; it is the first of the low set. Change points
// k_1 … k_(d−1) are drawn as in PCT; the thread that executes step k_i falls to priority d − i, into the low
// set. Threads outside the low set may all run; when none of them can, the highest of the low ones runs alone.
// The low set never has more than d members. The bound is PCT's, 1/(n·k^(d−1)), whoever is faster of those that
// may run.
//
// Which thread is the low one, when threads are born one by one? Figure 4 fixes a permutation of n known threads;
// its order above d means nothing, so all it says is that each of the n is the low one with probability 1/n.
// Here the number of the birth that will be low is drawn at the start, from 1 … n. PCT's draw of a rank for each
// birth, with the lowest so far in the low set, would keep the bound too (it only takes choices away from the
// operating system), but the main thread would be that lowest one half of the time while it creates its second
// child, and hold back the births that the paper lets happen. Births past the estimated n take the place over
// with probability one in so many, so that it stays uniform.
//
// Deviations: section 5.5's boost (a thread of the low set runs one step alone) draws from the whole low set, not
// only from priorities below d: with d = 1 there are none. It comes once in so many yields, or reads past our
// patience (patience.h). A run past its k draws anew for the next k steps, which ends other starvation. Of several
// waiters a wake-up goes to one outside the low set at random, else to the highest.

#include "scheduler/registry.h"
#include "scheduler/strategies/change_points.h"
#include "scheduler/strategies/patience.h"

#include <algorithm>
#include <cmath>

namespace cuzz {

namespace {

class Ppct final : public Strategy {
public:
    explicit Ppct(const Options& options)
        : depth_option_(static_cast<std::uint32_t>(options.number("d"))),
          sequential_(options.is("sequential", "on")),
          yield_odds_(static_cast<std::uint32_t>(options.number("yield"))) {}

    Control control() const override { return Control::parallel; }

    void begin(const RunStart& run) override {
        Strategy::begin(run);
        depth_ = depth_option_ != 0 ? depth_option_ : draw_depth(random_);
        n_ = std::max<std::uint32_t>(run.estimates.n, 1);
        k_ = std::max<std::uint64_t>(sequential_ ? run.estimates.k : run.estimates.steps, 1);
        live_.clear();
        raise_all();
        born_ = 0;
        foreseen_ = n_;
        low_birth_ = 1 + random_.below(n_);
        boosted_ = no_thread;
        patience_.restart();
        redrawn_ = was_boosted_ = false;
        changes_.draw(random_, depth_ - 1, k_);
    }

    void born(const Birth& birth) override {
        live_.insert(birth.child);
        ++born_;
        if (born_ <= foreseen_ ? born_ != low_birth_ : !random_.one_in(born_)) return;
        raise(low_[depth_]);
        lower(birth.child, depth_);
    }

    void ended(ThreadId thread) override {
        live_.erase(thread);
        raise(thread);
        if (thread == boosted_) boosted_ = no_thread;
    }

    void admit(const Point& point, ThreadSet& admitted) override {
        admitted = point.enabled;
        if (boosted_ == no_thread || !point.enabled.contains(boosted_)) {
            boosted_ = no_thread;
            admitted.erase(low_set_);
            if (!admitted.empty()) return;
        }
        admitted.clear();
        admitted.insert(boosted_ != no_thread ? boosted_ : highest(point.enabled));
    }

    // For a mechanism that runs one thread at a time: the first of those that may run.
    ThreadId pick(const Point& point) override {
        ThreadSet admitted;
        admit(point, admitted);
        return admitted.first();
    }

    std::uint32_t choose(const Choice& choice) override {
        if (choice.kind != Choice::Kind::waiter) return Strategy::choose(choice);
        ThreadSet waiters;
        for (const ThreadId thread : choice.threads) waiters.insert(thread);
        ThreadSet high = waiters;
        high.erase(low_set_);
        const ThreadId to = high.empty() ? highest(waiters) : high.any(random_);
        return static_cast<std::uint32_t>(std::ranges::find(choice.threads, to) - choice.threads.begin());
    }

    void executed(const Step& step) override {
        if (step.thread == boosted_) boosted_ = no_thread;
        if (patience_.ends_with(step.op)) yielded(step.thread, step.enabled);
        if (!step.counted && sequential_) return;
        if (!changes_.advance()) redraw();
        while (const std::uint32_t i = changes_.take())
            if (step.next != nullptr) lower(step.thread, depth_ - i);
    }

    void yielded(ThreadId thread, const ThreadSet& enabled) override {
        ThreadSet held = enabled;
        held.keep(low_set_);
        held.erase(thread);
        if (held.empty() || !random_.one_in(yield_odds_)) return;
        boosted_ = held.any(random_);
        was_boosted_ = true;
    }

    Bound bound(const RunFacts& facts) const override {
        if (facts.flagged) return flagged_bound;
        if (was_boosted_) return {0, 0, "a thread was boosted for a step"};
        if (redrawn_ || facts.n > n_ || (sequential_ ? facts.k : facts.steps) > k_)
            return past_estimates_bound;
        return {depth_, 1 / (n_ * std::pow(static_cast<double>(k_), depth_ - 1.0)), ""};
    }

private:
    void lower(ThreadId thread, std::uint32_t priority) {
        raise(thread);
        low_[priority] = thread;
        low_set_.insert(thread);
    }

    void raise(ThreadId thread) {
        if (thread == no_thread || !low_set_.contains(thread)) return;
        *std::ranges::find(low_, thread) = no_thread;
        low_set_.erase(thread);
    }

    void raise_all() {
        low_.fill(no_thread);
        low_set_.clear();
    }

    // Of a set within the low one.
    ThreadId highest(const ThreadSet& threads) const {
        std::uint32_t priority = depth_;
        while (low_[priority] == no_thread || !threads.contains(low_[priority])) --priority;
        return low_[priority];
    }

    void redraw() {
        redrawn_ = true;
        raise_all();
        foreseen_ = 0;
        born_ = live_.size();
        if (born_ != 0) lower(live_.at(random_.below(born_)), depth_);
        changes_.draw(random_, depth_ - 1, k_);
    }

    const std::uint32_t depth_option_;
    const bool sequential_;
    const std::uint32_t yield_odds_;

    std::uint32_t depth_ = 1, n_ = 1;
    std::uint64_t k_ = 1;
    ChangePoints changes_;
    std::array<ThreadId, max_depth + 1> low_{};  // by priority 1 … d, which are all distinct
    ThreadSet low_set_;                          // the same threads
    ThreadSet live_;
    std::uint32_t born_ = 0, foreseen_ = 0, low_birth_ = 0;
    ThreadId boosted_ = no_thread;
    Patience patience_;
    bool redrawn_ = false, was_boosted_ = false;
};

constexpr OptionInfo options[] = {
    depth_info,
    {"sequential", "leave steps with one enabled thread out of the count", "on", 1, 0, "on off"},
    {"yield", "one in so many yields lets a thread of the low set take a step; 0: never", "16", 0, 1000000},
};

}  // namespace

extern constinit const StrategyInfo ppct_info = {
    "ppct",
    "PCT with all but d threads running in parallel, and the same proven chance",
    "Nagarakatte et al., PLDI'12, Figure 4",
    Control::parallel,
    options,
    "random-walk",
    [](const Options& o) -> std::unique_ptr<Strategy> { return std::make_unique<Ppct>(o); }};

}  // namespace cuzz
