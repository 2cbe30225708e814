#include "cli/windows/symbols.h"

#include "cli/windows/text.h"

#include <windows.h>

#include <dbghelp.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <cwctype>

namespace cuzz::cli {

namespace {

// dbghelp wants a process handle to tell sessions apart; the program is gone, so any number will do.
HANDLE session() { return reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(0x6375)); }

std::wstring base_name(const channel::ModuleRecord& module) {
    std::wstring path(reinterpret_cast<const wchar_t*>(module.path));
    const auto slash = path.find_last_of(L"\\/");
    return slash == std::wstring::npos ? path : path.substr(slash + 1);
}

}  // namespace

Symbols::Symbols(const channel::Control& control) : control_(control) {
    SymSetOptions(SYMOPT_LOAD_LINES | SYMOPT_UNDNAME | SYMOPT_FAIL_CRITICAL_ERRORS);
    is_ready_ = SymInitializeW(session(), nullptr, FALSE) != 0;
    if (!is_ready_) return;
    for (std::uint32_t i = 0; i < control.module_count; ++i) {
        const channel::ModuleRecord& module = control.modules[i];
        if (is_foreign(module.base)) continue;
        SymLoadModuleExW(session(), nullptr, reinterpret_cast<const wchar_t*>(module.path), nullptr,
                         module.base, static_cast<DWORD>(module.size), nullptr, 0);
    }
}

Symbols::~Symbols() {
    if (is_ready_) SymCleanup(session());
}

const channel::ModuleRecord* Symbols::module_of(std::uint64_t address) const {
    for (std::uint32_t i = 0; i < control_.module_count; ++i)
        if (address - control_.modules[i].base < control_.modules[i].size) return &control_.modules[i];
    return nullptr;
}

bool Symbols::is_foreign(std::uint64_t address) const {
    const channel::ModuleRecord* module = module_of(address);
    if (module == nullptr) return true;
    std::wstring name = base_name(*module);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](wchar_t c) { return static_cast<wchar_t>(std::towlower(c)); });
    for (const wchar_t* system :
         {L"ntdll.dll", L"kernelbase.dll", L"kernel32.dll", L"cuzz64.dll", L"cuzz32.dll"})
        if (name == system) return true;
    return false;
}

std::string Symbols::describe(std::uint64_t address, bool exact) const {
    const channel::ModuleRecord* module = module_of(address);
    char number[32];
    if (module == nullptr) {
        std::snprintf(number, sizeof number, "0x%llx", static_cast<unsigned long long>(address));
        return number;
    }
    std::snprintf(number, sizeof number, "+0x%llx", static_cast<unsigned long long>(address - module->base));
    std::string text = narrow(base_name(*module)) + number;

    alignas(SYMBOL_INFO) char buffer[sizeof(SYMBOL_INFO) + 512] = {};
    auto& symbol = *reinterpret_cast<SYMBOL_INFO*>(buffer);
    symbol.SizeOfStruct = sizeof(SYMBOL_INFO);
    symbol.MaxNameLen = 511;
    DWORD64 offset = 0;
    if (!is_ready_ || SymFromAddr(session(), exact ? address : address - 1, &offset, &symbol) == 0)
        return text;
    text = symbol.Name;
    IMAGEHLP_LINE64 line{};
    line.SizeOfStruct = sizeof line;
    DWORD column = 0;
    if (SymGetLineFromAddr64(session(), exact ? address : address - 1, &column, &line) == 0) return text;
    std::string_view file(line.FileName);
    const auto slash = file.find_last_of("\\/");
    if (slash != std::string_view::npos) file.remove_prefix(slash + 1);
    return text + " at " + std::string(file) + ":" + std::to_string(line.LineNumber);
}

}  // namespace cuzz::cli
