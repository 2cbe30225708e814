// A C++ exception that nobody catches, in a thread.
#include <windows.h>

#include <stdexcept>

static void throw_it() { throw std::runtime_error("nobody catches this"); }

static DWORD WINAPI work(void*) {
    throw_it();
    return 0;
}

int main() {
    WaitForSingleObject(CreateThread(nullptr, 0, work, nullptr, 0, nullptr), INFINITE);
    return 0;
}
