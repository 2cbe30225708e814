// Starting a program with our DLL in it. The launcher's side of the hook engine.
#pragma once

#include "detours/runtime/platform.h"

#include <string>

namespace cuzz::detours {

// What the DLL gets to know before anything else, copied into the program.
struct Payload {
    std::uint64_t channel = 0;          // a handle to the shared memory, valid in the program
    std::uint64_t entry = 0;            // where the program would have begun, and the bytes that stood there;
    std::uint8_t entry_bytes[16] = {};  //   of use to the built-in engine alone
};

// What the program exits with if the DLL does not attach.
inline constexpr std::uint32_t failed_to_load = 0xE0220001;

// `process` has just been made, suspended. It will load the DLL before its own first instruction. An empty string,
// or why it cannot be done.
std::string inject(HANDLE process, const std::wstring& dll, HANDLE channel);

}  // namespace cuzz::detours
