// A wait for a process: it ends when it ends, while the other threads go on.
#include "conformance.h"

#include <cwchar>

using namespace conformance;

namespace {

volatile LONG done = 0;
HANDLE child_process;

HANDLE run_child(const wchar_t* argument) {
    wchar_t path[MAX_PATH], line[MAX_PATH + 32];
    GetModuleFileNameW(nullptr, path, MAX_PATH);
    std::swprintf(line, MAX_PATH + 32, L"\"%ls\" %ls", path, argument);
    STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    PROCESS_INFORMATION made{};
    EXPECT(CreateProcessW(path, line, nullptr, nullptr, FALSE, 0, nullptr, nullptr, &startup, &made));
    CloseHandle(made.hThread);
    return made.hProcess;
}

}  // namespace

int main(int count, char** arguments) {
    if (count > 1) return std::atoi(arguments[1]);
    child_process = run_child(L"17");
    auto waiter = [] {
        EXPECT(WaitForSingleObject(child_process, INFINITE) == WAIT_OBJECT_0);
        DWORD code = 0;
        EXPECT(GetExitCodeProcess(child_process, &code));
        EXPECT(code == 17);
        InterlockedExchange(&done, 1);
    };
    const HANDLE thread = start(waiter);
    // Sleeps that wait for something outside end when it has happened, not after a number of them.
    while (done == 0) Sleep(10);
    join(thread);
    CloseHandle(child_process);
    passed("waited for");

    child_process = run_child(L"18");
    const HANDLE event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    HANDLE both[2] = {event, child_process};
    EXPECT(WaitForMultipleObjects(2, both, FALSE, INFINITE) == WAIT_OBJECT_0 + 1);
    static HANDLE shared;
    shared = event;
    auto setter = [] { SetEvent(shared); };
    const HANDLE second = start(setter);
    both[1] = GetCurrentProcess();
    EXPECT(WaitForMultipleObjects(2, both, FALSE, INFINITE) == WAIT_OBJECT_0);
    join(second);
    passed("one of two");
}
