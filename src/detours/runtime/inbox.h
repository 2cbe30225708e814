// What those bring who do not have the token: who is back from outside, whose time is up, whom an uncontrolled thread
// wakes. Fixed size, no locks; whoever has the token empties it at every point.
#pragma once

#include "detours/runtime/objects.h"

#include <atomic>
#include <bit>
#include <cstdint>

namespace cuzz::detours {

// A wake-up by a thread that is not scheduled there and then.
enum class News : std::uint8_t {
    kernel = 1,  // some kernel object was signalled
    wake_one,    // of those who wait in the queue behind the key
    wake_all
};

class Inbox {
public:
    bool is_empty() const { return count_.load(std::memory_order_relaxed) == 0; }
    bool is_really_empty() const { return count_.load() == 0; }

    void arrived(ThreadId thread) { put(back_, thread); }
    void expired(ThreadId thread) { put(late_, thread); }

    // False if there is no room: then it is lost.
    bool tell(News news, Key key) {
        const std::uint32_t ticket = tail_.load();
        if (ticket - head_.load() >= ring_size) return false;
        const std::uint32_t mine = tail_.fetch_add(1);
        ring_[mine % ring_size].store(key * 4 + static_cast<Key>(news));
        count_.fetch_add(1);
        return true;
    }

    template <class Back, class Late, class Told>
    void empty(Back back, Late late, Told told) {
        take(back_, back);
        take(late_, late);
        for (;;) {
            const std::uint32_t at = head_.load();
            const Key entry = ring_[at % ring_size].exchange(0);
            if (entry == 0) return;  // nothing, or not quite there yet
            head_.store(at + 1);
            count_.fetch_sub(1);
            told(static_cast<News>(entry % 4), entry / 4);
        }
    }

private:
    static constexpr std::uint32_t ring_size = 1024;
    using Bits = std::atomic<std::uint64_t>[ThreadSet::max_words];

    void put(Bits& bits, ThreadId thread) {
        const std::uint64_t bit = std::uint64_t{1} << (thread % 64);
        if ((bits[thread / 64].fetch_or(bit) & bit) == 0) count_.fetch_add(1);
    }

    template <class Visit>
    void take(Bits& bits, Visit visit) {
        for (unsigned i = 0; i < ThreadSet::max_words; ++i) {
            if (bits[i].load(std::memory_order_relaxed) == 0) continue;
            for (std::uint64_t word = bits[i].exchange(0); word != 0; word &= word - 1) {
                count_.fetch_sub(1);
                visit(static_cast<ThreadId>(i * 64 + static_cast<unsigned>(std::countr_zero(word))));
            }
        }
    }

    std::atomic<std::uint32_t> count_{0};  // may lag behind for a moment, never ahead
    Bits back_ = {};
    Bits late_ = {};
    std::atomic<std::uint32_t> head_{0}, tail_{0};
    std::atomic<Key> ring_[ring_size] = {};
};

}  // namespace cuzz::detours
