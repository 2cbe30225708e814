#!/bin/bash
# Behind ./test: runs the parts that were asked for, one after the other, and adds up their counts.
#
# A part is scripts/parts/NAME.sh. It says what it proves and covers on its first lines, and defines
# run_part, which reports with the functions of scripts/parts/report.sh.

source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
source "$root/scripts/wine-prefix.sh"
source "$root/scripts/parts/report.sh"

all_parts=(scheduler runtime cli tidy)

usage() { echo "usage: ./test [part…] [--long] [--list]; the parts are: ${all_parts[*]}"; }

list_parts() {
    local part
    for part in "${all_parts[@]}"; do
        printf '%-10s %s\n' "$part" "$(sed -n 's/^# proves: //p' "$root/scripts/parts/$part.sh")"
        printf '%-10s covers %s\n' '' "$(sed -n 's/^# covers: //p' "$root/scripts/parts/$part.sh")"
    done
}

chosen=()
for argument in "$@"; do
    case $argument in
        --list) list_parts && exit 0 ;;
        --long) export CUZZ_LONG=1 ;;
        -h | --help) usage && exit 0 ;;
        -*)
            echo "test: there is no option '$argument'; allowed are --long and --list." >&2
            exit 2
            ;;
        *)
            if [[ " ${all_parts[*]} " != *" $argument "* ]]; then
                echo "test: there is no part '$argument'; the parts are: ${all_parts[*]}." >&2
                exit 2
            fi
            chosen+=("$argument")
            ;;
    esac
done
[ ${#chosen[@]} -gt 0 ] || chosen=("${all_parts[@]}")

scratch=$(mktemp -d)
job=

finish() {
    trap - EXIT INT TERM HUP
    # The part is a process group of its own, so that all it started ends with it.
    [ -z "$job" ] || kill -TERM -- "-$job" 2>/dev/null || true
    [ -z "${CUZZ_WINE_USER:-}" ] || wine_leave
    rm -rf -- "$scratch"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# What the chosen parts need, all of it before the first test.
needs=(build)
for part in "${chosen[@]}"; do
    read -ra more <<<"$(sed -n 's/^# needs: //p' "$root/scripts/parts/$part.sh")"
    needs+=("${more[@]}")
done
"$root/scripts/setup.sh" "${needs[@]}" </dev/null
if [[ " ${needs[*]} " == *" wine "* ]]; then
    wine_keep
fi

run_reported() {
    source "$root/scripts/parts/$1.sh"
    local status=0
    # In a subshell, so that a part that gives up half-way is still counted.
    (set -e && run_part) || status=$?
    [ "$status" -eq 0 ] || fail "the part ended early, with status $status"
}

total_passed=0
total_failed=0
for part in "${chosen[@]}"; do
    echo "== $part"
    export CUZZ_REPORT="$scratch/$part"
    : >"$CUZZ_REPORT"
    started=$SECONDS
    set -m
    run_reported "$part" </dev/null &
    job=$!
    set +m
    wait "$job" || true
    job=
    passed=$(report_count passed)
    failed=$(report_count failed)
    if [ $((passed + failed)) -eq 0 ]; then
        echo "FAILED  part $part ran no test"
        failed=1
    fi
    echo "$part: $passed passed, $failed failed ($((SECONDS - started)) s)"
    total_passed=$((total_passed + passed))
    total_failed=$((total_failed + failed))
done

# Before the last line: nothing may follow it.
finish
echo "$total_passed passed, $total_failed failed"
[ "$total_failed" -eq 0 ]
