// Threads: made in every way, their exit codes, their ends, joining, what is thread-local.
#include "conformance.h"

#include <process.h>

using namespace conformance;

namespace {

DWORD exit_code_of(HANDLE thread) {
    EXPECT(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
    DWORD code = 0;
    EXPECT(GetExitCodeThread(thread, &code));
    CloseHandle(thread);
    return code;
}

DWORD WINAPI returns(void* value) { return static_cast<DWORD>(reinterpret_cast<ULONG_PTR>(value)); }
DWORD WINAPI exits(void*) { ExitThread(23); }
unsigned __stdcall returns_for_crt(void*) { return 31; }
unsigned __stdcall exits_for_crt(void*) {
    _endthreadex(32);
    return 0;
}
void __cdecl plain(void* event) { SetEvent(event); }

void exit_codes() {
    DWORD id = 0;
    const HANDLE thread = CreateThread(nullptr, 0, returns, reinterpret_cast<void*>(22), 0, &id);
    EXPECT(id != 0 && GetThreadId(thread) == id);
    EXPECT(exit_code_of(thread) == 22);
    EXPECT(exit_code_of(CreateThread(nullptr, 0, exits, nullptr, 0, nullptr)) == 23);
    EXPECT(exit_code_of(reinterpret_cast<HANDLE>(
               _beginthreadex(nullptr, 0, returns_for_crt, nullptr, 0, nullptr))) == 31);
    EXPECT(exit_code_of(reinterpret_cast<HANDLE>(
               _beginthreadex(nullptr, 0, exits_for_crt, nullptr, 0, nullptr))) == 32);
    const HANDLE event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    EXPECT(_beginthread(plain, 0, event) != static_cast<uintptr_t>(-1));
    EXPECT(WaitForSingleObject(event, INFINITE) == WAIT_OBJECT_0);
}

LONG destroyed = 0;
struct Local {
    int value = 5;
    ~Local() { InterlockedIncrement(&destroyed); }
};
thread_local Local local;

void thread_locals() {
    local.value = 1;
    auto body = [] {
        EXPECT(local.value == 5);
        local.value = 6;
        Sleep(1);
        EXPECT(local.value == 6);
    };
    run_together<3>(body);
    EXPECT(destroyed == 3);
    EXPECT(local.value == 1);
}

void joining() {
    static HANDLE first;
    auto sleeper = [] { Sleep(50); };
    first = start(sleeper);
    EXPECT(WaitForSingleObject(first, 0) == WAIT_TIMEOUT);
    EXPECT(WaitForSingleObject(first, 5) == WAIT_TIMEOUT);
    auto joiner = [] { EXPECT(WaitForSingleObject(first, INFINITE) == WAIT_OBJECT_0); };
    run_together<2>(joiner);
    EXPECT(WaitForSingleObject(first, 0) == WAIT_OBJECT_0);
    join(first);
    // A handle that was opened, and one's own that was duplicated.
    static HANDLE event, main_thread;
    event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    auto waiter = [] { EXPECT(WaitForSingleObject(event, INFINITE) == WAIT_OBJECT_0); };
    const HANDLE thread = start(waiter);
    const HANDLE opened = OpenThread(SYNCHRONIZE, FALSE, GetThreadId(thread));
    EXPECT(opened != nullptr);
    EXPECT(WaitForSingleObject(opened, 5) == WAIT_TIMEOUT);
    SetEvent(event);
    EXPECT(WaitForSingleObject(opened, INFINITE) == WAIT_OBJECT_0);
    CloseHandle(opened);
    join(thread);
    EXPECT(DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &main_thread, 0,
                           FALSE, DUPLICATE_SAME_ACCESS));
    auto child = [] { EXPECT(WaitForSingleObject(main_thread, 10) == WAIT_TIMEOUT); };
    join(start(child));
    CloseHandle(main_thread);
}

// Ended, and its slot used again: who waits for the first must not be told of the second.
void one_after_another() {
    static int count = 0;
    auto body = [] { ++count; };
    HANDLE old = nullptr;
    for (int i = 0; i < 20; ++i) {
        const HANDLE thread = start(body);
        EXPECT(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
        if (old != nullptr) join(old);
        old = thread;
    }
    join(old);
    EXPECT(count == 20);
}

}  // namespace

int main() {
    exit_codes();
    passed("exit codes");
    thread_locals();
    passed("thread-locals");
    joining();
    passed("joining");
    one_after_another();
    passed("one after another");
}
