#include "cli/windows/run_slot.h"

#include <algorithm>

namespace cuzz::cli {

namespace {

std::int32_t core_here() {
    const auto here = static_cast<std::int32_t>(GetCurrentProcessorNumber());
    const std::vector<std::int32_t> allowed = allowed_cores();
    if (std::find(allowed.begin(), allowed.end(), here) != allowed.end()) return here;
    return allowed.empty() ? -1 : allowed.front();
}

}  // namespace

std::vector<std::int32_t> allowed_cores() {
    DWORD_PTR own = 0, system = 0;
    std::vector<std::int32_t> cores;
    if (GetProcessAffinityMask(GetCurrentProcess(), &own, &system) == 0) return cores;
    for (std::int32_t i = 0; own != 0; ++i, own >>= 1)
        if ((own & 1) != 0) cores.push_back(i);
    return cores;
}

RunSlot::RunSlot(const Target& target, const ProgramInput& input, DWORD limit_milliseconds, std::int32_t core)
    : target_(target), core_(core), input_(input.open()) {
    start_.input = input_ ? input_.get() : GetStdHandle(STD_INPUT_HANDLE);
    start_.output = output_.handle();
    start_.error = errors_.handle();
    start_.limit_milliseconds = limit_milliseconds;
}

ProgramEnd RunSlot::run(RunRequest request, bool is_pinned) {
    if (!output_ || !errors_) return {End::not_started, 0, "there is no room for temporary files"};
    if (is_pinned) request.core = core_ >= 0 ? core_ : core_here();
    if (!channel_.prepare(request)) return {End::not_started, 0, "there is no shared memory"};
    output_.clear();
    errors_.clear();
    if (input_) SetFilePointer(input_.get(), 0, nullptr, FILE_BEGIN);
    return run_program(target_, start_, channel_);
}

}  // namespace cuzz::cli
