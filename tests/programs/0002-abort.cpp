// abort() in a thread: the run ends as a failure, not as a hang or a box.
#include <windows.h>

#include <cstdlib>

namespace {

DWORD WINAPI give_up(void*) { std::abort(); }

}  // namespace

int main() {
    const HANDLE thread = CreateThread(nullptr, 0, give_up, nullptr, 0, nullptr);
    WaitForSingleObject(thread, INFINITE);
}
