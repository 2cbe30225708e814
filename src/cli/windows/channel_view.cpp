#include "cli/windows/channel_view.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace cuzz::cli {

using channel::Control;

namespace {

constexpr std::uint64_t picks_offset = (sizeof(Control) + 63) / 64 * 64;
constexpr std::uint64_t texts_offset = picks_offset + ChannelView::most_words * sizeof(std::uint64_t);

}  // namespace

ChannelView::~ChannelView() { release(); }

void ChannelView::release() {
    if (control_ != nullptr) UnmapViewOfFile(control_);
    control_ = nullptr;
    section_.reset();
}

bool ChannelView::reserve(std::uint64_t texts) {
    if (control_ != nullptr && texts <= room_) return true;
    release();
    room_ = std::max<std::uint64_t>(texts * 2, 1u << 16);
    const std::uint64_t size = texts_offset + room_;
    section_ = Handle(CreateFileMappingW(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE,
                                         static_cast<DWORD>(size >> 32), static_cast<DWORD>(size), nullptr));
    if (!section_) return false;
    void* view = MapViewOfFile(section_.get(), FILE_MAP_ALL_ACCESS, 0, 0, 0);
    control_ = static_cast<Control*>(view);
    return view != nullptr;
}

bool ChannelView::prepare(const RunRequest& request) {
    if (!reserve(request.strategy.size() + request.estimates.size() + request.schedule.size())) return false;
    // Old picks stay where they are: only so many count as the header says.
    new (control_) Control;
    control_->magic = channel::magic;
    control_->version = channel::version;
    control_->total_size = texts_offset + room_;
    control_->seed = request.seed;
    control_->max_steps = request.max_steps;
    control_->is_real_time = request.is_real_time ? 1 : 0;
    control_->is_best_effort = request.is_best_effort ? 1 : 0;
    control_->core = request.core;
    control_->picks_offset = picks_offset;
    control_->picks_capacity = most_words;
    std::uint64_t at = texts_offset;
    const auto put = [&](const std::string& text, std::uint64_t& offset, std::uint64_t& length) {
        offset = at;
        length = text.size();
        std::memcpy(channel::text_at(*control_, at), text.data(), text.size());
        at += text.size();
    };
    put(request.strategy, control_->strategy_offset, control_->strategy_size);
    put(request.estimates, control_->estimates_offset, control_->estimates_size);
    put(request.schedule, control_->schedule_offset, control_->schedule_size);
    return true;
}

std::vector<Pick> ChannelView::picks() const {
    // A program that ran wild may have written anything into the header.
    const auto* first = reinterpret_cast<const std::uint64_t*>(channel::text_at(*control_, picks_offset));
    return unpack({first, static_cast<std::size_t>(std::min(control_->picks.load(), most_words))});
}

}  // namespace cuzz::cli
