#include "scheduler/coverage.h"

#include "scheduler/mix.h"

#include <algorithm>
#include <bit>

namespace cuzz {

PairCoverage::Table::Table(std::uint32_t capacity)
    : entries_(std::bit_ceil(std::size_t{capacity} * 2 + 1)), room_(capacity) {}

std::uint32_t PairCoverage::Table::find_or_add(std::uint64_t key, std::uint32_t fresh) {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = static_cast<std::size_t>(key) & mask;
    for (; entries_[at].value != none; at = (at + 1) & mask)
        if (entries_[at].key == key) return entries_[at].value;
    if (room_ == 0) return none;
    --room_;
    entries_[at] = {key, fresh};
    return fresh;
}

PairCoverage::PairCoverage(const CoverageLimits& limits)
    : limits_(limits),
      words_((limits.instances + 63) / 64),
      threads_(limits.instances),
      place_table_(limits.instances),
      ids_(limits.instances),
      places_(limits.instances),
      before_(std::size_t{limits.instances} * words_),
      own_(before_.size()),
      seen_(words_),
      lengths_(limits.instances),
      names_(max_threads) {}

void PairCoverage::begin(const RunStart&) {
    for (Place& place : places_) place.visits = 0;
    std::fill(seen_.begin(), seen_.end(), 0);
}

void PairCoverage::born(const Birth& birth) {
    std::uint64_t hash = 0;
    for (const char c : birth.name.view()) hash = mix(hash, static_cast<unsigned char>(c));
    names_[birth.child] = hash;
}

// `none` if there is no room. A thread is only numbered with its first place, so there are no more of them.
std::uint32_t PairCoverage::place_of(ThreadId thread, SiteId site) {
    const std::uint32_t index = place_table_.find_or_add(mix(names_[thread], site), place_count_);
    if (index == place_count_) {
        const std::uint32_t owner = threads_.find_or_add(names_[thread], thread_count_);
        if (owner == thread_count_) ++thread_count_;
        places_[place_count_++] = {owner, 0};
    }
    return index;
}

void PairCoverage::executed(const Step& step) {
    const std::uint32_t at = place_of(step.thread, step.op.site);
    std::uint32_t b = none;
    if (at != none && places_[at].visits < limits_.occurrences)
        b = ids_.find_or_add(mix(mix(names_[step.thread], step.op.site), ++places_[at].visits), instances_);
    if (b == none) {
        ++left_out_;
        return;
    }
    const std::uint64_t bit = std::uint64_t{1} << (b % 64);
    std::uint64_t* own = row(own_, places_[at].thread);
    if (b == instances_) {
        ++instances_;
        ++lengths_[places_[at].thread];
        own[b / 64] |= bit;
    }
    std::uint64_t* before = row(before_, b);
    for (std::uint32_t i = 0; i < words_; ++i) {
        const std::uint64_t fresh = seen_[i] & ~before[i];
        before[i] |= fresh;
        if (fresh != 0) covered_ += count_bits(fresh & ~own[i]);
    }
    seen_[b / 64] |= bit;
}

std::uint64_t PairCoverage::possible() const {
    std::uint64_t pairs = std::uint64_t{instances_} * instances_;
    for (std::uint32_t i = 0; i < thread_count_; ++i) pairs -= std::uint64_t{lengths_[i]} * lengths_[i];
    return pairs;
}

}  // namespace cuzz
