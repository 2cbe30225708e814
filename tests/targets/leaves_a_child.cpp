// Starts itself once more, to sleep for a minute, and does not wait for it.
#include <windows.h>

int main(int count, char**) {
    if (count > 1) {
        Sleep(60'000);
        return 0;
    }
    wchar_t path[MAX_PATH], line[MAX_PATH + 8];
    GetModuleFileNameW(nullptr, path, MAX_PATH);
    wsprintfW(line, L"\"%s\" child", path);
    STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    PROCESS_INFORMATION made{};
    return CreateProcessW(path, line, nullptr, nullptr, FALSE, 0, nullptr, nullptr, &startup, &made) != 0 ? 0
                                                                                                          : 1;
}
