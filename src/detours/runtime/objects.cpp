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

// Where the key is, or the free slot where it would go.
std::size_t Objects::probe(std::uintptr_t key) const {
    std::size_t at = ((key >> 2) * 0x9E3779B1u) % slot_count;
    while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) % slot_count;
    return at;
}

Object* Objects::find(std::uintptr_t key) { return key == 0 ? nullptr : slots_[probe(key)].object; }

Object* Objects::touch(std::uintptr_t key, ObjectKind kind) {
    if (key == 0) return nullptr;
    Slot& slot = slots_[probe(key)];
    if (slot.object != nullptr) return slot.object;
    if (used_ == capacity) return nullptr;
    Object* object = new (&objects_[used_]) Object;
    object->key = key;
    object->kind = kind;
    object->id = ++used_;
    slot = {key, object};
    return object;
}

void Objects::forget(std::uintptr_t key) {
    if (key == 0) return;
    slots_[probe(key)].object = nullptr;
}

void Objects::alias(std::uintptr_t key, Object& object) {
    if (key == 0) return;
    slots_[probe(key)] = {key, &object};
}

}  // namespace cuzz::detours
