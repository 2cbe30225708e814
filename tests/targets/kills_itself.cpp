#include <windows.h>
int main() {
    TerminateProcess(GetCurrentProcess(), 9);
    return 0;
}
