# Shared by every script here: where things are, how they speak, how they lock. Sourced, not run.

set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
build="$root/build"
logs="$build/logs"
if ! mkdir -p -- "$logs" 2>/dev/null || [ ! -w "$build" ] || [ ! -w "$logs" ]; then
    echo "cuzz: cannot write to '$build', which belongs to the user $(stat -c %U -- "$build" "$root" 2>/dev/null | head -n 1); go on as that user, or remove it and try again." >&2
    exit 1
fi

# Progress goes to standard error, so that standard output stays the program's own.
say() { printf 'cuzz: %s\n' "$*" >&2; }

die() {
    say "$@"
    exit 1
}

# with_lock NAME COMMAND…: one at a time in this checkout. The command runs in a subshell that does not
# hand the lock to what it starts: a Wine server left behind must not keep it.
with_lock() {
    local file="$build/.$1.lock" holder
    shift
    # Opened for appending: two starters must not disturb each other's file.
    exec {holder}>>"$file"
    # A short wait is not worth a line.
    if ! flock -w 3 "$holder"; then
        say "waiting for another cuzz command that is busy with the same step."
        flock "$holder"
    fi
    local status=0
    ("$@" {holder}>&-) || status=$?
    exec {holder}>&-
    return "$status"
}

# logged NAME COMMAND…: keeps the output in build/logs/NAME.log and shows its tail only upon failure.
logged() {
    local log="$logs/$1.log" status=0
    shift
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" -ne 0 ]; then
        tail -n 40 -- "$log" >&2
        say "the whole log is in ${log#"$root"/}"
    fi
    return "$status"
}
