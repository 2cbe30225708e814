// A value, or the sentence that says why there is none. Used where bad input is possible, never inside a run.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace cuzz {

struct Error {
    std::string message;
};

template <class T>
class Result {
public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return content_.index() == 0; }

    T& value() { return std::get<0>(content_); }
    const T& value() const { return std::get<0>(content_); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    T& operator*() { return value(); }
    const T& operator*() const { return value(); }

    const std::string& error() const { return std::get<1>(content_).message; }

private:
    std::variant<T, Error> content_;
};

}  // namespace cuzz
