// In cuzz64.dll's place: one of another version, which wants nothing to do with this launcher.
#include <windows.h>

extern "C" __declspec(dllexport) int WINAPI cuzz_attach(const void*) { return 0; }
