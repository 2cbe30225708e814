#include "cli/windows/repetition.h"

#include "scheduler/guarantee.h"
#include "scheduler/schedule.h"

#include <algorithm>

namespace cuzz::cli {

namespace {

bool is_same(const Pick& a, const Pick& b) {
    return a.kind == b.kind && a.op == b.op && a.thread == b.thread && a.site == b.site && a.value == b.value;
}

std::string line_at(std::span<const Pick> picks, std::size_t at) {
    if (at >= picks.size()) return "the end";
    const auto schedule = make_schedule(picks);
    if (!schedule || at >= schedule->picks.size()) return "a pick that makes no sense";
    return to_text(*schedule, schedule->picks[at]);
}

}  // namespace

RunMemory::RunMemory(const ProgramEnd& end, const RunSlot& slot) : kind_(end.kind()), picks_(slot.picks()) {}

std::string RunMemory::difference_from(const RunMemory& first) const {
    const auto [mine, other] =
        std::mismatch(picks_.begin(), picks_.end(), first.picks_.begin(), first.picks_.end(), is_same);
    if (mine != picks_.end() || other != first.picks_.end()) {
        const auto at = static_cast<std::size_t>(mine - picks_.begin());
        return "step " + grouped(at + 1) + ": " + line_at(picks_, at) + ", and in the first run " +
               line_at(first.picks_, at);
    }
    if (kind_ != first.kind_) return "the end: " + kind_ + ", and in the first run " + first.kind_;
    return "";
}

std::string Repetition::sentence() const {
    if (difference.empty())
        return grouped(same) + " of " + grouped(times) +
               " repetitions gave the same schedule and the same end";
    return "repetition " + grouped(same + 1) + " of " + grouped(times) + " differs at " + difference;
}

}  // namespace cuzz::cli
