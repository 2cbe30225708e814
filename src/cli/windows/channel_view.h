// The launcher's side of the channel: shared memory for one run after the other.
#pragma once

#include "channel/channel.h"
#include "cli/windows/handle.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cuzz::cli {

struct RunRequest {
    std::string strategy;
    std::string estimates;  // empty: none yet
    std::string schedule;   // to replay; empty: none
    std::uint64_t seed = 0;
    std::uint64_t max_steps = 1'000'000;
    bool is_real_time = false;
    bool is_best_effort = false;
    std::int32_t core = -1;  // to pin the program's threads to; −1: none
};

class ChannelView {
public:
    // Shared memory for this request; `error` says why there is none.
    ChannelView(const RunRequest& request, std::uint64_t picks);
    ~ChannelView();
    ChannelView(const ChannelView&) = delete;
    ChannelView& operator=(const ChannelView&) = delete;

    explicit operator bool() const { return control_ != nullptr; }
    HANDLE handle() const { return section_.get(); }
    channel::Control& control() { return *control_; }

    // What was recorded, however the run ended.
    std::span<const Pick> picks() const;

private:
    Handle section_;
    channel::Control* control_ = nullptr;
};

}  // namespace cuzz::cli
