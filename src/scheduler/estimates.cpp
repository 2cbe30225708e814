#include "scheduler/estimates.h"

#include "scheduler/options.h"

#include <algorithm>

namespace cuzz {

const ThreadEstimate* Estimates::find(std::string_view name) const {
    const auto at =
        std::lower_bound(threads.begin(), threads.end(), name,
                         [](const ThreadEstimate& t, std::string_view wanted) { return t.name < wanted; });
    return at != threads.end() && at->name == name ? &*at : nullptr;
}

std::string to_text(const Estimates& estimates) {
    std::string text = "n=" + std::to_string(estimates.n) + ",steps=" + std::to_string(estimates.steps) +
                       ",k=" + std::to_string(estimates.k) + ",sync=" + std::to_string(estimates.k_sync) +
                       ",phase=" + std::to_string(estimates.k_phase);
    for (const auto& thread : estimates.threads) {
        text += ';' + thread.name + '=' + std::to_string(thread.length);
        char separator = ':';
        for (const auto& access : thread.accesses) {
            text += separator + std::to_string(access.object) + '*' + std::to_string(access.count);
            separator = '+';
        }
    }
    return text;
}

namespace {

// Cuts the text up to `separator` off its front; the whole text if there is none.
std::string_view take(std::string_view& text, char separator) {
    const auto at = text.find(separator);
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
    return part;
}

Error bad(std::string_view part, std::string_view wanted) {
    return Error{"estimates: '" + std::string(part) + "' is not " + std::string(wanted)};
}

Result<ThreadEstimate> parse_thread(std::string_view part) {
    ThreadEstimate thread;
    std::string_view rest = part;
    thread.name = take(rest, '=');
    if (thread.name.empty() || !parse_number(take(rest, ':'), thread.length) ||
        thread.length > Estimates::most)
        return bad(part, "a thread: give name=length, then :object*count+object*count");
    while (!rest.empty()) {
        std::string_view pair = take(rest, '+');
        std::uint64_t object = 0;
        ObjectAccesses access;
        if (!parse_number(take(pair, '*'), object) || object > 0xFFFFFFFFu ||
            !parse_number(pair, access.count) || access.count > Estimates::most)
            return bad(part, "a thread: give its accesses as object*count, joined by +");
        access.object = static_cast<ObjectId>(object);
        if (!thread.accesses.empty() && thread.accesses.back().object >= access.object)
            return bad(part, "in order: list each object once, in ascending order");
        thread.accesses.push_back(access);
    }
    return thread;
}

}  // namespace

Result<Estimates> parse_estimates(std::string_view text) {
    Estimates estimates;
    std::string_view rest = text;
    std::string_view head = take(rest, ';');
    std::uint64_t n = estimates.n;
    std::vector<const std::uint64_t*> given;
    while (!head.empty()) {
        const std::string_view part = take(head, ',');
        std::string_view value = part;
        const std::string_view name = take(value, '=');
        std::uint64_t* field = name == "n"       ? &n
                               : name == "steps" ? &estimates.steps
                               : name == "k"     ? &estimates.k
                               : name == "sync"  ? &estimates.k_sync
                               : name == "phase" ? &estimates.k_phase
                                                 : nullptr;
        if (field == nullptr)
            return bad(part, "known: give n, steps, k, sync and phase, each as name=number");
        if (std::find(given.begin(), given.end(), field) != given.end())
            return bad(part, "given once: give each number once");
        given.push_back(field);
        if (!parse_number(value, *field) || *field == 0 || *field > Estimates::most)
            return bad(part, "a whole number from 1 to " + std::to_string(Estimates::most));
    }
    if (n > 0xFFFFFFFFu) return bad(std::to_string(n), "a number of threads that fits in 32 bits");
    estimates.n = static_cast<std::uint32_t>(n);
    while (!rest.empty()) {
        auto thread = parse_thread(take(rest, ';'));
        if (!thread) return Error{thread.error()};
        if (!estimates.threads.empty() && estimates.threads.back().name >= thread->name)
            return bad(thread->name, "in order: list each thread once, in ascending order of its name");
        estimates.threads.push_back(std::move(*thread));
    }
    return estimates;
}

}  // namespace cuzz
