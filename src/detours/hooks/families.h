// The families of hooks, one file each, and how they are placed.
#pragma once

#include "detours/hook_engine/hook_engine.h"
#include "detours/runtime/platform.h"

namespace cuzz::detours {

// Looks a function up and adds its hook to the transaction. What is missing or cannot be hooked is counted.
class HookPlacer {
public:
    explicit HookPlacer(HookTransaction& transaction) : transaction_(transaction) {}

    // In ntdll or kernelbase, where every caller passes; kernel32 mostly forwards to them.
    template <class Function>
    void operator()(const wchar_t* module, const char* name, Function*& real, Function* replacement) {
        place(module, name, reinterpret_cast<void**>(&real), reinterpret_cast<void*>(replacement));
    }

    unsigned placed() const { return placed_; }
    unsigned missing() const { return missing_; }  // this Windows does not have the function
    const char* failed() const {
        return failed_;
    }  // the first that is there and could not be hooked, or null

private:
    void place(const wchar_t* module, const char* name, void** real, void* replacement);

    HookTransaction& transaction_;
    unsigned placed_ = 0, missing_ = 0;
    const char* failed_ = nullptr;
};

inline constexpr const wchar_t* ntdll = L"ntdll.dll";
inline constexpr const wchar_t* kernelbase = L"kernelbase.dll";
inline constexpr const wchar_t* kernel32 = L"kernel32.dll";  // only for what it does itself

void place_critical_section_hooks(HookPlacer& place);
void place_srw_lock_hooks(HookPlacer& place);
void place_condition_variable_hooks(HookPlacer& place);
void place_address_hooks(HookPlacer& place);
void place_wait_hooks(HookPlacer& place);
void place_signal_hooks(HookPlacer& place);
void place_handle_hooks(HookPlacer& place);
void place_thread_hooks(HookPlacer& place);
void place_time_hooks(HookPlacer& place);
void place_process_hooks(HookPlacer& place);
void place_once_hooks(HookPlacer& place);
void place_barrier_hooks(HookPlacer& place);
void place_timer_hooks(HookPlacer& place);
void place_call_hooks(HookPlacer& place);
void place_backstop_hooks(HookPlacer& place);
// Of DLLs that need not be there: see modules.h.
void place_pthread_hooks(HookPlacer& place);
void place_message_hooks(HookPlacer& place);
void place_multimedia_hooks(HookPlacer& place);

// Whether the calling thread, which is only just beginning, is one that a hook of ours made.
bool is_own_thread();

}  // namespace cuzz::detours
