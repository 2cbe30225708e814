#include "detours/runtime/kernel_state.h"

#include "detours/runtime/real.h"

#include <cwchar>

namespace cuzz::detours {

namespace {

struct EventState {
    LONG type;  // 0: manual reset
    LONG state;
};
struct SemaphoreState {
    LONG count, limit;
};
struct MutexState {
    LONG count;
    BOOLEAN owned_by_caller, abandoned;
};
struct TypeName {
    USHORT length, capacity;
    wchar_t* text;
};

using QueryState = NtStatus(WINAPI*)(HANDLE, ULONG, void*, ULONG, ULONG*);
QueryState query_event, query_semaphore, query_mutex, query_object;

bool is_named(const TypeName& name, const wchar_t* wanted) {
    const std::size_t length = std::wcslen(wanted);
    return name.length == length * sizeof(wchar_t) && std::wmemcmp(name.text, wanted, length) == 0;
}

bool look_up(QueryState& query, const char* name) {
    query = reinterpret_cast<QueryState>(
        reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(L"ntdll.dll"), name)));
    return query != nullptr;
}

}  // namespace

bool prepare_kernel_state() {
    return look_up(query_event, "NtQueryEvent") && look_up(query_semaphore, "NtQuerySemaphore") &&
           look_up(query_mutex, "NtQueryMutant") && look_up(query_object, "NtQueryObject");
}

ObjectKind kind_of(HANDLE handle) {
    alignas(void*) char buffer[512];
    constexpr ULONG type_information = 2;
    if (query_object(handle, type_information, buffer, sizeof buffer, nullptr) < 0)
        return ObjectKind::outside;
    const TypeName& name = *reinterpret_cast<TypeName*>(buffer);
    if (is_named(name, L"Event")) {
        EventState event{};
        if (query_event(handle, 0, &event, sizeof event, nullptr) < 0) return ObjectKind::outside;
        return event.type == 0 ? ObjectKind::manual_event : ObjectKind::auto_event;
    }
    if (is_named(name, L"Mutant")) return ObjectKind::mutex;
    if (is_named(name, L"Semaphore")) return ObjectKind::semaphore;
    if (is_named(name, L"Timer")) return ObjectKind::timer;
    if (is_named(name, L"Thread")) return ObjectKind::thread;
    return ObjectKind::outside;
}

bool has_room(HANDLE handle, LONG count) {
    SemaphoreState semaphore{};
    return query_semaphore(handle, 0, &semaphore, sizeof semaphore, nullptr) >= 0 && count > 0 &&
           count <= semaphore.limit - semaphore.count;
}

bool kernel_is_signalled(ObjectKind kind, HANDLE handle) {
    switch (kind) {
        case ObjectKind::auto_event:
        case ObjectKind::manual_event: {
            EventState event{};
            return query_event(handle, 0, &event, sizeof event, nullptr) >= 0 && event.state != 0;
        }
        case ObjectKind::semaphore: {
            SemaphoreState semaphore{};
            return query_semaphore(handle, 0, &semaphore, sizeof semaphore, nullptr) >= 0 &&
                   semaphore.count > 0;
        }
        case ObjectKind::mutex: {
            MutexState mutex{};
            return query_mutex(handle, 0, &mutex, sizeof mutex, nullptr) >= 0 && mutex.count > 0;
        }
        // Waiting for the others changes nothing.
        default: return real.WaitForSingleObjectEx(handle, 0, FALSE) == WAIT_OBJECT_0;
    }
}

}  // namespace cuzz::detours
