#include <windows.h>
int main() {
    const ULONGLONG before = GetTickCount64();
    Sleep(3'600'000);
    return GetTickCount64() - before >= 3'600'000 ? 0 : 1;
}
