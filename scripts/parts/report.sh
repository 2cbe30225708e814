# How a part reports. Sourced. Results go into the file $CUZZ_REPORT, one line "passed N" or "failed N" each,
# so that subshells and programs of any kind can add to it.

pass() { # pass TEXT [COUNT]
    echo "ok      $1"
    echo "passed ${2:-1}" >>"$CUZZ_REPORT"
}

fail() { # fail TEXT [COUNT]
    echo "FAILED  $1"
    echo "failed ${2:-1}" >>"$CUZZ_REPORT"
}

note() { echo "        $1"; }

report_count() { # report_count passed|failed
    awk -v kind="$1" '$1 == kind { sum += $2 } END { print sum + 0 }' "$CUZZ_REPORT"
}

# build_or_fail PRESET TARGET…: a failed build is a failed test, and its end is shown.
build_or_fail() {
    "$root/scripts/build.sh" "$@" 2>&1 && return 0
    fail "${*:2} does not build ($1)"
    return 1
}

# run_gtest LABEL COMMAND…: runs a GoogleTest program and counts the tests in it.
run_gtest() {
    local label=$1 log status=0 ok bad skipped
    shift
    log="$logs/test-${label//[^a-z0-9]/-}.$$.log"
    "$@" >"$log" 2>&1 </dev/null || status=$?
    sed -i 's/\r$//' "$log"
    ok=$(grep -c '^\[       OK \]' "$log") || true
    # With its time: the summary at the end names the failed ones once more, without.
    bad=$(grep -cE '^\[  FAILED  \] .*\([0-9]+ ms\)$' "$log") || true
    skipped=$(grep -cE '^\[  SKIPPED \] .*\([0-9]+ ms\)$' "$log") || true
    [ "$skipped" -eq 0 ] || note "$label: $skipped skipped"
    if [ "$bad" -gt 0 ]; then
        grep -hE '^\[  FAILED  \] .*\([0-9]+ ms\)$' "$log"
        fail "$label: $bad tests failed" "$bad"
    elif [ "$status" -ne 0 ]; then
        fail "$label: the test program ended with status $status"
    elif [ "$ok" -eq 0 ]; then
        fail "$label: the test program ran no test"
    fi
    [ "$ok" -eq 0 ] || pass "$label: $ok tests" "$ok"
    if [ "$bad" -gt 0 ] || [ "$status" -ne 0 ] || [ "$ok" -eq 0 ]; then
        tail -n 40 "$log"
        note "the whole log is in ${log#"$root"/}"
    else
        mv -f -- "$log" "${log%."$$".log}.log"
    fi
}

# run_scripts FILE…: each prints a line "ok …" or "FAILED …" per check (see tests/check.sh).
run_scripts() {
    local script name log status ok bad
    for script in "$@"; do
        name=${script#"$root"/}
        log="$logs/test-$(basename -- "$script" .sh).$$.log"
        status=0
        bash -- "$script" >"$log" 2>&1 </dev/null || status=$?
        ok=$(grep -c '^ok ' "$log") || true
        bad=$(grep -c '^FAILED ' "$log") || true
        [ "$ok" -eq 0 ] || pass "$name: $ok checks" "$ok"
        if [ "$bad" -gt 0 ]; then
            fail "$name: $bad checks failed" "$bad"
        elif [ "$status" -ne 0 ]; then
            fail "$name ended with status $status"
        elif [ "$ok" -eq 0 ]; then
            fail "$name checked nothing"
        fi
        if [ "$bad" -gt 0 ] || [ "$status" -ne 0 ] || [ "$ok" -eq 0 ]; then
            grep -v '^ok ' "$log" | tail -n 60 || true
            note "the whole log is in ${log#"$root"/}"
        else
            sed -n 's/^note /        /p' "$log"
            mv -f -- "$log" "${log%."$$".log}.log"
        fi
    done
}
