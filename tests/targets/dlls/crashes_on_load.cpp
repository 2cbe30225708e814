// A DLL whose DllMain crashes.
#include <windows.h>

static volatile int* nowhere = nullptr;

extern "C" __declspec(dllexport) int imported() { return 0; }

BOOL WINAPI DllMain(HINSTANCE, DWORD reason, void*) {
    if (reason == DLL_PROCESS_ATTACH) *nowhere = 1;
    return TRUE;
}
