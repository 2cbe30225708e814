#!/bin/bash
# Behind ./bench. The driver is native; what it measures is the scheduler, natively, and Windows programs under Wine.

source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
source "$root/scripts/wine-prefix.sh"

# Only the simulator's points go without Windows programs.
needs_wine=1
case "$*" in points | "points --json" | "--json points" | --help) needs_wine= ;; esac

"$root/scripts/setup.sh" build host
"$root/scripts/build.sh" linux cuzz_bench
if [ -n "$needs_wine" ]; then
    "$root/scripts/setup.sh" mingw-x64 wine
    "$root/scripts/build.sh" mingw-x64 cuzz cuzz_samples cuzz_benchmark_programs
    wine_keep
    trap wine_leave EXIT
fi
"$build/linux/bin/cuzz_bench" --build "$build/mingw-x64" --through wine "$@"
