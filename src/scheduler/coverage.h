// How much of what could be seen has been seen: pairs of ops in both orders.
//
// Op pairs are the measure of the PCT paper's Figure 11 (section 5.3.3). An op instance is a thread's name, a code
// site and how many times the thread has been there in its run. The ordered pair (a, b) of instances of two
// different threads is covered once some run executed a before b. Possible are all ordered pairs of the instances
// that any run has executed so far: two threads of 14 and 6 ops make 2 · 14 · 6 = 168. Some of those no schedule
// can show (what a lock or a join orders), and code that no run reached is not among them; so neither 100 % nor
// a lesser share proves anything. It shows whether a campaign still finds new orders.
#pragma once

#include "scheduler/observer.h"

#include <cstdint>
#include <vector>

namespace cuzz {

// All memory is taken up front: an instance costs a bit for each other one, a step a word for each 64 of them.
struct CoverageLimits {
    std::uint32_t instances = 1024;  // op instances told apart; later ones are left out
    std::uint32_t occurrences = 32;  // times that a thread is at one site, in a run; later ones are left out
};

class PairCoverage final : public Observer {
public:
    explicit PairCoverage(const CoverageLimits& limits = {});

    void begin(const RunStart& run) override;
    void born(const Birth& birth) override;
    void executed(const Step& step) override;

    std::uint64_t covered() const { return covered_; }  // ordered pairs
    std::uint64_t possible() const;                     // ordered pairs of the instances seen so far
    std::uint32_t instances() const { return instances_; }
    std::uint64_t left_out() const { return left_out_; }  // ops for which there was no room, over all runs

private:
    static constexpr std::uint32_t none = 0xFFFFFFFFu;

    // A fixed table from 64-bit keys to 32-bit values. Keys are well mixed hashes: that two different ones agree
    // is taken to be impossible.
    class Table {
    public:
        explicit Table(std::uint32_t capacity);
        // The key's value, which is `fresh` if the key is new; `none` if there is no room for it.
        std::uint32_t find_or_add(std::uint64_t key, std::uint32_t fresh);

    private:
        struct Entry {
            std::uint64_t key = 0;
            std::uint32_t value = none;  // none: not in use
        };
        std::vector<Entry> entries_;  // a power of two of them, at most half in use
        std::uint32_t room_;
    };

    // A thread's name and a site. Each has an instance, unless there was no room for any more of those.
    struct Place {
        std::uint32_t thread = 0;
        std::uint32_t visits = 0;  // in this run
    };

    std::uint32_t place_of(ThreadId thread, SiteId site);
    std::uint64_t* row(std::vector<std::uint64_t>& rows, std::uint32_t index) {
        return rows.data() + std::size_t{index} * words_;
    }

    const CoverageLimits limits_;
    const std::uint32_t words_;          // of a row of bits
    Table threads_, place_table_, ids_;  // by name; by name and site; by name, site and occurrence
    std::vector<Place> places_;
    std::vector<std::uint64_t> before_;   // a row for each instance b: all that came before it in some run
    std::vector<std::uint64_t> own_;      // a row for each thread: its instances
    std::vector<std::uint64_t> seen_;     // the instances of this run so far
    std::vector<std::uint32_t> lengths_;  // by thread: its instances
    std::vector<std::uint64_t> names_;    // by slot: the hash of the thread's name
    std::uint32_t instances_ = 0, thread_count_ = 0, place_count_ = 0;
    std::uint64_t covered_ = 0, left_out_ = 0;
};

}  // namespace cuzz
