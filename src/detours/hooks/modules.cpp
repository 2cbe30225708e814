#include "detours/hooks/modules.h"

#include <cwchar>

namespace cuzz::detours {

namespace {

struct Module {
    const wchar_t* name;
    void (*place)(HookPlacer&);
    bool is_hooked;
};
Module modules[] = {
    {L"libwinpthread-1.dll", place_pthread_hooks, false},
    {L"win32u.dll", place_message_hooks, false},
    {L"winmm.dll", place_multimedia_hooks, false},
};

void (*told)(const HookPlacer&) = nullptr;

// The loader's notification, as ntdll documents it.
struct CountedText {
    USHORT size, capacity;  // in bytes
    const wchar_t* text;
};
struct Notice {
    ULONG flags;
    const CountedText* path;
    const CountedText* name;
    void* base;
    ULONG size;
};
constexpr ULONG was_loaded = 1, was_unloaded = 2;

bool is_named(const CountedText& name, const wchar_t* wanted) {
    const std::size_t length = std::wcslen(wanted);
    return name.size == length * sizeof(wchar_t) && _wcsnicmp(name.text, wanted, length) == 0;
}

void CALLBACK notice(ULONG reason, const Notice* of, void*) {
    for (Module& module : modules) {
        if (!is_named(*of->name, module.name)) continue;
        if (reason == was_unloaded) module.is_hooked = false;
        if (reason != was_loaded || module.is_hooked) continue;
        HookTransaction transaction;
        HookPlacer place(transaction);
        module.place(place);
        module.is_hooked = place.failed() == nullptr && transaction.commit();
        told(place);
    }
}

}  // namespace

void place_hooks_of_present_modules(HookPlacer& place) {
    for (Module& module : modules) {
        if (GetModuleHandleW(module.name) == nullptr) continue;
        module.place(place);
        module.is_hooked = true;
    }
}

void follow_modules(void (*count)(const HookPlacer& placed)) {
    told = count;
    using Register = LONG(WINAPI*)(ULONG, void(CALLBACK*)(ULONG, const Notice*, void*), void*, void**);
    const auto follow = reinterpret_cast<Register>(
        reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(ntdll), "LdrRegisterDllNotification")));
    static void* cookie;
    if (follow != nullptr) follow(0, notice, nullptr, &cookie);
}

}  // namespace cuzz::detours
