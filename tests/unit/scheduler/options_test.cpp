// Options: bad input gets a sentence that says what is allowed.

#include "scheduler/options.h"

#include <gtest/gtest.h>

namespace cuzz {
namespace {

constexpr OptionInfo infos[] = {
    {"d", "a depth", "drawn", 1, 64, "drawn"},
    {"phases", "a switch", "half", 1, 0, "on off half"},
    {"yield", "a number", "16", 0, 1000},
};

Result<Options> parse(std::string_view text) { return Options::parse(infos, "s", text); }

TEST(Options, HaveTheirDefaults) {
    const auto options = parse("");
    ASSERT_TRUE(options);
    EXPECT_EQ(options->text(), "d=drawn,phases=half,yield=16");
    EXPECT_EQ(options->number("d"), 0u) << "a word";
    EXPECT_EQ(options->number("yield"), 16u);
    EXPECT_TRUE(options->is("phases", "half"));
}

TEST(Options, TextComesBackAsItself) {
    for (const char* text : {"d=1", "d=64,phases=on", "yield=0,d=drawn", "phases=off,yield=1000,d=2"}) {
        const auto options = parse(text);
        ASSERT_TRUE(options) << text;
        EXPECT_EQ(parse(options->text())->text(), options->text());
    }
    EXPECT_EQ(parse("yield=3,d=5")->text(), "d=5,phases=half,yield=3");
}

TEST(Options, BadInputSaysWhatIsAllowed) {
    const std::string depth = ": give a whole number from 1 to 64 or drawn";
    const struct {
        std::string text, error;
    } cases[] = {
        {"d=0", "strategy s: d = '0' is not allowed" + depth},
        {"d=-1", "strategy s: d = '-1' is not allowed" + depth},
        {"d=65", "strategy s: d = '65' is not allowed" + depth},
        {"d=18446744073709551617", "strategy s: d = '18446744073709551617' is not allowed" + depth},
        {"d=", "strategy s: d = '' is not allowed" + depth},
        {"d", "strategy s: d = '' is not allowed" + depth},
        {"d= 3", "strategy s: d = ' 3' is not allowed" + depth},
        {"d=+3", "strategy s: d = '+3' is not allowed" + depth},
        {"d=3x", "strategy s: d = '3x' is not allowed" + depth},
        {"d=2.5", "strategy s: d = '2.5' is not allowed" + depth},
        {"d=dra", "strategy s: d = 'dra' is not allowed" + depth},
        {"d=1=2", "strategy s: d = '1=2' is not allowed" + depth},
        {"phases=1", "strategy s: phases = '1' is not allowed: give on or off or half"},
        {"phases=on off", "strategy s: phases = 'on off' is not allowed: give on or off or half"},
        {"yield=1001", "strategy s: yield = '1001' is not allowed: give a whole number from 0 to 1000"},
        {"d=1,d=1", "option 'd' is given twice: give it once"},
        {"depth=1", "strategy s has no option 'depth': its options are d, phases, yield"},
        {"D=1", "strategy s has no option 'D': its options are d, phases, yield"},
        {"d=1,", "strategy s has no option '': its options are d, phases, yield"},
        {",", "strategy s has no option '': its options are d, phases, yield"},
        {"=", "strategy s has no option '': its options are d, phases, yield"},
    };
    for (const auto& c : cases) {
        const auto options = parse(c.text);
        ASSERT_FALSE(options) << c.text;
        EXPECT_EQ(options.error(), c.error);
    }
    EXPECT_EQ(Options::parse({}, "s", "d=1").error(), "strategy s has no option 'd': it has none");
}

TEST(Options, ParseNumberTakesDigitsAlone) {
    std::uint64_t value = 0;
    EXPECT_TRUE(parse_number("18446744073709551615", value));
    EXPECT_EQ(value, 18446744073709551615u);
    EXPECT_TRUE(parse_number("0", value));
    for (const char* bad : {"", "-1", "+1", " 1", "1 ", "0x1", "1e3", "18446744073709551616"})
        EXPECT_FALSE(parse_number(bad, value)) << bad;
}

}  // namespace
}  // namespace cuzz
