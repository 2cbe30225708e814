// A watcher waits for a thread by a handle that it opened with the thread's number.
#include <windows.h>

namespace {

DWORD WINAPI watched(void*) { return 7; }

DWORD WINAPI watch(void* thread) {
    DWORD code = 0;
    const bool ended = WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0;
    return ended && GetExitCodeThread(thread, &code) != 0 && code == 7 ? 0 : 1;
}

}  // namespace

int main() {
    DWORD number = 0, result = 1;
    const HANDLE first = CreateThread(nullptr, 0, watched, nullptr, CREATE_SUSPENDED, &number);
    const HANDLE opened = OpenThread(SYNCHRONIZE | THREAD_QUERY_INFORMATION, FALSE, number);
    const HANDLE watcher = CreateThread(nullptr, 0, watch, opened, 0, nullptr);
    ResumeThread(first);
    CloseHandle(first);
    WaitForSingleObject(watcher, INFINITE);
    GetExitCodeThread(watcher, &result);
    return static_cast<int>(result);
}
