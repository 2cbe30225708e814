#!/bin/bash
# Behind ./cuzz: builds cuzz.exe and the samples (at once when nothing changed) and becomes it, under Wine.

source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
"$root/scripts/setup.sh" build mingw-x64 wine
"$root/scripts/build.sh" mingw-x64 cuzz cuzz_samples
# The command that hints name.
export CUZZ_COMMAND=${CUZZ_COMMAND:-./cuzz}
exec "$root/scripts/wine" "$build/mingw-x64/bin/cuzz.exe" "$@"
