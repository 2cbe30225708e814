#!/bin/bash
# Builds targets of one preset, after making sure that what it takes is installed.
#
#     scripts/build.sh PRESET TARGET…

source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

preset=$1
shift

# Configured once; after that Ninja notices changes of CMake's files and of the folders. A checkout that was
# moved, and changed presets, start afresh.
configure() {
    local cache="$build/$preset/CMakeCache.txt"
    if [ -f "$build/$preset/build.ninja" ] && [ ! CMakePresets.json -nt "$build/$preset/build.ninja" ] &&
        grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" -- "$cache"; then
        return 0
    fi
    say "configuring $preset; the first build takes a minute or two"
    logged "configure-$preset" cmake --fresh --preset "$preset"
}

# CMake and Ninja work from the root: presets are looked up in the working folder.
build_locked() {
    cd -- "$root" || return 1
    configure || die "configuring $preset failed."
    logged "build-$preset" cmake --build --preset "$preset" --target "$@" ||
        die "building $* ($preset) failed."
}

with_lock "build-$preset" build_locked "$@"
