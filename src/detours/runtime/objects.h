// The objects that threads meet at, numbered by first touch: locks and condition variables by address, kernel
// objects by handle. Fixed capacity; an object that does not fit is not modelled and the run is flagged.
#pragma once

#include "detours/runtime/platform.h"
#include "scheduler/ops.h"
#include "scheduler/thread_set.h"

#include <cstdint>

namespace cuzz::detours {

enum class ObjectKind : std::uint8_t {
    none,
    lock,       // critical section, SRW lock
    condition,  // condition variable
    address,    // WaitOnAddress
    once,       // InitOnce
    auto_event,
    manual_event,
    mutex,
    semaphore,
    thread,
    outside  // what only the world outside can signal, or what we do not know
};

struct Object {
    std::uintptr_t key = 0;  // address or handle
    ObjectId id = no_object;
    ObjectKind kind = ObjectKind::none;
    ThreadId owner = no_thread;   // of a lock held exclusively; of a thread object: which one
    std::uint32_t recursion = 0;  // of that hold
    std::uint32_t readers = 0;
    bool has_ended = false;    // of a thread object
    ThreadSet waiting;         // threads whose pending op needs it
    ThreadSet waiting_shared;  // those of them that would share it
};

class Objects {
public:
    static constexpr std::size_t capacity = 1u << 14;

    // Before anything else. False if there is no memory.
    bool reserve();

    // The object at that address or handle, made on first touch; null if there is no room.
    Object* touch(std::uintptr_t key, ObjectKind kind);
    Object* find(std::uintptr_t key);
    // The address or handle now means something else, or nothing: the next touch makes a new object.
    void forget(std::uintptr_t key);
    // A second handle to the same object.
    void alias(std::uintptr_t key, Object& object);

    Object* by_id(ObjectId id) { return id == no_object || id > used_ ? nullptr : &objects_[id - 1]; }

private:
    struct Slot {
        std::uintptr_t key = 0;
        Object* object = nullptr;
    };
    static constexpr std::size_t slot_count = capacity * 2;

    std::size_t probe(std::uintptr_t key) const;

    Object* objects_ = nullptr;
    Slot* slots_ = nullptr;  // open addressing; a forgotten one keeps its key and no object
    std::uint32_t used_ = 0;
};

}  // namespace cuzz::detours
