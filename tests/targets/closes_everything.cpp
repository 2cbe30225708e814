// Closes every handle that it has, its own and others', and ends.
#include <windows.h>

#include <cstdint>

int main() {
    for (std::uintptr_t handle = 4; handle < 4096; handle += 4) CloseHandle(reinterpret_cast<HANDLE>(handle));
    return 0;
}
