// Starts a program so many times, one after the other, as cuzz does but without cuzz: output and errors to fresh
// files that go away by themselves, and a wait for the end.
//
//     starts COUNT PROGRAM

#include <windows.h>

#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace {

HANDLE scratch_file() {
    char folder[MAX_PATH + 1], path[MAX_PATH + 1];
    GetTempPathA(MAX_PATH, folder);
    GetTempFileNameA(folder, "sts", 0, path);
    SECURITY_ATTRIBUTES inherit{sizeof inherit, nullptr, TRUE};
    return CreateFileA(path, GENERIC_READ | GENERIC_WRITE,
                       FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &inherit, CREATE_ALWAYS,
                       FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
}

bool run(char* program) {
    STARTUPINFOA startup{};
    startup.cb = sizeof startup;
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    startup.hStdOutput = scratch_file();
    startup.hStdError = scratch_file();
    PROCESS_INFORMATION made{};
    if (CreateProcessA(nullptr, program, nullptr, nullptr, TRUE, 0, nullptr, nullptr, &startup, &made) == 0)
        return false;
    WaitForSingleObject(made.hProcess, INFINITE);
    DWORD exit_code = 1;
    GetExitCodeProcess(made.hProcess, &exit_code);
    for (HANDLE handle : {made.hProcess, made.hThread, startup.hStdOutput, startup.hStdError})
        CloseHandle(handle);
    return exit_code == 0;
}

}  // namespace

int main(int count, char** values) {
    if (count != 3) {
        std::fprintf(stderr, "usage: starts COUNT PROGRAM\n");
        return 2;
    }
    for (int i = std::atoi(values[1]); i > 0; --i)
        if (!run(values[2])) return 1;
    return 0;
}
