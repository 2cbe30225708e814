#!/bin/bash
# Brings a bare Debian 12 to where the named needs are met. Quick, and without network or root, when
# nothing is missing.
#
#     scripts/setup.sh NEED…
#
# Needs: build (CMake, Ninja), host (the Linux compiler), mingw-x64, mingw-x86, wine (with a prefix of our
# own under build/), googletest, foreign (programs that nobody wrote for cuzz), format.

source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
source "$root/scripts/wine-prefix.sh"

# need -> lines of "what must be there" (a command, or a path) and the Debian package that brings it.
parts_of() {
    case $1 in
        build) echo "cmake cmake" && echo "ninja ninja-build" ;;
        host) echo "g++ g++" ;;
        mingw-x64) echo "x86_64-w64-mingw32-g++-posix g++-mingw-w64-x86-64-posix" ;;
        mingw-x86) echo "i686-w64-mingw32-g++-posix g++-mingw-w64-i686-posix" ;;
        wine) echo "wine wine" && echo "/usr/lib/wine/wine64 wine64" ;;
        googletest) echo "/usr/src/googletest/CMakeLists.txt googletest" ;;
        # Packages with threaded programs that nobody wrote for cuzz.
        foreign)
            echo "/usr/share/gnulib/tests/test-cond.c gnulib"
            echo "/usr/share/doc/libconcurrentqueue-dev/examples/test2.cpp libconcurrentqueue-dev"
            echo "/usr/include/easylogging++.cc libeasyloggingpp-dev"
            echo "/usr/include/xenium/seqlock.hpp libxenium-dev"
            echo "/usr/share/doc/libxenium-dev/test/seqlock_test.cpp libxenium-doc"
            ;;
        format) echo "clang-format clang-format" ;;
        *) die "scripts/setup.sh knows no need '$1'; it knows build, host, mingw-x64, mingw-x86, wine, googletest, foreign and format." ;;
    esac
}

is_there() {
    case $1 in
        /*) [ -e "$1" ] ;;
        *) command -v -- "$1" >/dev/null ;;
    esac
}

# The packages, on one line.
missing_packages() {
    local need parts what package missing=()
    for need in "$@"; do
        # Not in a pipe: an unknown need has to end the script.
        parts=$(parts_of "$need")
        while read -r what package; do
            [[ " ${missing[*]} " == *" $package "* ]] || is_there "$what" || missing+=("$package")
        done <<<"$parts"
    done
    echo "${missing[*]}"
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo -- "$@"
    else
        sudo -n -- "$@"
    fi
}

# apt's own waiting covers dpkg's lock, but not the lock on the package lists.
update_lists() {
    local attempt log="$logs/apt-update.log"
    for attempt in 1 2 3 4 5 6 7 8 9 10 11 12; do
        as_root env LC_ALL=C apt-get update >"$log" 2>&1 </dev/null && return 0
        grep -q 'Could not get lock' -- "$log" || return 1
        sleep 10
    done
    return 1
}

install_missing() {
    local packages
    # Again, now that we hold the lock: another command may have installed them meanwhile.
    packages=$(missing_packages "$@")
    [ -n "$packages" ] || return 0
    command -v apt-get >/dev/null ||
        die "set-up cannot install $packages: this is not Debian (there is no apt-get). Install them by hand."
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            die "set-up cannot install $packages: you are not root and there is no sudo. As root: apt-get install $packages"
        [ -t 0 ] || sudo -n true 2>/dev/null ||
            die "set-up cannot install $packages: sudo wants a password and there is no terminal to ask on. As root: apt-get install $packages"
    fi
    say "installing $packages (once; this takes a few minutes)"
    # Not fatal: a foreign repository may be out of reach, and old lists may do.
    update_lists || say "apt-get update failed; going on with the lists that are here."
    # Examples lie among the documents, which systems in containers leave out: asked for, and brought back to a
    # package that came without.
    # shellcheck disable=SC2086 # a list of package names
    logged apt-install as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --reinstall \
        --no-install-recommends -o DPkg::Lock::Timeout=900 \
        -o DPkg::Options::=--path-include='/usr/share/doc/*/*' $packages || {
        grep -E '^(E|W|Err)' -- "$logs/apt-update.log" | sed 's/^/apt-get update: /' >&2
        die "set-up could not install $packages: apt-get install failed, for the reasons above."
    }
    packages=$(missing_packages "$@")
    [ -z "$packages" ] ||
        die "set-up installed $packages, yet what they should bring is not there."
}

missing=$(missing_packages "$@")
[ -z "$missing" ] || with_lock setup install_missing "$@"

for need in "$@"; do
    if [ "$need" = wine ] && ! wine_prefix_ready; then
        with_lock setup wine_prefix_create
    fi
done
