#include "cli/windows/target.h"

#include "cli/windows/handle.h"
#include "cli/windows/text.h"

namespace cuzz::cli {

namespace {

#if defined(_WIN64)
constexpr WORD own_machine = IMAGE_FILE_MACHINE_AMD64;
constexpr const char* own_bits = "64-bit";
#else
constexpr WORD own_machine = IMAGE_FILE_MACHINE_I386;
constexpr const char* own_bits = "32-bit";
#endif

template <class T>
bool read_at(HANDLE file, LONG offset, T& value) {
    DWORD done = 0;
    return SetFilePointer(file, offset, nullptr, FILE_BEGIN) != INVALID_SET_FILE_POINTER &&
           ReadFile(file, &value, sizeof value, &done, nullptr) != 0 && done == sizeof value;
}

const char* name_of_machine(WORD machine) {
    switch (machine) {
        case IMAGE_FILE_MACHINE_AMD64: return "64-bit";
        case IMAGE_FILE_MACHINE_I386: return "32-bit";
        case 0xAA64: return "ARM64";
        default: return "foreign";
    }
}

// Empty if cuzz can take control of this program, else the sentence that says why not.
std::string why_not(const std::wstring& path) {
    const std::string name = narrow(path);
    const DWORD attributes = GetFileAttributesW(path.c_str());
    if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
        return name + " is a folder: give a program";
    const HANDLE opened = CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE,
                                      nullptr, OPEN_EXISTING, 0, nullptr);
    if (opened == INVALID_HANDLE_VALUE) return name + " cannot be read";
    const Handle file(opened);

    IMAGE_DOS_HEADER dos{};
    IMAGE_NT_HEADERS64 headers{};  // the two kinds agree on all that is looked at before the magic number
    if (!read_at(file.get(), 0, dos) || dos.e_magic != IMAGE_DOS_SIGNATURE ||
        !read_at(file.get(), dos.e_lfanew, headers) || headers.Signature != IMAGE_NT_SIGNATURE)
        return name + " is not a Windows program";
    if ((headers.FileHeader.Characteristics & IMAGE_FILE_DLL) != 0) return name + " is a DLL: give a program";
    if (headers.FileHeader.Machine != own_machine)
        return name + " is a " + name_of_machine(headers.FileHeader.Machine) +
               " program: this cuzz takes control of " + own_bits + " ones";
    const bool is_64 = headers.OptionalHeader.Magic == IMAGE_NT_OPTIONAL_HDR64_MAGIC;
    const auto& directory = is_64 ? headers.OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_COM_DESCRIPTOR]
                                  : reinterpret_cast<const IMAGE_NT_HEADERS32&>(headers)
                                        .OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_COM_DESCRIPTOR];
    if (directory.VirtualAddress != 0) return name + " is a .NET program: cuzz takes control of native ones";
    if (headers.OptionalHeader.AddressOfEntryPoint == 0) return name + " has no entry point";
    return "";
}

std::wstring dll_beside_us() {
    wchar_t path[MAX_PATH + 1] = {};
    GetModuleFileNameW(nullptr, path, MAX_PATH);
    std::wstring dll = path;
    return dll.substr(0, dll.find_last_of(L"\\/") + 1) + (sizeof(void*) == 8 ? L"cuzz64.dll" : L"cuzz32.dll");
}

}  // namespace

Result<Target> find_target(const std::vector<std::wstring>& command) {
    if (command.empty()) return Error{"no program is named"};
    wchar_t path[MAX_PATH + 1] = {};
    if (SearchPathW(nullptr, command.front().c_str(), L".exe", MAX_PATH, path, nullptr) == 0)
        return Error{"there is no program " + narrow(command.front())};
    if (const std::string problem = why_not(path); !problem.empty()) return Error{problem};
    return Target{path, make_command_line(command), dll_beside_us()};
}

}  // namespace cuzz::cli
