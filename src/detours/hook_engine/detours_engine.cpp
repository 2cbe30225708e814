// The engine over Microsoft Detours. Every other thread of the process is part of the transaction: Detours suspends
// it and moves it out of the bytes that change.

#include "detours/hook_engine/hook_engine.h"

// After windows.h, which hook_engine.h brings.
#include <detours.h>

namespace cuzz::detours {

namespace {

// DETOURS_VERSION reads 0xMAJORcMINORcPATCH.
constexpr char digit(unsigned shift) { return static_cast<char>('0' + ((DETOURS_VERSION >> shift) & 0xF)); }
constexpr char name[] = {'M', 'i', 'c', 'r', 'o', 's', 'o',       'f', 't',      ' ', 'D',      'e',
                         't', 'o', 'u', 'r', 's', ' ', digit(16), '.', digit(8), '.', digit(0), '\0'};

const char* sentence(LONG error) {
    switch (error) {
        case ERROR_INVALID_BLOCK: return "the start of the function cannot be moved";
        case ERROR_NOT_ENOUGH_MEMORY: return "there is no free memory near the function";
        case ERROR_INVALID_HANDLE: return "there is no function";
        case ERROR_INVALID_OPERATION: return "another transaction is open";
        default: return "Detours refused";
    }
}

// The handles that Detours needs until the commit is over.
class OtherThreads {
public:
    OtherThreads() = default;
    ~OtherThreads() {
        for (unsigned i = 0; i < count_; ++i) CloseHandle(threads_[i]);
    }
    OtherThreads(const OtherThreads&) = delete;
    OtherThreads& operator=(const OtherThreads&) = delete;

    // Finds them all before the first is suspended: a suspended one may hold a lock that finding needs. A snapshot
    // of the tool help library would list every thread of the machine, which under Wine takes 10 ms.
    bool find() {
        const auto get_next = reinterpret_cast<GetNextThread>(
            reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtGetNextThread")));
        if (get_next == nullptr) return false;
        constexpr ACCESS_MASK access =
            THREAD_SUSPEND_RESUME | THREAD_GET_CONTEXT | THREAD_SET_CONTEXT | THREAD_QUERY_INFORMATION;
        HANDLE thread = nullptr, next = nullptr;
        for (; get_next(GetCurrentProcess(), thread, access, 0, 0, &next) >= 0; thread = next) {
            if (count_ == most_threads) {
                CloseHandle(next);
                return false;
            }
            threads_[count_++] = next;
        }
        return true;
    }

    LONG join_transaction() {
        for (unsigned i = 0; i < count_; ++i) {
            if (GetThreadId(threads_[i]) == GetCurrentThreadId()) continue;
            const LONG error = DetourUpdateThread(threads_[i]);
            if (error != NO_ERROR) return error;
        }
        return NO_ERROR;
    }

private:
    using GetNextThread = LONG(WINAPI*)(HANDLE, HANDLE, ACCESS_MASK, ULONG, ULONG, HANDLE*);

    static constexpr unsigned most_threads = 256;
    HANDLE threads_[most_threads] = {};
    unsigned count_ = 0;
};

}  // namespace

const char* hook_engine_name() { return name; }

HookTransaction::HookTransaction() {
    const LONG error = DetourTransactionBegin();
    is_open_ = error == NO_ERROR;
    if (!is_open_) error_ = sentence(error);
}

HookTransaction::~HookTransaction() {
    if (is_open_) DetourTransactionAbort();
}

bool HookTransaction::attach(void** function, void* replacement) {
    if (!is_open_) return false;
    const LONG error = DetourAttach(function, replacement);
    if (error != NO_ERROR && *error_ == '\0') error_ = sentence(error);
    return error == NO_ERROR;
}

bool HookTransaction::commit() {
    if (!is_open_ || *error_ != '\0') return false;
    OtherThreads others;
    if (!others.find()) {
        error_ = "the threads of the process cannot be listed";
        return false;
    }
    LONG error = others.join_transaction();
    is_open_ = false;  // either way it ends here, where the suspended threads can still be resumed
    if (error == NO_ERROR)
        error = DetourTransactionCommit();
    else
        DetourTransactionAbort();
    if (error != NO_ERROR) error_ = sentence(error);
    return error == NO_ERROR;
}

}  // namespace cuzz::detours
