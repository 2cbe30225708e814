#include "cli/windows/program_input.h"

#include "cli/console.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace cuzz::cli {

namespace {

constexpr std::uint64_t most_kept = 64u << 20;
constexpr std::chrono::seconds patience{2};  // with a pipe that says nothing

// Shared with a thread that may be stuck in a read for ever, so it outlives whoever waits.
struct Intake {
    std::mutex lock;
    std::condition_variable changed;
    std::string bytes;
    bool is_over = false;
};

void take_in(HANDLE from, const std::shared_ptr<Intake>& intake) {
    char buffer[65536];
    DWORD done = 0;
    while (ReadFile(from, buffer, sizeof buffer, &done, nullptr) != 0 && done != 0) {
        const std::lock_guard guard(intake->lock);
        intake->bytes.append(buffer, done);
        intake->changed.notify_all();
    }
    const std::lock_guard guard(intake->lock);
    intake->is_over = true;
    intake->changed.notify_all();
}

}  // namespace

ProgramInput ProgramInput::taken_in() {
    ProgramInput input;
    const HANDLE own = GetStdHandle(STD_INPUT_HANDLE);
    const DWORD type = own == nullptr || own == INVALID_HANDLE_VALUE ? FILE_TYPE_UNKNOWN : GetFileType(own);
    if (type != FILE_TYPE_DISK && type != FILE_TYPE_PIPE) return input;
    ScratchFile& copy = input.copy_.emplace();
    const auto intake = std::make_shared<Intake>();
    std::thread(take_in, own, intake).detach();
    std::unique_lock guard(intake->lock);
    for (;;) {
        if (!intake->bytes.empty()) {
            copy.append(intake->bytes);
            intake->bytes.clear();
        }
        if (intake->is_over || is_interrupted()) return input;
        if (intake->changed.wait_for(guard, patience) == std::cv_status::timeout && intake->bytes.empty()) {
            input.remark_ = "standard input is open and silent: each run sees what came so far, " +
                            std::to_string(copy.size()) + " bytes, and then its end";
            return input;
        }
    }
}

std::string ProgramInput::content() const { return copy_ ? copy_->head(most_kept) : ""; }

}  // namespace cuzz::cli
