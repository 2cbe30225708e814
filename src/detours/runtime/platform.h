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

// The thread's own number and last error, from its block as well: a call for each would cost more than the point.
#if defined(_WIN64)
inline constexpr std::size_t thread_id_offset = 0x48, last_error_offset = 0x68;
#else
inline constexpr std::size_t thread_id_offset = 0x24, last_error_offset = 0x34;
#endif

inline DWORD own_thread_id() {
    return *reinterpret_cast<const DWORD*>(reinterpret_cast<const char*>(NtCurrentTeb()) + thread_id_offset);
}
inline DWORD& last_error() {
    return *reinterpret_cast<DWORD*>(reinterpret_cast<char*>(NtCurrentTeb()) + last_error_offset);
}

inline void*& tls_slot(DWORD slot) {
    return reinterpret_cast<void**>(reinterpret_cast<char*>(NtCurrentTeb()) + tls_slots_offset)[slot];
}

}  // namespace cuzz::detours
