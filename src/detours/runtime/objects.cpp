#include "detours/runtime/objects.h"

#include <new>

namespace cuzz::detours {

bool Objects::reserve() {
    constexpr std::size_t size = capacity * sizeof(Object) + slot_count * sizeof(Slot);
    void* memory = VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (memory == nullptr) return false;
    objects_ = static_cast<Object*>(memory);
    slots_ = reinterpret_cast<Slot*>(objects_ + capacity);  // fresh pages: every slot is empty
    return true;
}

Object* Objects::make(ObjectKind kind) {
    if (live_slots_ >= slot_count / 2) return nullptr;
    std::uint32_t place = used_;
    if (free_count_ != 0)
        place = free_[--free_count_];
    else if (used_ == capacity)
        return nullptr;
    else
        ++used_;
    Object* object = new (&objects_[place]) Object;
    object->kind = kind;
    object->id = ++last_id_;
    return object;
}

Object* Objects::touch(Key key, ObjectKind kind) {
    Slot& slot = slots_[probe(key)];
    if (slot.object != nullptr) return slot.object;
    Object* object = make(kind);
    if (object == nullptr) return nullptr;
    object->names = 1;
    slot = {key, object};
    ++live_slots_;
    return object;
}

void Objects::alias(Key key, Object& object) {
    forget(key);
    if (live_slots_ >= slot_count / 2) return;
    slots_[probe(key)] = {key, &object};
    ++object.names;
    ++live_slots_;
}

void Objects::forget(Key key) {
    std::size_t hole = probe(key);
    if (slots_[hole].key == 0) return;
    Object& object = *slots_[hole].object;
    // Whoever still waits for it, or holds it, keeps it; else its place is free for another.
    if (--object.names == 0 && object.waiting.empty() && object.kind != ObjectKind::thread &&
        free_count_ < sizeof free_ / sizeof free_[0])
        free_[free_count_++] = static_cast<std::uint32_t>(&object - objects_);
    // Those behind the hole that could not be at their home move up.
    for (std::size_t at = (hole + 1) % slot_count; slots_[at].key != 0; at = (at + 1) % slot_count) {
        const std::size_t away = (at - home(slots_[at].key)) % slot_count;
        if (away < (at - hole) % slot_count) continue;
        slots_[hole] = slots_[at];
        hole = at;
    }
    slots_[hole] = {};
    --live_slots_;
}

Key Objects::key_to(const Object& object) const {
    for (std::size_t i = 0; i < slot_count; ++i)
        if (slots_[i].object == &object) return slots_[i].key;
    return 0;
}

}  // namespace cuzz::detours
