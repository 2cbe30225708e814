// The registry: every strategy says what a user needs to know of it, and bad names get a suggestion.

#include "scheduler/registry.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace cuzz {
namespace {

TEST(Registry, EveryStrategyIntroducesItself) {
    std::set<std::string_view> names;
    for (const StrategyInfo* info : all_strategies()) {
        EXPECT_FALSE(info->name.empty());
        EXPECT_TRUE(names.insert(info->name).second) << info->name << " is listed twice";
        EXPECT_EQ(info->name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-*"),
                  std::string_view::npos)
            << info->name;
        EXPECT_FALSE(info->description.empty()) << info->name;
        EXPECT_EQ(info->description.find('\n'), std::string_view::npos) << info->name;
        EXPECT_FALSE(info->source.empty()) << info->name;
        EXPECT_EQ(find_strategy(info->name), info);
        EXPECT_TRUE(parse_strategy(info->calibration)) << info->name << ": " << info->calibration;
    }
    EXPECT_GE(names.size(), 2u);
    EXPECT_EQ(find_strategy("none-such"), nullptr);
    EXPECT_EQ(find_strategy(""), nullptr);
}

TEST(Registry, EveryOptionIsDescribedAndItsDefaultAllowed) {
    for (const StrategyInfo* info : all_strategies()) {
        std::set<std::string_view> names;
        for (const OptionInfo& option : info->options) {
            EXPECT_TRUE(names.insert(option.name).second) << info->name << " has " << option.name << " twice";
            EXPECT_FALSE(option.help.empty()) << info->name << ": " << option.name;
            EXPECT_FALSE(option.allowed().empty()) << info->name << ": " << option.name;
            EXPECT_EQ(option.check(option.fallback), "") << info->name;
            EXPECT_NE(option.check("no such value"), "") << info->name << ": " << option.name;
        }
    }
}

TEST(Registry, EveryStrategyHasTheControlThatItSaysAndComesBackFromItsText) {
    for (const StrategyInfo* info : all_strategies()) {
        const auto choice = parse_strategy(info->name);
        ASSERT_TRUE(choice) << choice.error();
        EXPECT_EQ(choice->make()->control(), info->control) << info->name;
        EXPECT_TRUE(choice->make()->has_more()) << info->name;
        const auto again = parse_strategy(choice->text());
        ASSERT_TRUE(again) << again.error();
        EXPECT_EQ(again->text(), choice->text());
        EXPECT_EQ(again->info, info);
    }
}

TEST(Registry, BadTextSaysWhatIsAllowed) {
    const struct {
        const char *text, *part;
    } cases[] = {
        {"", "there is no strategy ''"},
        {"pkt", "did you mean pct?"},
        {"pct ", "there is no strategy 'pct '"},
        {"PCT", "there is no strategy 'PCT'"},
        {"random_walk", "did you mean random-walk?"},
        {"pct,d=3", "there is no strategy 'pct,d=3'"},
        {"pct:d=0", "give a whole number from 1 to 64 or drawn"},
        {"pct:d=-1", "give a whole number from 1 to 64 or drawn"},
        {"pct:d=2,d=3", "option 'd' is given twice"},
        {"pct:depth=2", "strategy pct has no option 'depth': its options are d, "},
        {"random-walk:d=2", "strategy random-walk has no option 'd': it has none"},
    };
    for (const auto& c : cases) {
        const auto choice = parse_strategy(c.text);
        ASSERT_FALSE(choice) << c.text;
        EXPECT_NE(choice.error().find(c.part), std::string::npos) << choice.error();
    }
    const std::string error = parse_strategy("xyzzyxyzzy").error();
    EXPECT_EQ(error.find("did you mean"), std::string::npos) << error;
    for (const StrategyInfo* info : all_strategies())
        EXPECT_NE(error.find(info->name), std::string::npos) << error;
}

}  // namespace
}  // namespace cuzz
