// What SURW takes from the estimates: one shared object for the run, and who will access it how often.
#pragma once

#include "scheduler/estimates.h"
#include "scheduler/random.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cuzz {

class AccessProfile {
public:
    // Draws the object with probability proportional to its accesses, out of those that several threads touch.
    // May allocate; the estimates must outlive the run.
    void draw(const Estimates& estimates, Random& random) {
        object_ = draw_object(estimates, random);
        sum_up(estimates);
    }

    // `no_object` if there is no profile, or nothing shared in it.
    ObjectId object() const { return object_; }

    // How often the thread and all its descendants will access the object; null is a thread that is not known.
    std::uint64_t accesses(const ThreadEstimate* thread) const {
        return thread == nullptr ? 0 : whole_[static_cast<std::size_t>(thread - threads_)];
    }

private:
    ObjectId draw_object(const Estimates& estimates, Random& random) {
        entries_.clear();
        for (const ThreadEstimate& thread : estimates.threads)
            entries_.insert(entries_.end(), thread.accesses.begin(), thread.accesses.end());
        std::ranges::sort(entries_, {}, &ObjectAccesses::object);
        const auto same = [&](std::size_t i, std::size_t j) {
            return j < entries_.size() && entries_[i].object == entries_[j].object;
        };
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            if (!same(i, i - 1) && !same(i, i + 1)) entries_[i].count = 0;  // one thread's alone
            total += entries_[i].count;
        }
        if (total == 0) return no_object;
        std::uint64_t left = random.below64(total);
        auto drawn = entries_.begin();
        for (; left >= drawn->count; ++drawn) left -= drawn->count;
        return drawn->object;
    }

    // A parent's name comes before its children's: going backwards, a sum is complete when it is handed up.
    void sum_up(const Estimates& estimates) {
        threads_ = estimates.threads.data();
        whole_.assign(estimates.threads.size(), 0);
        for (std::size_t i = whole_.size(); i-- > 0;) {
            const ThreadEstimate& thread = threads_[i];
            const auto own = std::ranges::lower_bound(thread.accesses, object_, {}, &ObjectAccesses::object);
            if (own != thread.accesses.end() && own->object == object_) whole_[i] += own->count;
            const std::string_view name = thread.name;
            const auto dot = name.rfind('.');
            if (dot == std::string_view::npos) continue;
            if (const ThreadEstimate* parent = estimates.find(name.substr(0, dot)))
                whole_[static_cast<std::size_t>(parent - threads_)] += whole_[i];
        }
    }

    ObjectId object_ = no_object;
    const ThreadEstimate* threads_ = nullptr;
    std::vector<std::uint64_t> whole_;     // by index in the estimates: the thread's and its descendants'
    std::vector<ObjectAccesses> entries_;  // scratch: of all threads, by object
};

}  // namespace cuzz
