// Exits 0 if it finds the working folder and the variable that the test gives: surroundings FOLDER-ENDING VALUE.
#include <windows.h>

#include <shellapi.h>

#include <cwchar>
#include <string>

int main() {
    int count = 0;
    wchar_t** arguments = CommandLineToArgvW(GetCommandLineW(), &count);
    if (count != 3) return 1;
    wchar_t folder[1024] = L"", value[1024] = L"";
    GetCurrentDirectoryW(1024, folder);
    GetEnvironmentVariableW(L"CUZZ_TEST_VALUE", value, 1024);
    const std::wstring here = folder, ending = arguments[1];
    if (here.size() < ending.size() || here.substr(here.size() - ending.size()) != ending) return 2;
    return std::wcscmp(value, arguments[2]) == 0 ? 0 : 3;
}
