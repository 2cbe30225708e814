// Addresses into function, file and line, after the run, with dbghelp: PDB on Windows, DWARF 4 under Wine.
#pragma once

#include "channel/channel.h"

#include <cstdint>
#include <string>

namespace cuzz::cli {

class Symbols {
public:
    explicit Symbols(const channel::Control& control);
    ~Symbols();
    Symbols(const Symbols&) = delete;
    Symbols& operator=(const Symbols&) = delete;

    // "transfer at bank_transfer.cpp:17", or "module+0x1234" where no more is known. `address` is what a call will
    // return to, so the line is that of the call; unless `exact`: then it is the instruction itself.
    std::string describe(std::uint64_t address, bool exact) const;

    // Whether the address lies in the system's or our own code, which a reader does not want to see.
    bool is_foreign(std::uint64_t address) const;

private:
    const channel::ModuleRecord* module_of(std::uint64_t address) const;

    const channel::Control& control_;
    bool is_ready_ = false;
};

}  // namespace cuzz::cli
