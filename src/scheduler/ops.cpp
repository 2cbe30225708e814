#include "scheduler/ops.h"

#include <array>

namespace cuzz {

namespace {

constexpr std::size_t kind_count = static_cast<std::size_t>(OpKind::count);

constexpr std::array<std::string_view, kind_count> kind_names = {
    "start",  "create", "join",  "acquire",  "acquire-shared", "try-acquire", "release",
    "wait",   "set",    "reset", "wake-one", "wake-all",       "read",        "write",
    "update", "yield",  "sleep", "exit",     "proceed"};

}  // namespace

std::string_view name_of(OpKind kind) {
    const auto index = static_cast<std::size_t>(kind);
    return index < kind_count ? kind_names[index] : std::string_view("none");
}

OpKind parse_op_kind(std::string_view name) {
    for (std::size_t i = 0; i < kind_count; ++i)
        if (kind_names[i] == name) return static_cast<OpKind>(i);
    return OpKind::count;
}

}  // namespace cuzz
