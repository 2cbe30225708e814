// A Win32 handle that closes itself: WIL's where it is found, a few lines where not.
#pragma once

#include <windows.h>

#if defined(CUZZ_HAS_WIL)
#include <wil/resource.h>

namespace cuzz::cli {
using Handle = wil::unique_handle;
}
#else
#include <utility>

namespace cuzz::cli {

class Handle {
public:
    Handle() = default;
    explicit Handle(HANDLE handle) : handle_(handle) {}
    Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        reset(std::exchange(other.handle_, nullptr));
        return *this;
    }
    ~Handle() { reset(); }

    HANDLE get() const { return handle_; }
    explicit operator bool() const { return handle_ != nullptr; }
    void reset(HANDLE handle = nullptr) {
        if (handle_ != nullptr) CloseHandle(handle_);
        handle_ = handle;
    }

private:
    HANDLE handle_ = nullptr;
};

}  // namespace cuzz::cli
#endif
