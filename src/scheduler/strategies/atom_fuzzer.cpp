// AtomFuzzer: a thread about to take a lock that it has had before is paused there, so that others get in
// between its two critical sections (Park and Sen, "Randomized active atomicity violation detection", FSE'08, in
// the form of Nagarakatte et al., PLDI'12, section 3.2, which needs no annotated atomic blocks).
//
// At each point one of the enabled threads that are not paused goes on, uniformly. When all of them are paused,
// one at random is released. There is no bound.
//
// Ours to say, since the papers do not: a yield releases all, and so does the end of our patience (patience.h; the
// original has a monitor thread for that), since the others may be spinning until a paused thread goes on. The
// locks that a thread has had are kept in a table of fixed size; when it is full, further ones are not remembered,
// and for those it is a random walk.

#include "scheduler/registry.h"
#include "scheduler/strategies/patience.h"

#include <vector>

namespace cuzz {

namespace {

// (thread, lock) pairs: open addressing in fixed memory; forgetting costs what was remembered.
class PairSet {
public:
    void clear() {
        for (const std::uint32_t slot : used_) slots_[slot] = 0;
        used_.clear();
    }

    void insert(std::uint64_t pair) {
        const std::uint32_t slot = find(pair);
        if (slots_[slot] != 0 || used_.size() == capacity) return;
        slots_[slot] = pair;
        used_.push_back(slot);
    }

    bool contains(std::uint64_t pair) const { return slots_[find(pair)] != 0; }

private:
    static constexpr unsigned bits = 15;
    static constexpr std::size_t capacity = std::size_t{1} << (bits - 1);  // half full: probing stays short

    static std::vector<std::uint32_t> reserved() {
        std::vector<std::uint32_t> list;
        list.reserve(capacity);
        return list;
    }

    // Where the pair is, or the free slot where it would be.
    std::uint32_t find(std::uint64_t pair) const {
        auto slot = static_cast<std::uint32_t>((pair * 0x9E3779B97F4A7C15u) >> (64 - bits));
        while (slots_[slot] != 0 && slots_[slot] != pair)
            slot = (slot + 1) & ((std::uint32_t{1} << bits) - 1);
        return slot;
    }

    std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(std::size_t{1} << bits);  // 0 is free
    std::vector<std::uint32_t> used_ = reserved();
};

class AtomFuzzer final : public Strategy {
public:
    void begin(const RunStart& run) override {
        Strategy::begin(run);
        had_.clear();
        released_.clear();
        births_ = 0;
        patience_.restart();
    }

    void born(const Birth& birth) override {
        birth_[birth.child] = ++births_;
        released_.erase(birth.child);
    }

    ThreadId pick(const Point& point) override {
        ThreadSet running = point.enabled;
        point.enabled.for_each([&](ThreadId t) {
            if (is_again(t, point.pending[t]) && !released_.contains(t)) running.erase(t);
        });
        if (running.empty()) running = point.enabled;
        return running.any(random_);
    }

    void executed(const Step& step) override {
        released_.erase(step.thread);
        if (is_lock(step.op.kind)) had_.insert(pair(step.thread, step.op.object));
        if (patience_.ends_with(step.op)) released_ = step.enabled;
    }

    void yielded(ThreadId, const ThreadSet& enabled) override { released_ = enabled; }

private:
    // A slot is used again by later threads, a birth's number is not.
    std::uint64_t pair(ThreadId thread, ObjectId lock) const {
        return std::uint64_t{birth_[thread]} << 32 | lock;
    }
    bool is_again(ThreadId thread, const Op& op) const {
        return is_lock(op.kind) && had_.contains(pair(thread, op.object));
    }

    PairSet had_;
    ThreadSet released_;  // may take their pending lock again
    Patience patience_;
    std::uint32_t births_ = 0;
    std::array<std::uint32_t, max_threads> birth_{};
};

}  // namespace

extern constinit const StrategyInfo atom_fuzzer_info = {
    "atom-fuzzer",
    "pauses a thread before it takes a lock again, to let others in between",
    "Park and Sen, FSE'08; Nagarakatte et al., PLDI'12, section 3.2",
    Control::serial,
    {},
    "atom-fuzzer",
    [](const Options&) -> std::unique_ptr<Strategy> { return std::make_unique<AtomFuzzer>(); }};

}  // namespace cuzz
