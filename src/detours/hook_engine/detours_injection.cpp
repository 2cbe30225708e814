// Injection with Detours: our DLL becomes the program's first import, so that the loader brings it in before any
// other, and attaches in DllMain. These are the steps of DetourCreateProcessWithDllEx after its CreateProcess, taken
// apart because the payload has to be there before the program goes on, and the launcher makes the process.

#include "detours/hook_engine/injection.h"
#include "detours/hook_engine/payload_id.h"

#include <detours.h>

namespace cuzz::detours {

namespace {

// Detours takes the name in the system's code page, and writes it into an import table. Empty if it has none there.
std::string in_code_page(const std::wstring& path) {
    BOOL was_lossy = FALSE;
    const int size =
        WideCharToMultiByte(CP_ACP, WC_NO_BEST_FIT_CHARS, path.c_str(), -1, nullptr, 0, nullptr, &was_lossy);
    if (size <= 0 || was_lossy != FALSE) return "";
    std::string result(static_cast<std::size_t>(size), '\0');
    WideCharToMultiByte(CP_ACP, WC_NO_BEST_FIT_CHARS, path.c_str(), -1, result.data(), size, nullptr,
                        nullptr);
    result.pop_back();
    return result;
}

std::wstring short_name(const std::wstring& path) {
    std::wstring result(GetShortPathNameW(path.c_str(), nullptr, 0), L'\0');
    result.resize(GetShortPathNameW(path.c_str(), result.data(), static_cast<DWORD>(result.size())));
    return result;
}

}  // namespace

std::string inject(HANDLE process, const std::wstring& dll, HANDLE channel) {
    std::string name = in_code_page(dll);
    if (name.empty()) name = in_code_page(short_name(dll));
    if (name.empty()) return "the DLL's path has letters that this system's code page lacks";

    HANDLE remote_channel = nullptr;
    if (DuplicateHandle(GetCurrentProcess(), channel, process, &remote_channel, 0, FALSE,
                        DUPLICATE_SAME_ACCESS) == 0)
        return "the channel cannot be shared with it";
    Payload payload;
    payload.channel = reinterpret_cast<std::uintptr_t>(remote_channel);
    if (DetourCopyPayloadToProcess(process, payload_id, &payload, sizeof payload) == FALSE)
        return "there is no memory in it";
    const char* names[] = {name.c_str()};
    if (DetourUpdateProcessWithDll(process, names, 1) == FALSE)
        return "the DLL cannot be made one of its imports";
    return "";
}

}  // namespace cuzz::detours
