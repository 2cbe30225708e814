// Raises the exception whose code is its argument.
#include <windows.h>

#include <cstdlib>

static void raise_it(DWORD code) { RaiseException(code, 0, 0, nullptr); }

int main(int count, char** arguments) {
    raise_it(count > 1 ? std::strtoul(arguments[1], nullptr, 16) : 0xE0001234);
    return 0;
}
