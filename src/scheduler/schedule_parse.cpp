// Reads a schedule's text. Whatever the input, the answer is a schedule or a sentence with the line's number:
// nothing here trusts a length, a number or a name.

#include "scheduler/nearest.h"
#include "scheduler/options.h"
#include "scheduler/schedule.h"
#include "scheduler/thread_name.h"

#include <algorithm>
#include <array>

namespace cuzz {

namespace {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_control(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7F;
}

int hexadecimal(char c) {
    if (is_digit(c)) return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// For messages: in quotes, short.
std::string shown(std::string_view text) {
    constexpr std::size_t longest = 60;
    return "'" + std::string(text.substr(0, longest)) + (text.size() > longest ? "...'" : "'");
}

// "1", "1.2", "1.2~89abcdef": see thread_name.h.
bool is_thread_name(std::string_view name) {
    if (name.size() > ThreadName::capacity) return false;
    if (const auto fold = name.find('~'); fold != std::string_view::npos) {
        const std::string_view hash = name.substr(fold + 1);
        if (hash.size() != 8 ||
            std::any_of(hash.begin(), hash.end(), [](char c) { return hexadecimal(c) < 0; }))
            return false;
        name = name.substr(0, fold);
    }
    bool begins = true;  // of a rank, which is not 0
    for (const char c : name) {
        if (begins ? c < '1' || c > '9' : !is_digit(c) && c != '.') return false;
        begins = c == '.';
    }
    return !begins;
}

class Parser {
public:
    explicit Parser(std::string_view text) : rest_(text) {}

    Result<Schedule> parse() {
        if (rest_.substr(0, 3) == "\xEF\xBB\xBF") rest_.remove_prefix(3);
        if (rest_.empty()) return Error{"the schedule is empty: its first line must be 'cuzz-schedule 1'"};
        while (!rest_.empty())
            if (!line(take_line())) return Error{"line " + std::to_string(number_) + ": " + error_};
        if (!ended_)
            return Error{"line " + std::to_string(number_) +
                         ": the schedule stops here without 'end': it was cut off"};
        return std::move(schedule_);
    }

private:
    // The next word, "quoted text" or, if there is none, nothing.
    struct Token {
        std::string_view text;
        bool is_quoted = false;
        explicit operator bool() const { return !text.empty(); }
    };

    bool fail(std::string message) {
        error_ = std::move(message);
        return false;
    }

    std::string_view take_line() {
        ++number_;
        const auto at = rest_.find('\n');
        std::string_view line = rest_.substr(0, at);
        rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at + 1);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        return line;
    }

    bool line(std::string_view text) {
        while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
        while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
        if (text.size() > Schedule::longest_header) return too_long(Schedule::longest_header);
        if (const auto bad = std::find_if(text.begin(), text.end(), is_control); bad != text.end())
            return fail("byte " + std::to_string(static_cast<unsigned char>(*bad)) + " is not text");
        if (number_ == 1) return first_line(text);
        if (text.empty() || text.front() == '#') return true;
        if (ended_) return fail("nothing may follow 'end'");
        line_ = text;
        Token first;
        if (!take(first)) return false;
        if (first.text == "program") return header(first.text, schedule_.program);
        if (first.text == "strategy") return header(first.text, schedule_.strategy);
        if (first.text == "estimates") return header(first.text, schedule_.estimates);
        if (text.size() > Schedule::longest_line) return too_long(Schedule::longest_line);
        if (first.text == "seed") return seed();
        if (first.text == "lost")
            return in_header(first.text) && once(first.text) && number("lost", schedule_.lost) &&
                   nothing_more();
        if (first.text == "object") return in_header(first.text) && table('#', schedule_.objects);
        if (first.text == "site") return in_header(first.text) && table('@', schedule_.sites);
        if (first.text == "end") return (ended_ = true) && nothing_more();
        if (first.text == "-" || is_digit(first.text.front())) return pick(first.text);
        constexpr std::array<std::string_view, 8> words = {"program", "strategy", "estimates", "seed",
                                                           "lost",    "object",   "site",      "end"};
        return fail(shown(first.text) +
                    " is neither a thread nor known here: " + suggest(first.text.substr(0, 60), words));
    }

    bool too_long(std::size_t limit) {
        return fail("longer than " + std::to_string(limit) + " bytes, the most that such a line may have");
    }

    bool first_line(std::string_view text) {
        constexpr std::string_view magic = "cuzz-schedule ";
        if (text.substr(0, magic.size()) != magic)
            return fail("not a schedule: its first line must be 'cuzz-schedule 1'");
        if (text.substr(magic.size()) == "1") return true;
        return fail("version " + shown(text.substr(magic.size())) +
                    " of the format is not known here: only version 1 is");
    }

    // Cuts the next token off `line_`; false if it is malformed. Comments count as the end.
    bool take(Token& token) {
        token = {};
        while (!line_.empty() && is_blank(line_.front())) line_.remove_prefix(1);
        if (line_.empty()) return true;
        std::size_t size = 0;
        if (line_.front() == '#' && (line_.size() == 1 || is_blank(line_[1]))) {
            line_ = {};
            return true;
        }
        if (line_.front() == '"') {
            token.is_quoted = true;
            for (size = 1; size < line_.size() && line_[size] != '"'; ++size) size += line_[size] == '\\';
            if (size >= line_.size()) return fail("a name in quotes has no closing quote");
            ++size;
        } else {
            while (size < line_.size() && !is_blank(line_[size])) ++size;
        }
        token.text = line_.substr(0, size);
        line_.remove_prefix(size);
        return true;
    }

    bool nothing_more() {
        Token token;
        if (!take(token)) return false;
        return !token || fail("nothing more was expected here, but there is " + shown(token.text) +
                              " (a comment begins with '# ')");
    }

    bool unquote(std::string_view quoted, std::size_t longest, std::string& text) {
        text.clear();
        for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
            char c = quoted[i];
            if (c == '\\') {
                c = quoted[++i];
                if (c == 'x' && i + 3 < quoted.size() && hexadecimal(quoted[i + 1]) >= 0 &&
                    hexadecimal(quoted[i + 2]) >= 0) {
                    c = static_cast<char>(hexadecimal(quoted[i + 1]) * 16 + hexadecimal(quoted[i + 2]));
                    i += 2;
                } else if (c != '"' && c != '\\') {
                    return fail("in a name in quotes a backslash stands only before a quote, a backslash or "
                                "x and two "
                                "digits 0-9 a-f");
                }
            }
            text += c;
        }
        return text.size() <= longest || fail("a name has more than " + std::to_string(longest) + " bytes");
    }

    // --- before the first pick ---------------------------------------------------------------------------------

    bool in_header(std::string_view keyword) {
        return schedule_.picks.empty() ||
               fail("'" + std::string(keyword) + "' belongs before the first pick");
    }

    bool once(std::string_view keyword) {
        if (std::find(given_.begin(), given_.end(), keyword) != given_.end())
            return fail("'" + std::string(keyword) + "' is given twice: give it once");
        given_.emplace_back(keyword);
        return true;
    }

    bool header(std::string_view keyword, std::string& value) {
        if (!in_header(keyword) || !once(keyword)) return false;
        while (!line_.empty() && is_blank(line_.front())) line_.remove_prefix(1);
        if (line_.empty()) return fail("'" + std::string(keyword) + "' needs a value");
        if (line_.front() != '"') {
            value = line_;
            return true;
        }
        Token token;
        return take(token) && unquote(token.text, Schedule::longest_header, value) && nothing_more() &&
               (!value.empty() || fail("'" + std::string(keyword) + "' needs a value"));
    }

    bool seed() {
        std::uint64_t value = 0;
        if (!in_header("seed") || !once("seed") || !number("seed", value)) return false;
        schedule_.seed = value;
        return nothing_more();
    }

    bool number(std::string_view what, std::uint64_t& value) {
        Token token;
        if (!take(token)) return false;
        if (token && !token.is_quoted && parse_number(token.text, value)) return true;
        return fail(std::string(what) + " " + shown(token.text) +
                    " is not a whole number from 0 to 2^64 - 1");
    }

    // --- objects and sites -------------------------------------------------------------------------------------

    bool id(std::string_view text, std::uint32_t& id) {
        std::uint64_t value = 0;
        if (!parse_number(text.substr(1), value) || value == 0 || value > 0xFFFFFFFFu)
            return fail(shown(text) +
                        (text.front() == '#' ? " is not an object (a comment needs a blank after '#')"
                                             : " is not a site") +
                        ": give " + std::string(1, text.front()) +
                        " and a whole number from 1 to 4294967295");
        id = static_cast<std::uint32_t>(value);
        return true;
    }

    template <class Names>
    bool table(char mark, Names& names) {
        const std::string wanted = std::string("give ") + mark + "number and a name in quotes";
        Token token, name;
        std::uint32_t key = 0;
        if (!take(token)) return false;
        if (!token || token.text.front() != mark)
            return fail(shown(token.text) + " is not a number with a mark: " + wanted);
        if (!id(token.text, key) || !take(name)) return false;
        if (!name.is_quoted) return fail(shown(name.text) + " is not a name in quotes: " + wanted);
        if (names.contains(key)) return fail(std::string(token.text) + " is named twice: name it once");
        return unquote(name.text, Schedule::longest_name, names[key]) && nothing_more();
    }

    // The token is `#3` or `@7`; takes the name that may follow, and the token after that.
    template <class Names>
    bool named(Token& token, std::uint32_t& key, Names& names) {
        const std::string_view text = token.text;
        if (!id(text, key) || !take(token)) return false;
        if (!token.is_quoted) return true;
        std::string name;
        if (!unquote(token.text, Schedule::longest_name, name)) return false;
        const auto [at, is_new] = names.try_emplace(key, name);
        if (!is_new && at->second != name)
            return fail(std::string(text) + " has another name above: " + shown(at->second));
        return take(token);
    }

    // --- picks -------------------------------------------------------------------------------------------------

    bool pick(std::string_view thread) {
        ScheduledPick pick;
        Token verb, token;
        std::uint64_t repetitions = 1;
        if (thread != "-" && !is_thread_name(thread))
            return fail(shown(thread) +
                        " is not a thread: a name is ranks from 1 upwards, joined by dots, as in 1.2");
        if (!take(verb)) return false;
        if (!verb)
            return fail(
                "the line ends after the thread: an op, born, wake, timeout, arrive or choose must follow");
        if (verb.text == "born") return birth(thread) && nothing_more();
        if (!find(thread, verb.text == "choose", pick.thread)) return false;
        if (verb.text == "choose") return choose(pick);
        if (verb.text == "timeout" || verb.text == "arrive") {
            pick.kind = verb.text == "timeout" ? Pick::Kind::timeout : Pick::Kind::arrival;
            return nothing_more() && add(pick, 1);
        }
        if (verb.text == "wake") {
            pick.kind = Pick::Kind::waiter;
        } else {
            pick.op = parse_op_kind(verb.text);
            if (pick.op == OpKind::count) return unknown_op(verb.text);
        }
        if (!take(token)) return false;
        if (token && token.text.front() == '#' && !named(token, pick.object, schedule_.objects)) return false;
        if (pick.kind == Pick::Kind::run) {
            if (token && token.text.front() == '@' && !named(token, pick.site, schedule_.sites)) return false;
            if (token && token.text.front() == 'x') {
                if (!parse_number(token.text.substr(1), repetitions) || repetitions == 0 ||
                    repetitions > Schedule::most_repetitions)
                    return fail(shown(token.text) +
                                " is not a repetition: give x and a whole number from 1 to " +
                                std::to_string(Schedule::most_repetitions));
                if (!take(token)) return false;
            }
        }
        if (token)
            return fail(shown(token.text) +
                        " was not expected: after an op come #object, @site and xrepetitions, in this order");
        return add(pick, static_cast<std::uint32_t>(repetitions));
    }

    bool unknown_op(std::string_view verb) {
        std::vector<std::string_view> names;
        for (int kind = 0; kind < static_cast<int>(OpKind::count); ++kind)
            names.push_back(name_of(static_cast<OpKind>(kind)));
        for (const std::string_view other : {"born", "wake", "timeout", "arrive", "choose"})
            names.push_back(other);
        return fail("there is no op " + shown(verb) + ": " + suggest(verb.substr(0, 60), names));
    }

    bool birth(std::string_view thread) {
        if (thread == "-") return fail("'-' stands only before 'choose'");
        const auto dot = thread.rfind('.');
        const bool folded = thread.find('~') != std::string_view::npos;
        if (dot != std::string_view::npos && !folded && !known_.contains(thread.substr(0, dot)))
            return fail("thread " + std::string(thread) + " is born before its parent " +
                        std::string(thread.substr(0, dot)));
        ScheduledPick pick;
        pick.kind = Pick::Kind::birth;
        pick.thread = static_cast<std::uint32_t>(schedule_.threads.size());
        if (!known_.emplace(thread, pick.thread).second)
            return fail("thread " + std::string(thread) + " is born twice");
        schedule_.threads.emplace_back(thread);
        return add(pick, 1);
    }

    bool find(std::string_view thread, bool is_choice, std::uint32_t& index) {
        if (thread == "-") return is_choice || fail("'-' stands only before 'choose'");
        if (index_ < schedule_.threads.size() && schedule_.threads[index_] == thread) {
            index = index_;
            return true;
        }
        const auto at = known_.find(thread);
        if (at == known_.end())
            return fail("thread " + std::string(thread) + " is not born yet: the line '" +
                        std::string(thread) + " born' must come first");
        index = index_ = at->second;
        return true;
    }

    bool choose(ScheduledPick& pick) {
        Token value, of, count;
        if (!take(value) || !take(of) || !take(count)) return false;
        std::uint64_t v = 0, n = 0;
        if (!count || of.text != "of" || !parse_number(value.text, v) || !parse_number(count.text, n) ||
            n > 0xFFFFFFFFu || v >= n)
            return fail("after 'choose' comes 'v of n', n being at most 4294967295 and v less than n");
        pick.kind = Pick::Kind::value;
        pick.value = static_cast<std::uint32_t>(v);
        pick.count = static_cast<std::uint32_t>(n);
        return nothing_more() && add(pick, 1);
    }

    bool add(const ScheduledPick& pick, std::uint32_t repetitions) {
        if (schedule_.picks.size() + repetitions > Schedule::most_picks)
            return fail("more than " + std::to_string(Schedule::most_picks) +
                        " picks, the most that a schedule may have");
        schedule_.picks.insert(schedule_.picks.end(), repetitions, pick);
        return true;
    }

    std::string_view rest_, line_;  // what is left of the text, of the line
    std::size_t number_ = 0;        // of the line
    bool ended_ = false;
    std::string error_;
    Schedule schedule_;
    std::vector<std::string> given_;                           // keywords so far
    std::map<std::string, std::uint32_t, std::less<>> known_;  // threads born so far
    std::uint32_t index_ = 0;                                  // of the last line's thread
};

}  // namespace

Result<Schedule> parse_schedule(std::string_view text) { return Parser(text).parse(); }

}  // namespace cuzz
