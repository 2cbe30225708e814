// The vocabulary of the scheduler: threads, objects, and the ops that threads are about to do.
//
// An op is typed so that a strategy can ask what it needs ("do these two race?", "does this one only
// read?") without knowing any API: the mechanism maps each Win32 call to one of these kinds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cuzz {

// A slot in the thread table. Slots are reused, lowest free one first, so ids stay small and dense.
using ThreadId = std::uint16_t;
inline constexpr ThreadId no_thread = 0xFFFF;
inline constexpr std::size_t max_threads = 1024;

// Objects are numbered by first touch; 0 stands for "no object" and never races.
using ObjectId = std::uint32_t;
inline constexpr ObjectId no_object = 0;

// Where in the program's code an op stands: an index into a table that the mechanism keeps.
using SiteId = std::uint32_t;

enum class OpKind : std::uint8_t {
    start,           // a thread's first op
    create,          // brings a thread to life; the object is the child
    join,            // waits for a thread's end; the object is that thread
    acquire,         // exclusive lock
    acquire_shared,  // reader's side of a lock
    try_acquire,     // never blocks
    release,         // lock, semaphore
    wait,            // event, semaphore, condition variable, address
    set,             // event
    reset,           // event
    wake_one,        // condition variable, address
    wake_all,        // condition variable, address
    read,            // plain or atomic load
    write,           // plain or atomic store
    update,          // atomic read-modify-write
    yield,           // gives way without waiting for anything
    sleep,           // waits for time alone
    exit,            // ends the whole program
    proceed,         // goes on after an op that let others run, into code whose ops are not seen
    count            // how many kinds there are; not an op
};

struct Op {
    OpKind kind = OpKind::start;
    ObjectId object = no_object;
    SiteId site = 0;

    friend bool operator==(const Op&, const Op&) = default;
};

// The name that schedules and reports use. `parse_op_kind` is its inverse; `OpKind::count` means "none such".
std::string_view name_of(OpKind kind);
OpKind parse_op_kind(std::string_view name);

// Leaves no trace that another thread could see.
constexpr bool is_read_only(OpKind kind) {
    return kind == OpKind::read || kind == OpKind::yield || kind == OpKind::sleep || kind == OpKind::proceed;
}

// An access to a variable that synchronizes nothing by itself.
constexpr bool is_plain_access(OpKind kind) { return kind == OpKind::read || kind == OpKind::write; }

// Blocks while another thread holds the object: such a thread is in the middle of something.
constexpr bool is_lock(OpKind kind) { return kind == OpKind::acquire || kind == OpKind::acquire_shared; }

// The POS paper's dependence between ops of two different threads: they touch one object.
constexpr bool is_racing(const Op& a, const Op& b) { return a.object == b.object && a.object != no_object; }

// The same with the relaxation of its section 5: two reads of one object do not race.
constexpr bool is_racing_relaxed(const Op& a, const Op& b) {
    return is_racing(a, b) && !(is_read_only(a.kind) && is_read_only(b.kind));
}

}  // namespace cuzz
