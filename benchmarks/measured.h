// The measured Windows programs of benchmarks/programs: started bare or under cuzz, and the numbers that they leave.
//
// A bare program is a process of its own on the first core. Under cuzz a campaign of a few runs is made, of which the
// calibration does not count: it walks at random. Everything that goes wrong throws what cuzz or the program said.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cuzz::benchmarks {

using Numbers = std::map<std::string, double, std::less<>>;

struct Campaign {
    std::vector<Numbers> runs;  // what the program wrote, calibration left out
    double all_runs = 0;        // with calibration
    double points = 0;          // in the last run
    double seconds = 0;         // for the whole command, as seen from outside
};

class Measured {
public:
    // `build` has bin/cuzz.exe, benchmarks/ and samples/; `through` starts Windows programs here ("wine"), or is
    // empty where they start by themselves.
    Measured(std::filesystem::path build, std::string through);

    Numbers bare(const std::string& program, const std::string& kind = "") const;
    // Seconds for starting a sample bare so many times.
    double bare_starts(const std::string& sample, std::uint32_t times) const;

    Campaign under_cuzz(const std::string& strategy, std::uint32_t runs, std::uint64_t seed,
                        const std::string& program, const std::string& kind = "") const;
    Campaign sample_under_cuzz(const std::string& strategy, std::uint32_t runs,
                               const std::string& sample) const;

    // What a tick is worth, looked at once.
    double nanoseconds(double ticks) const;

private:
    struct Ended {
        int code;
        std::string output;
        double seconds;
    };
    Ended command(const std::vector<std::string>& words) const;
    std::string path_of(const std::string& folder, const std::string& program) const;
    Campaign campaign(const std::vector<std::string>& words) const;
    std::vector<Numbers> take_numbers() const;

    std::filesystem::path build_;
    std::string through_;
    mutable double ticks_per_second_ = 0;
};

double median(std::vector<double> values);
// Over the runs of a campaign.
double median(const Campaign& campaign, std::string_view name);

}  // namespace cuzz::benchmarks
