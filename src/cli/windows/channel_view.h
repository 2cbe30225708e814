// The launcher's side of the channel: shared memory for one run after the other.
#pragma once

#include "channel/channel.h"
#include "cli/windows/handle.h"

#include <cstdint>
#include <string>

namespace cuzz::cli {

struct RunRequest {
    std::string strategy;
    std::string estimates;  // empty: none yet
    std::string schedule;   // to replay; empty: none
    std::uint64_t seed = 0;
    std::uint64_t max_steps = 10'000'000;
    bool is_real_time = false;
    bool is_best_effort = false;
    std::int32_t core = -1;  // to pin the program's threads to; −1: none
};

class ChannelView {
public:
    static constexpr std::uint64_t most_words = 2'000'000;  // of packed picks

    ChannelView() = default;
    ~ChannelView();
    ChannelView(const ChannelView&) = delete;
    ChannelView& operator=(const ChannelView&) = delete;

    // Before each run. The memory of the last one is used again where the texts fit; false if there is none.
    bool prepare(const RunRequest& request);

    HANDLE handle() const { return section_.get(); }
    channel::Control& control() { return *control_; }
    const channel::Control& control() const { return *control_; }

    // What was recorded, however the run ended.
    std::vector<Pick> picks() const;

private:
    bool reserve(std::uint64_t texts);
    void release();

    Handle section_;
    channel::Control* control_ = nullptr;
    std::uint64_t room_ = 0;  // for the texts, which stand behind the picks
};

}  // namespace cuzz::cli
