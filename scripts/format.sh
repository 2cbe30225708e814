#!/bin/bash
# Formats every C++ source in place, as .clang-format says.

source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
"$root/scripts/setup.sh" format
cd -- "$root"
find src include benchmarks samples tests \( -name '*.cpp' -o -name '*.h' \) -print0 2>/dev/null |
    xargs -0 -r clang-format -i --style=file
