// Functions made of given bytes, so that a test knows what the first instructions are.
#pragma once

#include "detours/hook_engine/hook_engine.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string_view>
#include <vector>

// The argument arrives in ecx in both modes, so that most functions need to be written once.
#if defined(_WIN64)
#define CUZZ_REGISTER_CALL
#else
#define CUZZ_REGISTER_CALL __fastcall
#endif

namespace cuzz::detours::testing {

using Function = int(CUZZ_REGISTER_CALL*)(int);
using Bytes = std::vector<std::uint8_t>;

// Places that a displacement (64-bit) or an address (32-bit) goes to.
inline Bytes operand(const std::uint8_t* end_of_instruction, const void* target) {
    auto value = reinterpret_cast<std::uintptr_t>(target);
#if defined(_WIN64)
    value -= reinterpret_cast<std::uintptr_t>(end_of_instruction);
#else
    static_cast<void>(end_of_instruction);
#endif
    Bytes bytes(4);
    std::memcpy(bytes.data(), &value, 4);
    return bytes;
}

inline Bytes distance(const std::uint8_t* end_of_instruction, const void* target) {
    const auto value = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(target) -
                                                  reinterpret_cast<std::uintptr_t>(end_of_instruction));
    Bytes bytes(4);
    std::memcpy(bytes.data(), &value, 4);
    return bytes;
}

inline Bytes operator+(Bytes a, const Bytes& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// A page of code, never freed: hooks stay.
class CodePage {
public:
    static constexpr std::size_t size = 4096;

    CodePage()
        : begin_(static_cast<std::uint8_t*>(
              VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE))),
          next_(begin_) {
        std::memset(begin_, 0xF4, size);  // hlt: no engine takes it for filler
    }

    // Where the next function or datum will be.
    std::uint8_t* next() const { return next_; }
    std::uint8_t* put(const Bytes& bytes) {
        std::uint8_t* at = next_;
        std::memcpy(at, bytes.data(), bytes.size());
        next_ += (bytes.size() + 31) / 32 * 32;
        return at;
    }
    Bytes copy() const { return {begin_, begin_ + size}; }

private:
    std::uint8_t* begin_;
    std::uint8_t* next_;
};

// x + 1, beginning with instructions that can be moved as they are.
inline Bytes add_one() { return {0x8D, 0x41, 0x01, 0x83, 0xC0, 0x00, 0xC3}; }

// One hook whose replacement adds 1000 to what the original returns, and counts.
template <int N>
struct Hooked {
    static inline Function original = nullptr;
    static inline volatile long calls = 0;
    static int CUZZ_REGISTER_CALL replacement(int x) {
        InterlockedIncrement(&calls);
        return original(x) + 1000;
    }
    static bool attach(HookTransaction& transaction, std::uint8_t* function) {
        original = reinterpret_cast<Function>(function);
        calls = 0;
        return transaction.attach(reinterpret_cast<void**>(&original), reinterpret_cast<void*>(&replacement));
    }
    static bool place(std::uint8_t* function) {
        HookTransaction transaction;
        return attach(transaction, function) && transaction.commit();
    }
};

inline int call(std::uint8_t* function, int x) { return reinterpret_cast<Function>(function)(x); }

inline bool is_builtin() { return std::string_view(hook_engine_name()) == "built-in"; }

}  // namespace cuzz::detours::testing
