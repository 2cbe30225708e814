// What goes into the channel when a run fails: stacks, modules, the cycle of a deadlock.
#pragma once

#include "channel/channel.h"
#include "detours/runtime/platform.h"

namespace cuzz::detours {

// The thread's place in the report, made on first call; null if there is no room. Index = slot.
channel::ThreadReport* report_of(channel::Control& control, ThreadId thread);

// The calling thread's stack, into the place of `thread`.
void capture_stack(channel::Control& control, ThreadId thread);

// Another thread's stack, that is stopped for it. For one that is not parked in our own code.
void capture_stack_of(channel::Control& control, ThreadId thread, DWORD os_id);

// Marks the threads that wait for each other in a circle.
void mark_cycle(channel::Control& control);

// Every loaded module, so that addresses can be turned into names after the program's end.
void record_modules(channel::Control& control);

}  // namespace cuzz::detours
