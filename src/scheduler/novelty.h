// Whether a campaign still shows something new.
#pragma once

#include "scheduler/pick.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cuzz {

// The chance that the next run shows something new, by Good and Turing: the share of the runs whose signature
// nobody else has. A signature may be of a schedule, of a failure, of a set of pairs.
class Novelty {
public:
    static constexpr std::size_t most_signatures = 1u << 20;  // later ones are taken to be new each time

    // True if the signature is new.
    bool add(std::uint64_t signature);

    std::uint64_t runs() const { return runs_; }
    std::uint64_t distinct() const { return size_ + beyond_; }
    std::uint64_t seen_once() const { return once_ + beyond_; }
    double chance_of_news() const {
        return runs_ == 0 ? 1 : static_cast<double>(seen_once()) / static_cast<double>(runs_);
    }

private:
    struct Entry {
        std::uint64_t signature = 0;
        std::uint8_t times = 0;  // 0, 1, or 2 for more
    };
    void grow();
    Entry& place(std::uint64_t signature);

    std::vector<Entry> entries_;  // a power of two of them, at most half in use
    std::size_t size_ = 0;
    std::uint64_t once_ = 0, beyond_ = 0, runs_ = 0;
};

// What a run did, in 64 bits: the same for the same picks, in practice different for others.
std::uint64_t signature_of(std::span<const Pick> picks);

}  // namespace cuzz
