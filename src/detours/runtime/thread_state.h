// What the runtime knows of a controlled thread. One for each slot of the engine, in static memory.
#pragma once

#include "detours/runtime/platform.h"
#include "scheduler/ops.h"

#include <atomic>
#include <cstdint>

namespace cuzz::detours {

inline constexpr std::uint64_t never = ~std::uint64_t{0};

struct Object;

// What a thread waits for: one object or several, with or without a time limit.
struct WaitRecord {
    static constexpr std::uint32_t most_objects = MAXIMUM_WAIT_OBJECTS;

    Object* objects[most_objects];
    HANDLE handles[most_objects];
    std::uint32_t count = 0;    // 0: it waits for nothing that is modelled
    bool all = false;           // for all of them at once
    std::int32_t granted = -1;  // the object whose signal was handed to it, whatever becomes of it
    bool timed_out = false;
    std::uint64_t deadline = never;  // in virtual time
};

struct ThreadState {
    ThreadId id = no_thread;
    DWORD os_id = 0;
    HANDLE handle = nullptr;             // our own, to the thread
    std::uint32_t depth = 0;             // hooks that it is inside of; only the outermost one schedules
    std::atomic<std::uint32_t> gate{0};  // 1: it has the token
    std::atomic<std::uint32_t> has_arrived{0};
    bool is_outside = false;  // in a wait that is not modelled, without the token
    bool is_dying = false;
    bool is_suspended = false;
    std::uint32_t suspend_count = 0;
    WaitRecord wait;
    Object* own_object = nullptr;  // what others wait for to join it
    // The wrapped start routine.
    LPTHREAD_START_ROUTINE routine = nullptr;
    void* argument = nullptr;
    std::atomic<std::uint32_t> shows_stack{0};  // asked to write its stack into the report
};

}  // namespace cuzz::detours
