#include "cli/windows/scratch_file.h"

#include <algorithm>

namespace cuzz::cli {

namespace {

constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

Handle open(const std::wstring& path, DWORD access, DWORD how, DWORD flags) {
    SECURITY_ATTRIBUTES inherit{sizeof inherit, nullptr, TRUE};
    const HANDLE file = CreateFileW(path.c_str(), access, share_all, &inherit, how, flags, nullptr);
    return Handle(file == INVALID_HANDLE_VALUE ? nullptr : file);
}

void seek(HANDLE file, std::uint64_t to) {
    LARGE_INTEGER position;
    position.QuadPart = static_cast<LONGLONG>(to);
    SetFilePointerEx(file, position, nullptr, FILE_BEGIN);
}

}  // namespace

ScratchFile::ScratchFile() {
    wchar_t folder[MAX_PATH + 1], path[MAX_PATH + 1];
    if (GetTempPathW(MAX_PATH, folder) == 0 || GetTempFileNameW(folder, L"czz", 0, path) == 0) return;
    path_ = path;
    file_ = open(path_, GENERIC_READ | GENERIC_WRITE, CREATE_ALWAYS,
                 FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE);
}

bool ScratchFile::append(std::string_view bytes) {
    seek(handle(), size());
    DWORD done = 0;
    return WriteFile(handle(), bytes.data(), static_cast<DWORD>(bytes.size()), &done, nullptr) != 0 &&
           done == bytes.size();
}

void ScratchFile::rewind() { seek(handle(), 0); }

void ScratchFile::clear() {
    rewind();
    if (size() != 0) SetEndOfFile(handle());
}

std::uint64_t ScratchFile::size() const {
    LARGE_INTEGER size{};
    return GetFileSizeEx(handle(), &size) != 0 ? static_cast<std::uint64_t>(size.QuadPart) : 0;
}

std::string ScratchFile::read(std::uint64_t from, std::uint64_t most) const {
    const std::uint64_t there = size();
    std::string text(static_cast<std::size_t>(std::min(most, there - std::min(from, there))), '\0');
    seek(handle(), from);
    std::size_t filled = 0;
    while (filled < text.size()) {
        DWORD done = 0;
        const auto part = static_cast<DWORD>(std::min<std::size_t>(text.size() - filled, 1u << 20));
        if (ReadFile(handle(), text.data() + filled, part, &done, nullptr) == 0 || done == 0) break;
        filled += done;
    }
    text.resize(filled);
    return text;
}

std::string ScratchFile::head(std::uint64_t most) const { return read(0, most); }

std::string ScratchFile::tail(std::uint64_t most) const {
    const std::uint64_t there = size();
    std::string text = read(there - std::min(most, there), most);
    text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
    return text;
}

Handle open_again(const ScratchFile& file) {
    return open(file.path(), GENERIC_READ, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL);
}

}  // namespace cuzz::cli
