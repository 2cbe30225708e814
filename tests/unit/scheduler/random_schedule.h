// Random but valid schedules, for tests that must hold for all of them.
#pragma once

#include "scheduler/random.h"
#include "scheduler/schedule.h"

#include <string>

namespace cuzz::testing {

// Any bytes at all, so that quoting is tried too.
inline std::string random_text(Random& random, std::uint32_t longest) {
    std::string text(random.below(longest + 1), ' ');
    for (char& c : text) c = static_cast<char>(random.one_in(4) ? random.below(256) : 32 + random.below(95));
    return text;
}

inline Schedule random_schedule(Random& random) {
    Schedule schedule;
    if (random.one_in(2)) schedule.program = random_text(random, 20);
    if (random.one_in(2)) schedule.strategy = random_text(random, 20);
    if (random.one_in(2)) schedule.estimates = random_text(random, 20);
    if (random.one_in(2)) schedule.seed = random.next();
    if (random.one_in(4)) schedule.lost = random.next();
    for (std::uint32_t i = random.below(4); i > 0; --i)
        schedule.objects[1 + random.below(6)] = random_text(random, 8);
    for (std::uint32_t i = random.below(4); i > 0; --i)
        schedule.sites[1 + random.below(6)] = random_text(random, 8);

    std::vector<std::uint32_t> children;  // by thread
    for (std::uint32_t i = random.below(120); i > 0; --i) {
        ScheduledPick pick;
        pick.kind = static_cast<Pick::Kind>(random.below(6));
        if (schedule.threads.empty() && pick.kind != Pick::Kind::value) pick.kind = Pick::Kind::birth;
        const auto threads = static_cast<std::uint32_t>(schedule.threads.size());
        if (threads != 0) pick.thread = random.below(threads);
        if (pick.kind == Pick::Kind::birth) {
            const bool first = pick.thread == ScheduledPick::nobody;
            const std::string name =
                first ? "1" : schedule.threads[pick.thread] + "." + std::to_string(++children[pick.thread]);
            if (name.size() > 47) continue;
            schedule.threads.push_back(name);
            children.push_back(0);
            pick.thread = threads;
        }
        if (pick.kind == Pick::Kind::value) {
            pick.count = random.one_in(8) ? 0xFFFFFFFFu : 1 + random.below(9);
            pick.value = random.below(pick.count);
            if (random.one_in(4)) pick.thread = ScheduledPick::nobody;
        }
        if (pick.kind == Pick::Kind::run || pick.kind == Pick::Kind::waiter)
            pick.object = random.one_in(9) ? 0xFFFFFFFFu : random.below(7);
        if (pick.kind == Pick::Kind::run) {
            pick.op = static_cast<OpKind>(random.below(static_cast<std::uint32_t>(OpKind::count)));
            pick.site = random.one_in(9) ? 0xFFFFFFFFu : random.below(7);
        }
        const bool repeats = pick.kind == Pick::Kind::run && random.one_in(3);
        schedule.picks.insert(schedule.picks.end(), repeats ? 1 + random.below(5) : 1, pick);
    }
    return schedule;
}

}  // namespace cuzz::testing
