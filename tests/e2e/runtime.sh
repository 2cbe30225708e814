# Real programs under control: the samples with their bugs, their fixed twins, and exact repetition.
source "$(dirname -- "$0")/../check.sh"

samples=build/mingw-x64/samples
results=$scratch/results
many=${CUZZ_LONG:+1000}
many=${many:-50}

# Each sample's bug is found within the runs that its n, k and d predict, and says what it is.
finds() { # finds SAMPLE PATTERN…
    local sample=$1 pattern
    shift
    run ./cuzz -d 2 --runs 1000 --results "$results" "$samples/$sample.exe"
    check "$sample: the bug is found" exited 1
    for pattern in "$@"; do
        check "$sample says: $pattern" printed "$pattern"
    done
    check "$sample: it was in control" printed '; [0-9]+ hooks, [1-9][0-9]* points in the last run'
}
finds bank_transfer '^exit code 1 with seed' 'it wrote: the balance is (70|150) and should be 120'
finds lost_wakeup '^deadlock with seed' 'consume at lost_wakeup.cpp:[0-9]+'
finds lock_order '^deadlock with seed' 'thread 1\.1 \*: acquire #[0-9]+, held by thread 1\.2' \
    'thread 1\.2 \*: acquire #[0-9]+, held by thread 1\.1' 'forwards at lock_order.cpp:' 'backwards at lock_order.cpp:'
finds shutdown '^exit code 1 with seed' 'it wrote: the queue was used after it was freed'
finds cache '^exit code 1 with seed' 'it wrote: the cache was filled [23] times'

# The fixed twins survive, under serial strategies of every kind, and the summary says what that is worth.
for sample in bank_transfer lost_wakeup lock_order shutdown cache; do
    for strategy in pct pos random-walk surw stride; do
        run ./cuzz --strategy $strategy --runs "$many" --results "$results" "$samples/${sample}_fixed.exe"
        check "${sample}_fixed survives $many runs of $strategy" exited 0
    done
done
run ./cuzz -d 2 --runs 20 --results "$results" "$samples/cache_fixed.exe"
check "what the runs are worth is said" printed 'a depth-2 bug, if there is one, was missed with probability at most'

# A failing schedule repeats, every time, without seed and strategy; so does its failure.
schedule=$results/lock_order/failures/deadlock/schedule.txt
sed '/^seed/d; /^strategy/d; /^estimates/d' "$schedule" >"$scratch/bare.txt"
same=0
times=${CUZZ_LONG:+1000}
times=${times:-20}
for _ in $(seq "$times"); do
    run ./cuzz replay "$scratch/bare.txt" --trace
    [ "$status" -eq 1 ] || break
    trace=$(grep -v '^  ' <<<"$out")
    [ "$trace" = "${first:-$trace}" ] || break
    first=$trace
    same=$((same + 1))
done
check "a failing schedule repeats $times of $times times, seed and strategy removed" test "$same" -eq "$times"

# The same command explores the same schedules.
run ./cuzz -d 2 --runs 200 --results "$results" "$samples/lost_wakeup.exe"
once=$out
run ./cuzz -d 2 --runs 200 --results "$results" "$samples/lost_wakeup.exe"
check "the same seeds give the same campaign" printed_exactly "$once"

# An edited pick changes the run or is the first divergence.
sed '0,/^1\.1 .*acquire/s/^1\.1 \(.*\)acquire/1.1 \1release/' "$schedule" >"$scratch/edited.txt"
run ./cuzz replay "$scratch/edited.txt"
check "an edited pick is reported" exited 3
check "as the first divergence" printed '^diverged at step [0-9]+'
