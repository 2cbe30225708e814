// Starts a program so many times, one after the other, as cuzz does but without cuzz: output and errors to two files
// that are emptied before each start, and a wait for the end.
//
//     starts COUNT PROGRAM

#include <windows.h>

#include <cstdio>
#include <cstdlib>

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

void clear(HANDLE file) {
    SetFilePointer(file, 0, nullptr, FILE_BEGIN);
    SetEndOfFile(file);
}

bool run(const char* program, HANDLE output, HANDLE errors) {
    clear(output);
    clear(errors);
    STARTUPINFOA startup{};
    startup.cb = sizeof startup;
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    startup.hStdOutput = output;
    startup.hStdError = errors;
    PROCESS_INFORMATION made{};
    // Wine now and then says "internal error" to a start that works at the next try; cuzz tries again, too.
    int tries = 5;
    while (CreateProcessA(program, nullptr, nullptr, nullptr, TRUE, 0, nullptr, nullptr, &startup, &made) ==
           0) {
        if (GetLastError() != ERROR_INTERNAL_ERROR || --tries == 0) {
            std::fprintf(stderr, "starts: %s does not start, error %lu\n", program, GetLastError());
            return false;
        }
        Sleep(10);
    }
    WaitForSingleObject(made.hProcess, INFINITE);
    DWORD exit_code = 1;
    GetExitCodeProcess(made.hProcess, &exit_code);
    CloseHandle(made.hProcess);
    CloseHandle(made.hThread);
    if (exit_code != 0) std::fprintf(stderr, "starts: %s ended with %lu\n", program, exit_code);
    return exit_code == 0;
}

}  // namespace

int main(int count, char** values) {
    if (count != 3) {
        std::fprintf(stderr, "usage: starts COUNT PROGRAM\n");
        return 2;
    }
    const HANDLE output = scratch_file(), errors = scratch_file();
    for (int i = std::atoi(values[1]); i > 0; --i)
        if (!run(values[2], output, errors)) return 1;
    return 0;
}
