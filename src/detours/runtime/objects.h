// The objects that threads meet at, numbered by first touch: locks and condition variables by address, kernel
// objects by handle. Fixed capacity; an object that does not fit is not modelled and the run is flagged.
#pragma once

#include "detours/runtime/platform.h"
#include "scheduler/ops.h"
#include "scheduler/thread_set.h"

#include <cstdint>

namespace cuzz::detours {

inline constexpr std::uint64_t never = ~std::uint64_t{0};

enum class ObjectKind : std::uint8_t {
    none,
    lock,       // critical section, SRW lock
    condition,  // condition variable
    address,    // WaitOnAddress
    once,       // InitOnce
    barrier,
    auto_event,
    manual_event,
    mutex,
    semaphore,
    timer,
    thread,
    outside  // what only the world outside can signal, or what we do not know
};

// What a number stands for: memory can be a lock now and something else later, and handles are numbers too.
enum class Space : std::uint8_t { locks, conditions, addresses, others, handles };
using Key = std::uint64_t;
inline Key key_of(Space space, const void* address) {
    return static_cast<Key>(reinterpret_cast<std::uintptr_t>(address)) * 8 + static_cast<Key>(space);
}
inline Key handle_key(HANDLE handle) { return key_of(Space::handles, handle); }
inline HANDLE handle_in(Key key) { return reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(key / 8)); }

struct Object {
    ObjectId id = no_object;
    ObjectKind kind = ObjectKind::none;
    std::uint16_t names = 0;      // keys that lead here
    ThreadId owner = no_thread;   // of a lock held exclusively; of a thread object: which one
    HANDLE dying = nullptr;       // of a mutex: the thread that ends with it in its hands
    std::uint32_t recursion = 0;  // of that hold
    std::uint32_t readers = 0;    // of a lock; of a barrier: who has come
    std::uint32_t members = 0;    // of a barrier: how many it takes
    bool is_strict = false;       // of a lock: not even its owner can take it again
    bool is_hopeless = false;     // its owner tries to all the same
    bool has_ended = false;       // of a thread object
    bool is_manual = false;       // of a timer: stays signalled
    bool is_set = false;          // of a timer: signalled, in virtual time
    std::uint64_t due = never;    // of a timer, in virtual time
    std::uint64_t period = 0;     // of a timer; 0: once
    ThreadId setter = no_thread;  // of a timer with a routine: who gets it
    PTIMERAPCROUTINE routine = nullptr;
    void* argument = nullptr;
    ThreadSet waiting;         // threads whose pending op needs it
    ThreadSet waiting_shared;  // those of them that would share it
};

class Objects {
public:
    static constexpr std::uint32_t capacity = 1u << 14;

    // Before anything else. False if there is no memory.
    bool reserve();

    // The object behind the key, made on first touch; null if there is no room.
    Object* touch(Key key, ObjectKind kind);
    // An object without a key: nobody has a handle to it yet.
    Object* make(ObjectKind kind);
    Object* find(Key key) { return slots_[probe(key)].object; }
    // The address or handle now means something else, or nothing: the next touch makes a new object.
    void forget(Key key);
    // A second handle to the same object.
    void alias(Key key, Object& object);

    // The first object for which `found` says so, or null. Slow.
    template <class Found>
    Object* first(Found found) {
        for (std::uint32_t i = 0; i < used_; ++i)
            if (objects_[i].names != 0 && found(objects_[i])) return &objects_[i];
        return nullptr;
    }
    Object* by_id(ObjectId id) {
        return id == no_object ? nullptr : first([=](const Object& o) { return o.id == id; });
    }
    // A key that leads to the object.
    Key key_to(const Object& object) const;

private:
    struct Slot {
        Key key = 0;  // 0: empty
        Object* object = nullptr;
    };
    static constexpr std::size_t slot_count = std::size_t{capacity} * 4;

    static std::size_t home(Key key) { return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 48); }
    std::size_t probe(Key key) const {
        std::size_t at = home(key);
        while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) % slot_count;
        return at;
    }

    Object* objects_ = nullptr;
    Slot* slots_ = nullptr;  // open addressing
    std::uint32_t used_ = 0, live_slots_ = 0;
    ObjectId last_id_ = no_object;
    std::uint32_t free_[256];  // places of forgotten objects
    std::uint32_t free_count_ = 0;

    static_assert(slot_count == 1u << 16, "home() yields 16 bits");
};

}  // namespace cuzz::detours
