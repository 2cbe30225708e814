// One seed gives one schedule on every compiler and system. The fingerprints below were taken once; they change
// only if a strategy changes, and then a kept seed no longer means what it meant: say so in the changelog.

#include "scheduler/simulator/models/models.h"
#include "support.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace cuzz {
namespace {

using namespace simulator;
using namespace testing;

// FNV-1a over every field of every pick, byte by byte.
class Fingerprint {
public:
    void add(std::uint64_t number) {
        for (int shift = 0; shift < 64; shift += 8)
            hash_ = (hash_ ^ ((number >> shift) & 0xFF)) * 1099511628211u;
    }
    std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 14695981039346656037u;
};

std::uint64_t fingerprint(const StrategyInfo& info) {
    Fingerprint print;
    for (const char* model :
         {"bank-transfer", "bounded-buffer", "work-stealing-queue", "spin-wait", "reorder_10"}) {
        const Program program = find_model(model)->make();
        Simulator simulator(program);
        const Estimates estimates = calibrate(simulator, info);
        const auto strategy = parse_strategy(info.name)->make();
        for (std::uint64_t seed = 1; seed <= 10 && strategy->has_more(); ++seed) {
            print.add(static_cast<std::uint64_t>(simulator.run(*strategy, estimates, seed).outcome));
            for (const Pick& pick : simulator.engine().recorder().picks()) {
                print.add(static_cast<std::uint64_t>(pick.kind));
                print.add(static_cast<std::uint64_t>(pick.op));
                print.add(pick.thread);
                print.add(pick.object);
                print.add(pick.site);
                print.add(pick.value);
            }
        }
    }
    return print.value();
}

TEST(Golden, EverySeedGivesTheScheduleItAlwaysGave) {
    const std::map<std::string_view, std::uint64_t> known = {
#include "golden.inc"
    };
    std::string table;
    for (const StrategyInfo* info : all_strategies()) {
        const std::uint64_t found = fingerprint(*info);
        table += "    {\"" + std::string(info->name) + "\", " + std::to_string(found) + "u},\n";
        const auto expected = known.find(info->name);
        EXPECT_TRUE(expected != known.end() && expected->second == found) << info->name;
    }
    if (HasFailure()) std::printf("tests/unit/scheduler/golden.inc would be:\n%s", table.c_str());
}

}  // namespace
}  // namespace cuzz
