// A file that goes away by itself: what a program prints, and what it gets to read. One file serves run after run.
#pragma once

#include "cli/windows/handle.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace cuzz::cli {

class ScratchFile {
public:
    ScratchFile();

    explicit operator bool() const { return static_cast<bool>(file_); }
    HANDLE handle() const { return file_.get(); }  // inheritable
    const std::wstring& path() const { return path_; }

    bool append(std::string_view bytes);
    void clear();  // for the next run
    void rewind();

    std::uint64_t size() const;
    // The first `most` bytes; the last ones, with plain line ends.
    std::string head(std::uint64_t most) const;
    std::string tail(std::uint64_t most) const;

private:
    std::string read(std::uint64_t from, std::uint64_t most) const;

    std::wstring path_;
    Handle file_;
};

// A second way to read it, with a position of its own.
Handle open_again(const ScratchFile& file);

}  // namespace cuzz::cli
