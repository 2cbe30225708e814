#include "scheduler/packed_picks.h"

namespace cuzz {

std::vector<Pick> unpack(std::span<const std::uint64_t> words) {
    std::vector<Pick> picks;
    picks.reserve(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint64_t word = words[i];
        if ((word & is_short) != 0) {
            picks.push_back({Pick::Kind::run, static_cast<OpKind>(word >> 58 & 0x1F),
                             static_cast<ThreadId>(word >> 48 & 0x3FF),
                             static_cast<ObjectId>(word >> 32 & 0x7FFF), static_cast<SiteId>(word),
                             static_cast<std::uint32_t>(word >> 47 & 1)});
            continue;
        }
        if (++i == words.size()) break;
        picks.push_back({static_cast<Pick::Kind>(word >> 56), static_cast<OpKind>(word >> 48 & 0xFF),
                         static_cast<ThreadId>(word >> 32), static_cast<ObjectId>(words[i] >> 32),
                         static_cast<SiteId>(words[i]), static_cast<std::uint32_t>(word)});
    }
    return picks;
}

}  // namespace cuzz
