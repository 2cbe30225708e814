// All schedules of a program as a tree, and which of them are still to be run. Knows nothing of threads: a run is
// its list of deviations ("at choice 7 take option 2") from whatever its policy takes by default.
//
// A child deviates once more than its parent, later than the parent's last deviation, so every schedule is in the
// tree once. While a run goes on it logs how many options each choice had; afterwards the log becomes nodes still
// to be visited, on a stack for each cost, cheapest first. Of the options of one choice only the first is on a
// stack; it puts the second there when it is taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace cuzz {

// What it costs to take another option than the first of a choice.
enum class Cost : std::uint8_t {
    nothing,
    one,
    index  // option j costs j
};

// One choice of a run.
struct LoggedChoice {
    std::uint32_t count;  // options, at least two
    Cost cost;
};

// The tree of schedules: which are still to be visited. Knows nothing of threads.
class ScheduleTree {
public:
    struct Deviation {
        std::uint32_t choice, option;
    };

    static constexpr std::uint32_t unbounded = std::numeric_limits<std::uint32_t>::max();

    // Keeps at most that many schedules in mind, and none that costs more than `bound`.
    ScheduleTree(std::uint32_t bound, std::size_t capacity);

    // The next schedule, or the default one if nothing is left. Ascending; valid until the next call.
    const std::vector<Deviation>& take();

    // The schedule taken last made these choices: is there anything left to visit? Does not allocate.
    bool has_more(std::span<const LoggedChoice> log);
    // The same, and keeps in mind what they leave open.
    void add(std::span<const LoggedChoice> log);

    bool is_over_bound() const { return over_bound_; }  // there are schedules that cost more than the bound
    bool is_cut() const { return cut_; }                // schedules were forgotten for lack of room

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct Node {
        std::uint32_t parent;
        std::uint32_t next;  // on its stack or in the free list
        std::uint32_t open;  // children that are not done with, and itself until its log has been added
        std::uint32_t cost;
        Deviation deviation;  // from the parent's schedule
        LoggedChoice of;
    };

    bool has_room() const { return free_ != none || nodes_.size() < capacity_; }
    std::size_t first_new_choice() const;
    std::uint64_t cost_of(std::uint32_t parent, std::uint32_t option, const LoggedChoice& of) const;
    void push(std::uint32_t parent, Deviation deviation, const LoggedChoice& of);
    std::uint32_t pop();
    void done(std::uint32_t node);

    const std::uint32_t bound_;
    const std::size_t capacity_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> stacks_;  // by cost: the node on top
    std::uint32_t level_ = 0;            // stacks below this are empty
    std::uint32_t free_ = none;
    std::uint32_t taken_ = none;  // whose log is awaited
    std::size_t pending_ = 0;     // nodes on stacks
    std::vector<Deviation> deviations_;
    bool over_bound_ = false, cut_ = false;
};

}  // namespace cuzz
