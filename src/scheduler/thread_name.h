// What a thread is called: its parent's name and its birth rank, as in "1", "1.1", "1.2.1".
//
// Never an OS id, which differs from run to run. The text has a fixed capacity; a chain of births too long for
// it keeps its beginning and ends in a hash of the whole path, so that names stay stable and distinct.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cuzz {

class ThreadName {
public:
    static constexpr std::size_t capacity = 47;

    ThreadName() = default;
    explicit ThreadName(std::string_view text) { append(text.substr(0, capacity)); }

    // The name of the thread that is this one's child number `rank`, counting from 1.
    ThreadName child(std::uint32_t rank) const {
        std::array<char, 12> digits{};
        const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), rank).ptr;
        const std::string_view suffix(digits.data(), static_cast<std::size_t>(end - digits.data()));
        ThreadName name = *this;
        name.hash_ = mix(hash_, rank);
        if (size_ + 1 + suffix.size() <= capacity - hash_length) {
            if (size_ != 0) name.append(".");
            name.append(suffix);
        } else {
            name.append_hash();
        }
        return name;
    }

    std::string_view view() const { return {text_.data(), size_}; }

    friend bool operator==(const ThreadName& a, const ThreadName& b) { return a.view() == b.view(); }

private:
    static constexpr std::size_t hash_length = 9;  // "~" and eight hexadecimal digits

    static std::uint32_t mix(std::uint32_t hash, std::uint32_t rank) {
        for (int shift = 0; shift < 32; shift += 8) hash = (hash ^ ((rank >> shift) & 0xFF)) * 16777619u;
        return hash;
    }

    void append(std::string_view part) {
        for (const char c : part) text_[size_++] = c;
    }

    void append_hash() {
        if (folded_) size_ = static_cast<std::uint8_t>(size_ - hash_length);
        if (size_ > capacity - hash_length) size_ = capacity - hash_length;
        folded_ = true;
        append("~");
        for (int shift = 28; shift >= 0; shift -= 4) {
            const char digit = "0123456789abcdef"[(hash_ >> shift) & 0xF];
            append(std::string_view(&digit, 1));
        }
    }

    std::array<char, capacity> text_{};
    std::uint8_t size_ = 0;
    bool folded_ = false;
    std::uint32_t hash_ = 2166136261u;
};

}  // namespace cuzz
