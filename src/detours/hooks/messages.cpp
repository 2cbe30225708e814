// Waits for window messages: outside. And the multimedia clock, which is a clock like the others.

#include "detours/hooks/families.h"
#include "detours/hooks/outside_scope.h"

namespace cuzz::detours {

namespace {

struct {
    BOOL(WINAPI* get_message)(MSG*, HWND, UINT, UINT);
    BOOL(WINAPI* wait_message)();
    DWORD(WINAPI* wait_for_objects)(DWORD, const HANDLE*, DWORD, DWORD, DWORD);
    DWORD(WINAPI* time)();
} window;

BOOL WINAPI get_message(MSG* message, HWND from, UINT first, UINT last) {
    const OutsideScope scope(true);
    return window.get_message(message, from, first, last);
}

BOOL WINAPI wait_message() {
    const OutsideScope scope(true);
    return window.wait_message();
}

DWORD WINAPI wait_for_objects(DWORD count, const HANDLE* handles, DWORD milliseconds, DWORD mask,
                              DWORD flags) {
    const OutsideScope scope(milliseconds != 0);
    return window.wait_for_objects(count, handles, milliseconds, mask, flags);
}

DWORD WINAPI multimedia_time() {
    const void* caller = CUZZ_RETURN_ADDRESS();
    if (!runtime.is_over() && !runtime.clock.is_real())
        if (HookScope scope(caller); scope)
            return static_cast<DWORD>(Clock::uptime * 1'000 + runtime.read_clock() / 10'000);
    return window.time();
}

}  // namespace

void place_message_hooks(HookPlacer& place) {
    constexpr const wchar_t* library = L"win32u.dll";
    place(library, "NtUserGetMessage", window.get_message, get_message);
    place(library, "NtUserWaitMessage", window.wait_message, wait_message);
    place(library, "NtUserMsgWaitForMultipleObjectsEx", window.wait_for_objects, wait_for_objects);
}

void place_multimedia_hooks(HookPlacer& place) {
    place(L"winmm.dll", "timeGetTime", window.time, multimedia_time);
}

}  // namespace cuzz::detours
