#include <windows.h>
static void stop_here() { DebugBreak(); }
int main() {
    stop_here();
    return 0;
}
