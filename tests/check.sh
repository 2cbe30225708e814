# A small assertion library for tests written in bash. Sourced. Every check prints one line, "ok …" or
# "FAILED …"; the runner counts those. The working folder is the root of the tree.
#
#     source "$(dirname -- "$0")/../check.sh"
#     run ./cuzz strategies
#     check "the strategies are listed" exited 0
#     check "PCT is one of them" printed '^pct '
#     check "nothing is complained about" complained_not

set -uo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
cd -- "$root" || exit 1
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

# run COMMAND…: leaves $status, and the output (without carriage returns) in $out and $err.
run() {
    status=0
    "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
    out=$(tr -d '\r' <"$scratch/out")
    err=$(tr -d '\r' <"$scratch/err")
    ran=$*
}

# What can be said about the last run. Patterns are extended regular expressions, matched line by line.
exited() { [ "$status" -eq "$1" ]; }
printed() { grep -qE -- "$1" <<<"$out"; }
printed_not() { if [ $# -eq 0 ]; then [ -z "$out" ]; else ! grep -qE -- "$1" <<<"$out"; fi; }
printed_exactly() { [ "$out" = "$1" ]; }
complained() { grep -qE -- "$1" <<<"$err"; }
complained_not() { if [ $# -eq 0 ]; then [ -z "$err" ]; else ! grep -qE -- "$1" <<<"$err"; fi; }

# check NAME CONDITION…: the condition is any command; a failure shows the last run.
check() {
    local name=$1
    shift
    if "$@"; then
        echo "ok $name"
        return 0
    fi
    echo "FAILED $name: not so: $*"
    if [ -n "${ran:-}" ]; then
        echo "  after: $ran"
        echo "  status: $status"
        sed 's/^/  out: /' <<<"$out" | head -n 20
        sed 's/^/  err: /' <<<"$err" | head -n 20
    fi
}

# check_none NAME LINES: passes if there is no line; each line is an offence otherwise.
check_none() {
    if [ -z "$2" ]; then
        echo "ok $1"
    else
        echo "FAILED $1:"
        sed 's/^/  /' <<<"$2" | head -n 40
    fi
}

# files NAME_PATTERN…: the tree's own files of these names, without what was built or downloaded.
files() {
    local pattern names=()
    for pattern in "$@"; do
        names+=(-o -name "$pattern")
    done
    find . \( -name .git -o -path ./build -o -path ./cuzz-results -o -name node_modules -o -name vcpkg_installed \
        -o -name bin -o -name obj \) -prune -o -type f \( "${names[@]:1}" \) -print | sed 's|^\./||' | sort
}
