# One small program for each primitive: under every schedule it sees what it sees without cuzz. The programs check what
# they get (results, last errors, who is released when) and say what they have passed.
source "$(dirname -- "$0")/../check.sh"

folder=build/mingw-x64/conformance
runs=${CUZZ_LONG:+100}
runs=${runs:-3}
strategies=(pct random-walk ppct none)
[ -z "${CUZZ_LONG:-}" ] || mapfile -t strategies < <(./cuzz strategies | tr -d '\r' | sed -nE 's/^  ([a-z-]+) .*/\1/p')

export CONFORMANCE_LOG=$scratch/log
lines_of() { tr -d '\r' <"$CONFORMANCE_LOG" | grep -c . || true; }
kinds_of() { tr -d '\r' <"$CONFORMANCE_LOG" | sort -u; }
# Every run said what the bare one said.
said_the_same() { [ "$(kinds_of)" = "$bare" ] && [ $(($(lines_of) % lines)) -eq 0 ] && [ "$(lines_of)" -ge $((runs * lines)) ]; }

for source in tests/conformance/*.cpp; do
    name=$(basename -- "$source" .cpp)
    rm -f "$CONFORMANCE_LOG"
    run scripts/wine "$folder/$name.exe"
    check "$name passes by itself" exited 0
    bare=$(kinds_of)
    lines=$(lines_of)
    for strategy in "${strategies[@]}"; do
        rm -f "$CONFORMANCE_LOG"
        run scripts/wine build/mingw-x64/bin/cuzz.exe --strategy "$strategy" --runs "$runs" --timeout 60 \
            --results "$scratch/results" "$folder/$name.exe"
        check "$name passes $runs runs of $strategy" exited 0
        check "  and says the same in each" said_the_same
    done
done

# What fails without cuzz fails under it too, and is called what it is.
fails() { # fails PROGRAM PATTERN
    run scripts/wine build/mingw-x64/bin/cuzz.exe --strategy random-walk --runs 3 --timeout 60 \
        --results "$scratch/results" "build/mingw-x64/programs/$1.exe"
    check "$1 fails" exited 1
    check "  and says: $2" printed "$2"
}
fails 0001-crash-in-thread '^crash 0xC0000005 with seed'
fails 0002-abort '^exit code 3 with seed [0-9]+: abort'
fails 0003-real-deadlock '^deadlock with seed'
fails 0007-waits-for-itself '^deadlock with seed'
fails 0004-uncaught-exception '^exit code 3 with seed [0-9]+: abort'
