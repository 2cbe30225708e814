#include "cli/windows/program_failure.h"

#include "cli/console.h"
#include "cli/windows/symbols.h"
#include "scheduler/guarantee.h"

#include <algorithm>
#include <iterator>

namespace cuzz::cli {

namespace {

constexpr std::uint64_t most_kept = 64u << 20;  // of each of the program's outputs

bool has_source(const std::string& frame) { return frame.find(" at ") != std::string::npos; }

std::string headline(const channel::ThreadReport& thread, const channel::Control& control) {
    std::string line = std::string("thread ") + thread.name + (thread.is_guilty != 0 ? " *" : "") + ": " +
                       std::string(name_of(thread.op));
    std::string other;
    if (thread.waits_for >= 0 && static_cast<std::size_t>(thread.waits_for) < std::size(control.threads))
        other = " thread " + std::string(control.threads[thread.waits_for].name);
    if (thread.op == OpKind::join && !other.empty()) return line + other;
    if (thread.object != 0) line += " #" + std::to_string(thread.object);
    return other.empty() ? line : line + ", held by" + other;
}

std::string reason_of(const ProgramEnd& end, const channel::Control& control) {
    if (end.is_potential)
        return grouped(control.uncontrolled) + (control.uncontrolled == 1 ? " thread is" : " threads are") +
               " not under control and might still have helped";
    if (end.end == End::hung) return "no end within the time limit";
    return end.problem;
}

}  // namespace

std::vector<std::string> describe_threads(const channel::Control& control) {
    std::vector<std::string> lines;
    const Symbols symbols(control);
    const std::size_t count = std::min<std::size_t>(control.thread_count, std::size(control.threads));
    for (std::size_t i = 0; i < count; ++i) {
        const channel::ThreadReport& thread = control.threads[i];
        if (thread.name[0] == '\0') continue;
        std::vector<std::string> frames;
        for (std::size_t f = 0; f < std::min<std::size_t>(thread.frame_count, thread.most_frames); ++f)
            if (!symbols.is_foreign(thread.frames[f]))
                frames.push_back(
                    "    " + symbols.describe(thread.frames[f], thread.frames[f] == control.crash_address));
        // What called main, and has no source, is no news.
        if (std::any_of(frames.begin(), frames.end(), has_source))
            while (!has_source(frames.back())) frames.pop_back();
        // Looked at from outside, a thread has no name; one that is not in the program's code says nothing either.
        const bool is_nameless = std::string_view(thread.name) == "?";
        if (is_nameless && frames.empty()) continue;
        lines.push_back(is_nameless ? "another thread:" : headline(thread, control));
        lines.insert(lines.end(), frames.begin(), frames.end());
    }
    return lines;
}

std::string failure_id(const ProgramEnd& end) {
    std::string id = end.kind();
    std::replace(id.begin(), id.end(), ' ', '-');
    id.erase(std::remove(id.begin(), id.end(), ','), id.end());
    return id;
}

ProgramFailure make_failure(const ProgramEnd& end, const RunSlot& slot) {
    const channel::Control& control = slot.control();
    ProgramFailure failure;
    failure.kind = end.kind();
    failure.id = failure_id(end);
    failure.reason = reason_of(end, control);
    failure.report = describe_threads(control);
    failure.output = slot.output().head(most_kept);
    failure.errors = slot.errors().head(most_kept);
    if (auto schedule = make_schedule(slot.picks(), control.picks_lost.load()))
        failure.schedule = std::move(*schedule);
    return failure;
}

void print_errors(std::string_view errors) {
    constexpr std::size_t most_lines = 20, longest = 4096;
    std::string text(errors.substr(errors.size() - std::min(errors.size(), longest)));
    text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
    while (text.ends_with('\n')) text.pop_back();
    if (text.empty()) return;
    std::vector<std::string> lines;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        lines.push_back(text.substr(from, end - from));
        from = end + 1;
    }
    const bool is_cut = errors.size() > longest || lines.size() > most_lines;
    print(is_cut ? "  the end of what it wrote to standard error:\n" : "  it wrote to standard error:\n");
    for (std::size_t i = lines.size() - std::min(lines.size(), most_lines); i < lines.size(); ++i)
        print("    " + lines[i] + "\n");
}

}  // namespace cuzz::cli
