// Every function that the DLL hooks, in one transaction, with replacements that nobody can notice.

#include "support.h"

#include <thread>

namespace cuzz::detours::testing {
namespace {

struct SystemFunction {
    const wchar_t* module;
    const char* name;
};
constexpr SystemFunction functions[] = {
#include "hooked_functions.inc"
};

// lock inc [calls]; jmp [original] — no register and no flag that matters is touched.
struct Thunk {
    std::uint8_t code[16];
    void* original;
    volatile long calls;
};

Thunk* make_thunks() {
    auto* thunks = static_cast<Thunk*>(VirtualAlloc(nullptr, sizeof(Thunk) * std::size(functions),
                                                    MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE));
    for (std::size_t i = 0; i < std::size(functions); ++i) {
        Thunk& thunk = thunks[i];
        const Bytes code = Bytes{0xF0, 0xFF, 0x05} +
                           operand(thunk.code + 7, const_cast<long*>(&thunk.calls)) + Bytes{0xFF, 0x25} +
                           operand(thunk.code + 13, &thunk.original);
        std::memcpy(thunk.code, code.data(), code.size());
    }
    return thunks;
}

long calls_of(const Thunk* thunks, std::string_view name) {
    long calls = 0;
    for (std::size_t i = 0; i < std::size(functions); ++i)
        if (functions[i].name == name) calls += thunks[i].calls;
    return calls;
}

// What programs do; the same with and without hooks.
void use_them() {
    CRITICAL_SECTION section;
    InitializeCriticalSection(&section);
    SRWLOCK lock = SRWLOCK_INIT;
    const HANDLE event = CreateEventW(nullptr, TRUE, FALSE, nullptr);
    std::thread other([&] {
        EnterCriticalSection(&section);
        AcquireSRWLockExclusive(&lock);
        SetEvent(event);
        ReleaseSRWLockExclusive(&lock);
        LeaveCriticalSection(&section);
    });
    EXPECT_EQ(WaitForSingleObject(event, INFINITE), WAIT_OBJECT_0);
    other.join();
    CONDITION_VARIABLE condition = CONDITION_VARIABLE_INIT;
    AcquireSRWLockExclusive(&lock);
    EXPECT_EQ(SleepConditionVariableSRW(&condition, &lock, 1, 0), FALSE);
    EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_TIMEOUT));
    ReleaseSRWLockExclusive(&lock);
    const ULONGLONG before = GetTickCount64();
    Sleep(2);
    EXPECT_GE(GetTickCount64(), before);
    EXPECT_NE(CloseHandle(event), FALSE);
    DeleteCriticalSection(&section);
    EXPECT_EQ(WaitForSingleObject(nullptr, 0), WAIT_FAILED);
    EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_HANDLE));
    SetLastError(77);
    AcquireSRWLockShared(&lock);
    ReleaseSRWLockShared(&lock);
    SwitchToThread();
    EXPECT_EQ(GetLastError(), 77u);
}

TEST(SystemFunctions, AllThatTheDllHooksCanBeHookedAtOnce) {
    use_them();
    Thunk* thunks = make_thunks();
    unsigned placed = 0, missing = 0;
    HookTransaction transaction;
    for (std::size_t i = 0; i < std::size(functions); ++i) {
        thunks[i].original =
            reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(functions[i].module), functions[i].name));
        if (thunks[i].original == nullptr) {
            ++missing;
            continue;
        }
        EXPECT_TRUE(transaction.attach(&thunks[i].original, thunks[i].code))
            << functions[i].name << ": " << transaction.error();
        ++placed;
    }
    ASSERT_TRUE(transaction.commit()) << transaction.error();
    std::printf("%u functions hooked, %u missing here\n", placed, missing);
    EXPECT_GE(placed, 40u);
    use_them();
    for (const char* name :
         {"RtlEnterCriticalSection", "RtlLeaveCriticalSection", "RtlAcquireSRWLockExclusive",
          "RtlReleaseSRWLockExclusive", "RtlSleepConditionVariableSRW", "SetEvent", "CreateRemoteThreadEx",
          "NtClose", "NtTerminateThread"})
        EXPECT_GT(calls_of(thunks, name), 0) << name;
    EXPECT_GT(calls_of(thunks, "Sleep") + calls_of(thunks, "SleepEx"), 0);
    EXPECT_GT(calls_of(thunks, "WaitForSingleObject") + calls_of(thunks, "WaitForSingleObjectEx"), 0);
}

}  // namespace
}  // namespace cuzz::detours::testing
