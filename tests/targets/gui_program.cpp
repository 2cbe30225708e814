// No console, a message queue.
#include <windows.h>

int WINAPI WinMain(HINSTANCE, HINSTANCE, char*, int) {
    PostThreadMessageW(GetCurrentThreadId(), WM_QUIT, 0, 0);
    MSG message;
    while (GetMessageW(&message, nullptr, 0, 0) > 0) DispatchMessageW(&message);
    return 0;
}
