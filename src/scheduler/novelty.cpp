#include "scheduler/novelty.h"

#include "scheduler/mix.h"

#include <algorithm>

namespace cuzz {

Novelty::Entry& Novelty::place(std::uint64_t signature) {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = static_cast<std::size_t>(mix(signature)) & mask;
    while (entries_[at].times != 0 && entries_[at].signature != signature) at = (at + 1) & mask;
    return entries_[at];
}

void Novelty::grow() {
    std::vector<Entry> old(std::max<std::size_t>(entries_.size() * 2, 64));
    old.swap(entries_);
    for (const Entry& entry : old)
        if (entry.times != 0) place(entry.signature) = entry;
}

bool Novelty::add(std::uint64_t signature) {
    ++runs_;
    if (size_ * 2 >= entries_.size()) grow();
    Entry& entry = place(signature);
    if (entry.times == 0) {
        if (size_ == most_signatures) {
            ++beyond_;
            return true;
        }
        entry = {signature, 1};
        ++size_;
        ++once_;
        return true;
    }
    if (entry.times == 1) {
        entry.times = 2;
        --once_;
    }
    return false;
}

std::uint64_t signature_of(std::span<const Pick> picks) {
    std::uint64_t hash = picks.size();
    for (const Pick& pick : picks) {
        hash = mix(hash, static_cast<std::uint64_t>(pick.kind) << 32 |
                             static_cast<std::uint64_t>(pick.op) << 16 | pick.thread);
        hash = mix(hash, std::uint64_t{pick.object} << 32 | pick.site);
        hash = mix(hash, pick.value);
    }
    return hash;
}

}  // namespace cuzz
