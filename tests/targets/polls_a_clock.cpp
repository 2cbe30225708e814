#include <windows.h>
int main() {
    const DWORD until = GetTickCount() + 5'000;
    while (GetTickCount() < until) {
    }
    return 0;
}
