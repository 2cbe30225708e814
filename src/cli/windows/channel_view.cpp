#include "cli/windows/channel_view.h"

#include <cstring>
#include <new>

namespace cuzz::cli {

using channel::Control;

ChannelView::ChannelView(const RunRequest& request, std::uint64_t picks) {
    const std::uint64_t texts = request.strategy.size() + request.estimates.size() + request.schedule.size();
    const std::uint64_t picks_offset = (sizeof(Control) + texts + 63) / 64 * 64;
    const std::uint64_t size = picks_offset + picks * sizeof(Pick);
    section_ = Handle(CreateFileMappingW(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE,
                                         static_cast<DWORD>(size >> 32), static_cast<DWORD>(size), nullptr));
    if (!section_) return;
    void* view = MapViewOfFile(section_.get(), FILE_MAP_ALL_ACCESS, 0, 0, 0);
    if (view == nullptr) return;
    control_ = new (view) Control;
    control_->magic = channel::magic;
    control_->version = channel::version;
    control_->total_size = size;
    control_->seed = request.seed;
    control_->max_steps = request.max_steps;
    control_->is_real_time = request.is_real_time ? 1 : 0;
    control_->is_best_effort = request.is_best_effort ? 1 : 0;
    control_->core = request.core;
    control_->picks_offset = picks_offset;
    control_->picks_capacity = picks;
    std::uint64_t at = sizeof(Control);
    const auto put = [&](const std::string& text, std::uint64_t& offset, std::uint64_t& length) {
        offset = at;
        length = text.size();
        std::memcpy(channel::text_at(*control_, at), text.data(), text.size());
        at += text.size();
    };
    put(request.strategy, control_->strategy_offset, control_->strategy_size);
    put(request.estimates, control_->estimates_offset, control_->estimates_size);
    put(request.schedule, control_->schedule_offset, control_->schedule_size);
}

ChannelView::~ChannelView() {
    if (control_ != nullptr) UnmapViewOfFile(control_);
}

std::span<const Pick> ChannelView::picks() const {
    const std::uint64_t count = control_->picks.load();
    const std::uint64_t capacity = control_->picks_capacity;
    return {channel::picks_of(*control_), static_cast<std::size_t>(count < capacity ? count : capacity)};
}

}  // namespace cuzz::cli
