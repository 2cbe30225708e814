#if defined(_MSC_VER)
#include <intrin.h>
#define ILLEGAL() __ud2()
#else
#define ILLEGAL() __builtin_trap()
#endif

static void go_astray() { ILLEGAL(); }

int main() {
    go_astray();
    return 0;
}
