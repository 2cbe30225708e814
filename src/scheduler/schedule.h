// What a run did, enough to repeat it without seed or strategy: who went on, who was born, who was woken, whose
// timeout fired, what the program was told to choose.
//
// A recorder's picks name threads by slot, and slots are reused. A schedule names them as design.md does, by
// parent and birth rank, so that it means the same in another run, on another day, to a person. Its text is made
// to be read and edited:
//
//     cuzz-schedule 1
//     program   philosophers.exe
//     seed      42
//     object    #3 "fork-1"
//
//     1        born
//     1        create  #2  @1
//     1.1      born
//     1.1      start
//     1.1      acquire  #3 "fork-1"  @7      # a comment
//     1.1      read  #5  @8  x1000           the same pick a thousand times
//     1.2      wake  #4                      the wake-up of #4 goes to 1.2
//     1.2      timeout                       its wait runs out
//     1.2      arrive                        it is back from outside
//     1.2      choose  2 of 5                what the program was told; "-" before the first op
//     end
//
// A comment is a line that begins with "#", or "# " and what follows in any line. `#3` is an object, `@7` a site;
// both may be named, in the table on top or where they stand. Everything before the first pick is optional.
#pragma once

#include "scheduler/recorder.h"
#include "scheduler/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cuzz {

struct ScheduledPick {
    static constexpr std::uint32_t nobody = 0xFFFFFFFFu;

    Pick::Kind kind = Pick::Kind::run;
    OpKind op = OpKind::start;      // of a run
    std::uint32_t thread = nobody;  // index into `Schedule::threads`; `nobody` only for a value
    ObjectId object = no_object;    // of a run or a waiter; replay warns if it differs
    SiteId site = 0;                // of a run
    std::uint32_t value = 0;        // of a value,
    std::uint32_t count = 0;        //   out of 0 … count − 1

    friend bool operator==(const ScheduledPick&, const ScheduledPick&) = default;
};

struct Schedule {
    // Limits of the text, so that no input can exhaust memory.
    static constexpr std::size_t most_picks = 10'000'000;
    static constexpr std::uint32_t most_repetitions = 1'000'000;  // of one line
    static constexpr std::size_t longest_line = 10'000;           // of a pick or a name
    static constexpr std::size_t longest_header = 16'000'000;     // of a program, strategy or estimates line
    static constexpr std::size_t longest_name = 1'000;            // of an object or site; `to_text` cuts

    // Where it comes from, for a person and for the report. Replay needs none of it; empty means unknown.
    std::string program, strategy, estimates;
    std::optional<std::uint64_t> seed;
    std::uint64_t lost = 0;                   // picks for which there was no room: only the run's beginning
    std::map<ObjectId, std::string> objects;  // names, where known
    std::map<SiteId, std::string> sites;      // names, where known

    std::vector<std::string> threads;  // names, in the order of birth; each once
    std::vector<ScheduledPick> picks;  // a thread's first is its birth

    friend bool operator==(const Schedule&, const Schedule&) = default;
};

// The picks of one whole run, from its first birth on. An error if they contradict themselves (memory of a
// process that crashed may hold anything).
Result<Schedule> make_schedule(std::span<const Pick> picks, std::uint64_t lost = 0);
inline Result<Schedule> make_schedule(const Recorder& recorder) {
    return make_schedule(recorder.picks(), recorder.lost());
}

// The text above. `parse_schedule` is its exact inverse; its errors name the line and say what is allowed.
std::string to_text(const Schedule& schedule);
Result<Schedule> parse_schedule(std::string_view text);

// One pick as its line has it, without padding: "1.2 acquire #3 "fork-1" @7".
std::string to_text(const Schedule& schedule, const ScheduledPick& pick);

}  // namespace cuzz
