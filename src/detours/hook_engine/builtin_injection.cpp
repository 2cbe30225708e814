// Injection without Detours: the program's entry point is overwritten with a jump to a piece of code that loads the
// DLL, calls its `cuzz_attach` and goes back to the entry point, whose bytes the DLL has put back by then. The loader
// has finished with the program's own DLLs at that moment, and no loader lock is held.

#include "detours/hook_engine/injection.h"

#include <cstring>
#include <vector>

#include <winternl.h>

namespace cuzz::detours {

namespace {

struct RemoteImage {
    std::uint64_t base = 0;
    std::uint64_t entry = 0;
};

template <class T>
bool read(HANDLE process, std::uint64_t address, T& value) {
    SIZE_T done = 0;
    return ReadProcessMemory(process, reinterpret_cast<void*>(static_cast<std::uintptr_t>(address)), &value,
                             sizeof value, &done) != 0 &&
           done == sizeof value;
}

using QueryInformation = LONG(WINAPI*)(HANDLE, ULONG, void*, ULONG, ULONG*);

bool find_image(HANDLE process, RemoteImage& image) {
    const auto query = reinterpret_cast<QueryInformation>(
        reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtQueryInformationProcess")));
    PROCESS_BASIC_INFORMATION basic{};
    if (query == nullptr || query(process, 0, &basic, sizeof basic, nullptr) < 0) return false;
    // The image's base is the third pointer of the process' block.
    std::uintptr_t base = 0;
    const auto block = reinterpret_cast<std::uintptr_t>(basic.PebBaseAddress);
    if (!read(process, block + 2 * sizeof(void*), base)) return false;
    IMAGE_DOS_HEADER dos{};
    IMAGE_NT_HEADERS headers{};
    if (!read(process, base, dos) || dos.e_magic != IMAGE_DOS_SIGNATURE) return false;
    if (!read(process, base + static_cast<std::uintptr_t>(dos.e_lfanew), headers)) return false;
    if (headers.OptionalHeader.AddressOfEntryPoint == 0) return false;
    image = {base, base + headers.OptionalHeader.AddressOfEntryPoint};
    return true;
}

// Machine code, byte by byte.
class Code {
public:
    Code& bytes(std::initializer_list<std::uint8_t> values) {
        code_.insert(code_.end(), values);
        return *this;
    }
    Code& pointer(std::uint64_t value) {
        for (std::size_t i = 0; i < sizeof(void*); ++i)
            code_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
        return *this;
    }
    // A short jump if the result register is 0, its distance to be filled in by `land`.
    Code& if_zero_fail() {
#if defined(_WIN64)
        bytes({0x48, 0x85, 0xC0});  // test rax, rax
#else
        bytes({0x85, 0xC0});  // test eax, eax
#endif
        bytes({0x74, 0});  // jz
        open_.push_back(code_.size());
        return *this;
    }
    Code& land() {
        for (const std::size_t at : open_) code_[at - 1] = static_cast<std::uint8_t>(code_.size() - at);
        return *this;
    }
    const std::vector<std::uint8_t>& all() const { return code_; }

private:
    std::vector<std::uint8_t> code_;
    std::vector<std::size_t> open_;
};

struct Addresses {
    std::uint64_t load_library, get_address, exit_process, dll, name, payload, entry;
};

std::vector<std::uint8_t> loader_code(const Addresses& a) {
    Code code;
#if defined(_WIN64)
    code.bytes({0x51, 0x48, 0x83, 0xEC, 0x20});  // push rcx; sub rsp, 32
    code.bytes({0x48, 0xB9}).pointer(a.dll).bytes({0x48, 0xB8}).pointer(a.load_library);
    code.bytes({0xFF, 0xD0}).if_zero_fail();                     // call rax
    code.bytes({0x48, 0x89, 0xC1, 0x48, 0xBA}).pointer(a.name);  // mov rcx, rax; mov rdx, name
    code.bytes({0x48, 0xB8}).pointer(a.get_address).bytes({0xFF, 0xD0}).if_zero_fail();
    code.bytes({0x48, 0xB9}).pointer(a.payload).bytes({0xFF, 0xD0}).if_zero_fail();
    code.bytes({0x48, 0x83, 0xC4, 0x20, 0x59});                     // add rsp, 32; pop rcx
    code.bytes({0x48, 0xB8}).pointer(a.entry).bytes({0xFF, 0xE0});  // jmp entry
    code.land().bytes({0xB9, 0x01, 0x00, 0x22, 0xE0});              // mov ecx, failed_to_load
    code.bytes({0x48, 0xB8}).pointer(a.exit_process).bytes({0xFF, 0xD0});
#else
    code.bytes({0x68})
        .pointer(a.dll)
        .bytes({0xB8})
        .pointer(a.load_library)
        .bytes({0xFF, 0xD0})
        .if_zero_fail();
    code.bytes({0x68})
        .pointer(a.name)
        .bytes({0x50, 0xB8})
        .pointer(a.get_address)
        .bytes({0xFF, 0xD0})
        .if_zero_fail();
    code.bytes({0x68}).pointer(a.payload).bytes({0xFF, 0xD0}).if_zero_fail();
    code.bytes({0xB8}).pointer(a.entry).bytes({0xFF, 0xE0});
    code.land().bytes({0x68, 0x01, 0x00, 0x22, 0xE0, 0xB8}).pointer(a.exit_process).bytes({0xFF, 0xD0});
#endif
    return code.all();
}

std::uint64_t address_of(const char* name) {
    return reinterpret_cast<std::uintptr_t>(
        reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(L"kernel32.dll"), name)));
}

bool write(HANDLE process, std::uint64_t address, const void* data, std::size_t size) {
    SIZE_T done = 0;
    return WriteProcessMemory(process, reinterpret_cast<void*>(static_cast<std::uintptr_t>(address)), data,
                              size, &done) != 0 &&
           done == size;
}

}  // namespace

std::string inject(HANDLE process, const std::wstring& dll, HANDLE channel) {
    RemoteImage image;
    if (!find_image(process, image)) return "its entry point was not found";

    Payload payload;
    HANDLE remote_channel = nullptr;
    if (DuplicateHandle(GetCurrentProcess(), channel, process, &remote_channel, 0, FALSE,
                        DUPLICATE_SAME_ACCESS) == 0)
        return "the channel cannot be shared with it";
    payload.channel = reinterpret_cast<std::uintptr_t>(remote_channel);
    payload.entry = image.entry;
    if (!read(process, image.entry, payload.entry_bytes)) return "its entry point cannot be read";

    const char name[] = "cuzz_attach";
    const std::size_t path_size = (dll.size() + 1) * sizeof(wchar_t);
    const std::size_t size = 512 + sizeof payload + sizeof name + path_size;
    void* memory = VirtualAllocEx(process, nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE);
    if (memory == nullptr) return "there is no memory in it";
    const std::uint64_t start = reinterpret_cast<std::uintptr_t>(memory);
    Addresses a{address_of("LoadLibraryW"),
                address_of("GetProcAddress"),
                address_of("ExitProcess"),
                0,
                0,
                0,
                image.entry};
    a.payload = start + 512;
    a.dll = a.payload + sizeof payload;
    a.name = a.dll + path_size;
    const std::vector<std::uint8_t> code = loader_code(a);

    std::vector<std::uint8_t> jump;
#if defined(_WIN64)
    jump = {0xFF, 0x25, 0, 0, 0, 0};  // jmp through the pointer that follows
    for (int i = 0; i < 8; ++i) jump.push_back(static_cast<std::uint8_t>(start >> (8 * i)));
#else
    const auto distance = static_cast<std::uint32_t>(start - image.entry - 5);
    jump = {0xE9};
    for (int i = 0; i < 4; ++i) jump.push_back(static_cast<std::uint8_t>(distance >> (8 * i)));
#endif
    DWORD before = 0;
    void* entry = reinterpret_cast<void*>(static_cast<std::uintptr_t>(image.entry));
    const bool written =
        write(process, start, code.data(), code.size()) &&
        write(process, a.payload, &payload, sizeof payload) &&
        write(process, a.dll, dll.c_str(), path_size) && write(process, a.name, name, sizeof name) &&
        VirtualProtectEx(process, entry, sizeof payload.entry_bytes, PAGE_EXECUTE_READWRITE, &before) != 0 &&
        write(process, image.entry, jump.data(), jump.size());
    if (!written) return "it cannot be written to";
    FlushInstructionCache(process, entry, sizeof payload.entry_bytes);
    return "";
}

}  // namespace cuzz::detours
