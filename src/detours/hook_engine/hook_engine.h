// Placing hooks in the own process: a small interface with two implementations, of which a build has one. Microsoft
// Detours where CMake finds it, the built-in engine elsewhere. Both pass the same contract tests.
#pragma once

#include "detours/runtime/platform.h"

namespace cuzz::detours {

// "built-in" or "Microsoft Detours 4.0.1".
const char* hook_engine_name();

// All or nothing: begin, attach each, commit. The other threads of the process must not be inside the functions.
class HookTransaction {
public:
    HookTransaction();
    ~HookTransaction();  // without a commit nothing has happened
    HookTransaction(const HookTransaction&) = delete;
    HookTransaction& operator=(const HookTransaction&) = delete;

    // From the commit on calls of `*function` go to `replacement`, and `*function` leads to the original.
    bool attach(void** function, void* replacement);
    // False, and nothing has happened, if it or an attach before it failed.
    bool commit();

    // What the first failure was, for the report: "the start of the function cannot be moved".
    const char* error() const { return error_; }

private:
    const char* error_ = "";
    bool is_open_ = true;
    unsigned first_ = 0;  // of this transaction's hooks, in the built-in engine
};

}  // namespace cuzz::detours
