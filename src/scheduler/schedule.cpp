#include "scheduler/schedule.h"

#include "scheduler/thread_name.h"

#include <algorithm>
#include <array>
#include <memory>

namespace cuzz {

namespace {

// Slots to names, as the engine gave them.
struct Slots {
    struct Slot {
        std::uint32_t thread = ScheduledPick::nobody;  // index into the schedule's threads
        std::uint32_t children = 0;
        ThreadName name;
    };
    std::array<Slot, max_threads> slots;
    std::uint32_t first_threads = 0;

    bool has(std::uint32_t slot) const {
        return slot < max_threads && slots[slot].thread != ScheduledPick::nobody;
    }

    ThreadName child_of(std::uint32_t parent) {
        if (parent == no_thread) return ThreadName().child(++first_threads);
        return slots[parent].name.child(++slots[parent].children);
    }
};

Error contradiction(std::size_t index, const std::string& what) {
    return Error{"pick " + std::to_string(index + 1) + " of the recording is damaged: " + what};
}

}  // namespace

Result<Schedule> make_schedule(std::span<const Pick> picks, std::uint64_t lost) {
    Schedule schedule;
    schedule.lost = lost;
    schedule.picks.reserve(picks.size());
    const auto known = std::make_unique<Slots>();
    for (std::size_t i = 0; i < picks.size(); ++i) {
        const Pick& pick = picks[i];
        ScheduledPick entry;
        entry.kind = pick.kind;
        if (pick.kind == Pick::Kind::birth) {
            if (pick.thread >= max_threads || (pick.value != no_thread && !known->has(pick.value)))
                return contradiction(i, "a birth in slot " + std::to_string(pick.thread) +
                                            " of a parent in slot " + std::to_string(pick.value));
            const ThreadName name = known->child_of(pick.value);
            known->slots[pick.thread] = {static_cast<std::uint32_t>(schedule.threads.size()), 0, name};
            schedule.threads.emplace_back(name.view());
        } else if (!known->has(pick.thread) && pick.kind != Pick::Kind::value) {
            return contradiction(i, "nobody was born in slot " + std::to_string(pick.thread));
        }
        if (known->has(pick.thread)) entry.thread = known->slots[pick.thread].thread;
        switch (pick.kind) {
            case Pick::Kind::run:
                if (pick.op >= OpKind::count) return contradiction(i, "there is no such op");
                entry.op = pick.op;
                entry.object = pick.object;
                entry.site = pick.site;
                break;
            case Pick::Kind::waiter: entry.object = pick.object; break;
            case Pick::Kind::value:
                if (pick.value >= pick.object) return contradiction(i, "a choice beyond what there was");
                entry.value = pick.value;
                entry.count = pick.object;
                break;
            case Pick::Kind::birth:
            case Pick::Kind::timeout:
            case Pick::Kind::arrival: break;
            default: return contradiction(i, "there is no such kind of pick");
        }
        schedule.picks.push_back(entry);
    }
    return schedule;
}

namespace {

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            result.append(1, '\\').append(1, c);
        } else if (byte < 0x20 || byte == 0x7F) {
            result.append("\\x")
                .append(1, "0123456789abcdef"[byte >> 4])
                .append(1, "0123456789abcdef"[byte & 15]);
        } else {
            result += c;
        }
    }
    return result += '"';
}

// As it is where that can be read back, so that paths keep their single backslashes.
std::string header_value(std::string_view text) {
    if (text.empty()) return {};
    const bool plain = text.front() != '"' && text.front() != ' ' && text.back() != ' ' &&
                       std::none_of(text.begin(), text.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
    return plain ? std::string(text) : quoted(text);
}

void add_header(std::string& text, std::string_view keyword, const std::string& value) {
    if (value.empty()) return;
    text.append(keyword).append(10 - std::min<std::size_t>(keyword.size(), 9), ' ').append(value) += '\n';
}

template <class Names, class Id>
void add_named(std::string& text, char mark, Id id, const Names& names) {
    text.append(1, mark).append(std::to_string(id));
    if (const auto at = names.find(id); at != names.end())
        text.append(" ").append(quoted(std::string_view(at->second).substr(0, Schedule::longest_name)));
}

void add_pick(std::string& text, const Schedule& schedule, const ScheduledPick& pick, std::string_view gap) {
    const auto object = [&] {
        if (pick.object == no_object) return;
        add_named(text.append(gap), '#', pick.object, schedule.objects);
    };
    switch (pick.kind) {
        case Pick::Kind::birth: text += "born"; break;
        case Pick::Kind::timeout: text += "timeout"; break;
        case Pick::Kind::arrival: text += "arrive"; break;
        case Pick::Kind::waiter:
            text += "wake";
            object();
            break;
        case Pick::Kind::value:
            text.append("choose").append(gap).append(std::to_string(pick.value)) += " of ";
            text += std::to_string(pick.count);
            break;
        case Pick::Kind::run:
            text += name_of(pick.op);
            object();
            if (pick.site != 0) add_named(text.append(gap), '@', pick.site, schedule.sites);
            break;
    }
}

std::string_view thread_of(const Schedule& schedule, const ScheduledPick& pick) {
    return pick.thread < schedule.threads.size() ? std::string_view(schedule.threads[pick.thread]) : "-";
}

}  // namespace

std::string to_text(const Schedule& schedule, const ScheduledPick& pick) {
    std::string text = std::string(thread_of(schedule, pick)) + ' ';
    add_pick(text, schedule, pick, " ");
    return text;
}

std::string to_text(const Schedule& schedule) {
    std::string text = "cuzz-schedule 1\n"
                       "# One pick a line: thread, op, object, site. x9 repeats a line. "
                       "docs/schedules.md has more.\n";
    add_header(text, "program", header_value(schedule.program));
    add_header(text, "strategy", header_value(schedule.strategy));
    add_header(text, "estimates", header_value(schedule.estimates));
    if (schedule.seed) add_header(text, "seed", std::to_string(*schedule.seed));
    if (schedule.lost != 0) add_header(text, "lost", std::to_string(schedule.lost));
    const auto table = [&](std::string_view keyword, char mark, const auto& names) {
        for (const auto& entry : names) {
            std::string line;
            add_named(line, mark, entry.first, names);
            add_header(text, keyword, line);
        }
    };
    table("object", '#', schedule.objects);
    table("site", '@', schedule.sites);
    text += '\n';

    constexpr std::uint64_t steps_between_marks = 100;
    std::uint64_t step = 1, next_mark = steps_between_marks + 1;
    for (std::size_t i = 0; i < schedule.picks.size();) {
        const ScheduledPick& pick = schedule.picks[i];
        std::uint32_t repetitions = 1;
        if (pick.kind == Pick::Kind::run) {
            while (i + repetitions < schedule.picks.size() && schedule.picks[i + repetitions] == pick &&
                   repetitions < Schedule::most_repetitions)
                ++repetitions;
            if (step >= next_mark) {
                text.append("# step ").append(std::to_string(step)) += '\n';
                next_mark = step + steps_between_marks;
            }
            step += repetitions;
        }
        const std::string_view thread = thread_of(schedule, pick);
        text.append(thread).append(thread.size() < 8 ? 9 - thread.size() : 2, ' ');
        add_pick(text, schedule, pick, "  ");
        if (repetitions > 1) text.append("  x").append(std::to_string(repetitions));
        text += '\n';
        i += repetitions;
    }
    return text += "end\n";
}

}  // namespace cuzz
