// Windows, and the few things of it that the SDK headers do not declare or that compilers spell differently.
#pragma once

#include <windows.h>

#include <cstddef>
#include <cstdint>

#if defined(_MSC_VER)
#include <intrin.h>
#define CUZZ_RETURN_ADDRESS() _ReturnAddress()
#else
#define CUZZ_RETURN_ADDRESS() __builtin_return_address(0)
#endif

namespace cuzz::detours {

using NtStatus = LONG;
inline constexpr NtStatus status_success = 0;
inline constexpr NtStatus status_timeout = 0x102;

// Per-thread words in the thread's own block, without a call: TlsGetValue would change the last error. The first 64
// slots of TlsAlloc lie there.
inline constexpr std::size_t tls_slots_in_block = 64;
#if defined(_WIN64)
inline constexpr std::size_t tls_slots_offset = 0x1480;
#else
inline constexpr std::size_t tls_slots_offset = 0xE10;
#endif

inline void*& tls_slot(DWORD slot) {
    return reinterpret_cast<void**>(reinterpret_cast<char*>(NtCurrentTeb()) + tls_slots_offset)[slot];
}

}  // namespace cuzz::detours
