// PCT: random priorities and d − 1 random change points (Burckhardt, Kothari, Musuvathi, Nagarakatte,
// "A randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS'10, Figure 7 and section 4).
//
// Threads get random priorities above d − 1. Change points k_1 … k_(d−1) are drawn independently, with
// replacement, from 1 … k; the thread that executes step k_i falls to priority d − i. The enabled thread of the
// highest priority runs. A bug of depth d shows with probability at least 1/(n·k^(d−1)).
//
// The paper's permutation of n priorities is drawn here as each thread comes, by its rank among those that are
// there: the same distribution of orders, and no need to know n. The refinements of section 4, each an option:
//   sequential  steps while only one thread is enabled are not counted (the op that enables a second one is);
//   points      with `sync`, plain reads and writes are not counted: right for those that race with nothing,
//               which nobody knows, so there is no bound;
//   phases      one thread alone again starts a new phase: fresh priorities and change points, k being the
//               largest phase's;
//   final-wait  the main thread falls below all others before it ends the program;
//   yield       a thread that yields falls below all others, once in so many yields.
// Calibration walks at random: with priorities alone the last thread would run by itself, and k, which leaves such
// stretches out, would come out too small for the runs with change points.
// A run past its k draws anew for the next k steps, so that long runs stay perturbed.
//
// The theorem is about one draw over a whole run. `phases` and `final-wait` step outside it, so by default a
// coin decides for each run whether they are on: half of the runs keep the bound.

#include "scheduler/registry.h"
#include "scheduler/strategies/change_points.h"
#include "scheduler/strategies/pct_priorities.h"

#include <algorithm>
#include <cmath>

namespace cuzz {

namespace {

class Pct final : public Strategy {
public:
    explicit Pct(const Options& options)
        : depth_option_(static_cast<std::uint32_t>(options.number("d"))),
          phases_(refined(options.word("phases"))),
          final_wait_(refined(options.word("final-wait"))),
          sequential_(options.is("sequential", "on")),
          sync_only_(options.is("points", "sync")),
          yield_odds_(static_cast<std::uint32_t>(options.number("yield"))) {}

    void begin(const RunStart& run) override {
        Strategy::begin(run);
        depth_ = depth_option_ != 0 ? depth_option_ : draw_depth(random_);
        const bool coin = (phases_ == Refined::half || final_wait_ == Refined::half) && random_.one_in(2);
        use_phases_ = phases_ == Refined::yes || (phases_ == Refined::half && coin);
        use_final_wait_ = final_wait_ == Refined::yes || (final_wait_ == Refined::half && coin);
        const Estimates& e = run.estimates;
        k_ = !sequential_ ? e.steps : use_phases_ ? e.k_phase : e.k;
        if (sync_only_) k_ = std::min(k_, e.k_sync);
        n_ = e.n;
        main_ = no_thread;
        redraws_ = 0;
        demoted_ = waited_ = false;
        priorities_.clear();
        changes_.draw(random_, depth_ - 1, k_);
    }

    void born(const Birth& birth) override {
        if (main_ == no_thread) main_ = birth.child;
        priorities_.enter(birth.child, random_);
    }

    void ended(ThreadId thread) override { priorities_.leave(thread); }

    ThreadId pick(const Point& point) override { return priorities_.top(point.enabled); }

    std::uint32_t choose(const Choice& choice) override {
        return choice.kind == Choice::Kind::waiter ? priorities_.top(choice.threads)
                                                   : Strategy::choose(choice);
    }

    void executed(const Step& step) override {
        const bool counted = (step.counted || !sequential_) && !(sync_only_ && is_plain_access(step.op.kind));
        if (counted) count_step(step.thread, step.next != nullptr);
        if (use_final_wait_ && step.next != nullptr && step.next->kind == OpKind::exit &&
            step.thread == main_) {
            waited_ = true;
            priorities_.demote(step.thread);
        }
    }

    void yielded(ThreadId thread, const ThreadSet&) override {
        if (!random_.one_in(yield_odds_)) return;
        demoted_ = true;
        priorities_.demote(thread);
    }

    void phase() override {
        if (use_phases_) redraw();
    }

    Bound bound(const RunFacts& facts) const override {
        const std::uint64_t k = sequential_ ? facts.k : facts.steps;
        if (facts.flagged) return flagged_bound;
        if (sync_only_) return {0, 0, "plain reads and writes had no change points"};
        if (demoted_) return {0, 0, "a yielding thread was demoted"};
        if (waited_) return {0, 0, "the main thread was held back before its exit"};
        if (redraws_ != 0 && use_phases_) return {0, 0, "priorities were drawn anew in a later phase"};
        if (redraws_ != 0 || facts.n > n_ || k > k_) return past_estimates_bound;
        return {depth_, 1 / (n_ * std::pow(static_cast<double>(k_), depth_ - 1.0)), ""};
    }

private:
    enum class Refined : std::uint8_t { no, yes, half };
    static Refined refined(std::string_view word) {
        return word == "on" ? Refined::yes : word == "half" ? Refined::half : Refined::no;
    }

    void count_step(ThreadId thread, bool alive) {
        if (!changes_.advance()) redraw();
        while (const std::uint32_t i = changes_.take())
            if (alive) priorities_.change(thread, depth_, i);
    }

    void redraw() {
        ++redraws_;
        priorities_.redraw(random_);
        changes_.draw(random_, depth_ - 1, k_);
    }

    const std::uint32_t depth_option_;
    const Refined phases_, final_wait_;
    const bool sequential_, sync_only_;
    const std::uint32_t yield_odds_;

    PctPriorities priorities_;
    ChangePoints changes_;
    std::uint32_t depth_ = 1;
    std::uint64_t k_ = 1;
    std::uint32_t n_ = 1;
    std::uint32_t redraws_ = 0;
    ThreadId main_ = no_thread;
    bool use_phases_ = false, use_final_wait_ = false;
    bool demoted_ = false, waited_ = false;
};

constexpr OptionInfo options[] = {
    depth_info,
    {"phases", "a new draw when one thread is alone again", "half", 1, 0, "on off half"},
    {"final-wait", "hold the main thread back before it exits", "half", 1, 0, "on off half"},
    {"sequential", "leave steps with one enabled thread out of the count", "on", 1, 0, "on off"},
    {"points", "change points at all ops or not at plain reads and writes", "all", 1, 0, "all sync"},
    {"yield", "one in so many yields demotes the thread; 0: never", "16", 0, 1000000},
};

}  // namespace

extern constinit const StrategyInfo pct_info = {
    "pct",
    "random priorities and d - 1 random change points: a bug of depth d has a proven chance",
    "Burckhardt et al., ASPLOS'10",
    Control::serial,
    options,
    "random-walk",
    [](const Options& o) -> std::unique_ptr<Strategy> { return std::make_unique<Pct>(o); }};

}  // namespace cuzz
