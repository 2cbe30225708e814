// SURW: selectively uniform random walk (Zhao, Wolff, Mathur, Roychoudhury, "Selectively uniform concurrency
// testing", ASPLOS'25).
//
// For each run one object is drawn, with probability proportional to its accesses, out of those that several
// threads touch; an op on it is interesting. w[t] is how many interesting ops t has left, those of the children
// that it has yet to create included. Whenever a thread with an interesting op is to go on and nobody is intended,
// the intended one is drawn with probability proportional to w; all others are held back before their
// interesting ops until it has done its own. A parent that creates a child hands over the child's part of w, and
// its intention with the probability of that part. So all interleavings of the object's accesses are equally
// likely where the profile is exact and nothing blocks. There is no bound for bugs of a depth.
//
// Ops that are not interesting go by random priorities, drawn anew for each op (as in the authors' own scheduler;
// the paper allows any). As there, 1,000 picks of one thread in a row drop priorities and intention. Ours:
//   a thread about to do an interesting op counts for 1 at least, whatever its w, so a short profile starves nobody;
//   a yield of the intended thread drops the intention: it may be waiting for one that is held back; the end of
//   our patience (patience.h) drops it too;
//   without a profile, or with nothing shared in it, every op on an object is interesting and every w is 1.

#include "scheduler/registry.h"
#include "scheduler/strategies/access_profile.h"
#include "scheduler/strategies/patience.h"

#include <algorithm>
#include <array>

namespace cuzz {

namespace {

class Surw final : public Strategy {
public:
    void begin(const RunStart& run) override {
        Strategy::begin(run);
        drop_all();
        slots_ = 0;
        last_ = no_thread;
        stay_ = 0;
        patience_.restart();
        profile_.draw(run.estimates, random_);
    }

    void born(const Birth& birth) override {
        const ThreadId child = birth.child;
        slots_ = std::max<std::size_t>(slots_, child + std::size_t{1});
        priority_[child] = none;
        weight_[child] = has_profile() ? profile_.accesses(birth.estimate) : 1;
        if (birth.parent == no_thread || !has_profile()) return;
        std::uint64_t& parents = weight_[birth.parent];
        if (intended_ == birth.parent && parents != 0 && random_.below64(parents) < weight_[child])
            intended_ = child;
        parents -= std::min(parents, weight_[child]);
    }

    void ended(ThreadId thread) override {
        if (intended_ == thread) intended_ = no_thread;
    }

    ThreadId pick(const Point& point) override {
        for (;;) {
            const ThreadId best = highest(point);
            if (best == no_thread) {
                intended_ = no_thread;  // nobody else can go on: all are released
            } else if (!is_interesting(point.pending[best]) || best == intended_) {
                return best;
            } else {
                intended_ = draw_intended(point);
            }
        }
    }

    void executed(const Step& step) override {
        if (is_interesting(step.op)) {
            if (has_profile() && weight_[step.thread] > 0) --weight_[step.thread];
            intended_ = no_thread;
        } else {
            priority_[step.thread] = none;
        }
        stay_ = step.thread == last_ ? stay_ + 1 : 0;
        last_ = step.thread;
        if (patience_.ends_with(step.op) || stay_ >= 1'000) {
            drop_all();
            stay_ = 0;
        }
    }

    void yielded(ThreadId thread, const ThreadSet&) override {
        if (intended_ == thread) intended_ = no_thread;
    }

private:
    static constexpr std::uint64_t none = 0;  // drawn priorities are odd

    bool has_profile() const { return profile_.object() != no_object; }
    bool is_interesting(const Op& op) const {
        return has_profile() ? op.object == profile_.object() : op.object != no_object;
    }

    // Of the enabled threads that are not held back, or `no_thread`.
    ThreadId highest(const Point& point) {
        ThreadId best = no_thread;
        std::uint64_t most = none;
        point.enabled.for_each([&](ThreadId t) {
            if (intended_ != no_thread && t != intended_ && is_interesting(point.pending[t])) return;
            if (priority_[t] == none) priority_[t] = random_.next() | 1;
            if (priority_[t] > most) {
                most = priority_[t];
                best = t;
            }
        });
        return best;
    }

    // At least one enabled thread has an interesting op.
    ThreadId draw_intended(const Point& point) {
        const auto weight = [&](ThreadId t) {
            return std::max<std::uint64_t>(weight_[t], is_interesting(point.pending[t]) ? 1 : 0);
        };
        std::uint64_t total = 0;
        point.enabled.for_each([&](ThreadId t) { total += weight(t); });
        std::uint64_t left = random_.below64(total);
        ThreadId drawn = point.enabled.first();
        while (left >= weight(drawn)) {
            left -= weight(drawn);
            drawn = point.enabled.after(drawn);
        }
        return drawn;
    }

    void drop_all() {
        std::fill_n(priority_.begin(), slots_, none);
        intended_ = no_thread;
    }

    AccessProfile profile_;                              // ops on its object are interesting
    std::array<std::uint64_t, max_threads> weight_{};    // w
    std::array<std::uint64_t, max_threads> priority_{};  // of each thread's pending op, or `none`
    std::size_t slots_ = 0;                              // threads at and past this index have not been born
    ThreadId intended_ = no_thread;  // others are held back before their interesting ops; none: nobody is
    ThreadId last_ = no_thread;
    std::uint32_t stay_ = 0;  // how often in a row it has been the last
    Patience patience_;
};

}  // namespace

extern constinit const StrategyInfo surw_info = {
    "surw",
    "all interleavings of the accesses to one object, drawn anew for each run, equally likely",
    "Zhao et al., ASPLOS'25",
    Control::serial,
    {},
    "random-walk",
    [](const Options&) -> std::unique_ptr<Strategy> { return std::make_unique<Surw>(); }};

}  // namespace cuzz
