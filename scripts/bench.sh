#!/bin/bash
# Behind ./bench: native, since it measures the scheduler and not Wine.

source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
"$root/scripts/setup.sh" build host
"$root/scripts/build.sh" linux cuzz_bench
exec "$build/linux/bin/cuzz_bench" "$@"
