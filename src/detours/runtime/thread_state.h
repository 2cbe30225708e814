// What the runtime knows of a controlled thread. One for each slot of the engine, in static memory.
#pragma once

#include "detours/runtime/objects.h"

#include <atomic>
#include <cstdint>

namespace cuzz::detours {

// What a thread waits for: one object or several, with or without a time limit.
struct WaitRecord {
    static constexpr std::uint32_t most_objects = MAXIMUM_WAIT_OBJECTS;

    Object* objects[most_objects];
    HANDLE handles[most_objects];
    std::uint32_t count = 0;    // 0: it waits for nothing that is modelled
    bool is_on = false;         // it waits now
    bool all = false;           // for all of them at once
    bool is_alertable = false;  // an asynchronous procedure call ends it too
    bool timed_out = false;
    std::int32_t granted = -1;       // the object whose signal was handed to it, whatever becomes of it
    std::uint64_t deadline = never;  // in virtual time

    void begin(std::uint64_t until) {
        count = 0;
        all = is_alertable = timed_out = false;
        granted = -1;
        deadline = until;
    }
    void add(Object& object, HANDLE handle) {
        objects[count] = &object;
        handles[count++] = handle;
    }
};

struct ThreadState {
    ThreadId id = no_thread;
    DWORD os_id = 0;
    std::uint32_t depth = 0;             // 1 while inside a hook that is scheduled, or in our own code
    std::atomic<bool> is_loose{false};   // it spun: goes on without the token until its next point
    std::atomic<std::uint32_t> gate{0};  // what it is told to do where it is parked: see gates.cpp
    std::atomic<std::uint32_t> has_arrived{0};
    bool is_parked = false;       // not under serial control: stands at a point and may be told to go on
    bool is_outside = false;      // in a wait that is not modelled, without the token
    bool is_counted = false;      // it was in DLL_THREAD_ATTACH, as every thread but the first
    std::uint32_t suspended = 0;  // how often, where it is parked
    std::uint32_t apcs = 0;       // asynchronous procedure calls that are queued for it
    LONG exit_code = 0;           // what it is told to end with
    WaitRecord wait;
    Object* own_object = nullptr;  // what others wait for to join it
    // The wrapped start routine.
    LPTHREAD_START_ROUTINE routine = nullptr;
    void* argument = nullptr;
    std::atomic<std::uint32_t> shows_stack{0};  // asked to write its stack into the report
};

}  // namespace cuzz::detours
