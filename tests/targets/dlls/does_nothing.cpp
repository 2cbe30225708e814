// In cuzz64.dll's place: says that it attached, and did not. (With Detours nobody asks it.)
#include <windows.h>

extern "C" __declspec(dllexport) int WINAPI cuzz_attach(const void*) { return 1; }
