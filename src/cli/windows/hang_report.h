// A program that hangs cannot report on itself: its threads and modules are looked at from outside, before it is ended.
#pragma once

#include "cli/windows/channel_view.h"

namespace cuzz::cli {

// Into the channel, as if the DLL had written it: the threads that are not parked by cuzz, with their stacks. The one
// that went on last has its name, others none that we could know.
void report_hang(HANDLE process, DWORD process_id, ChannelView& channel);

}  // namespace cuzz::cli
