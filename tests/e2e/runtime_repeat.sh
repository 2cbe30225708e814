# A seed is a schedule: exact repetition, with noise beside it, from the schedule's text, and with an edited pick.
source "$(dirname -- "$0")/../check.sh"

samples=build/mingw-x64/samples
results=$scratch/results
times=${CUZZ_LONG:+1000}
times=${times:-100}
told=$(sed -E ':a; s/([0-9])([0-9]{3})(,|$)/\1,\2\3/; ta' <<<"$times") # 1,000
all_same="^$told of $told repetitions gave the same schedule and the same end\$"

# The first seed that fails; those before it pass.
run ./cuzz -d 2 --runs 1000 --results "$results" "$samples/lock_order.exe"
check "there is a failing seed" exited 1
failing=$(sed -nE 's/^deadlock with seed ([0-9]+).*/\1/p' <<<"$out")
check "and a passing one before it" test "${failing:-0}" -gt 1
passing=$((failing - 1))
schedule=$results/lock_order/failures/deadlock/schedule.txt

repeats() { # repeats NAME
    run ./cuzz -d 2 --seed "$failing" --repeat "$times" --results "$results" "$samples/lock_order.exe"
    check "a failing seed repeats, $1: the failure is seen" exited 1
    check "  and $times of $times times the same" printed "$all_same"
    run ./cuzz -d 2 --seed "$passing" --repeat "$times" --results "$results" "$samples/lock_order.exe"
    check "a passing seed repeats, $1: it passes" exited 0
    check "  and $times of $times times the same" printed "$all_same"
}
repeats "on a quiet machine"
noise=()
for _ in $(seq "$(nproc)"); do
    while :; do :; done &
    noise+=($!)
done
repeats "with a busy loop on every core"
kill "${noise[@]}"
wait "${noise[@]}" 2>/dev/null

run ./cuzz -d 2 --seed 1 --repeat 20 --results "$results" "$samples/cache_fixed.exe"
check "a program with shared locks repeats" printed '^20 of 20 repetitions'
run ./cuzz --strategy none --seed 1 --repeat 2 --results "$results" "$samples/cache_fixed.exe"
check "what a seed does not repeat is refused" exited 2

# The text alone will do.
sed '/^seed/d; /^strategy/d; /^estimates/d' "$schedule" >"$scratch/bare.txt"
run ./cuzz replay "$scratch/bare.txt" --repeat "$times"
check "a failing schedule repeats, seed and strategy removed" exited 1
check "  and $times of $times times the same" printed "$all_same"

# What parallel control found, no seed repeats; its schedule does, under serial control.
run ./cuzz --strategy ppct:d=2 --runs 5000 --results "$results" "$samples/shutdown.exe"
check "parallel control finds a bug" exited 1
run ./cuzz replay "$results/shutdown/failures/exit-code-1/schedule.txt" --repeat 20
check "its schedule shows it again" exited 1
check "  20 of 20 times the same" printed '^20 of 20 repetitions'

# The same command explores the same schedules.
run ./cuzz -d 2 --runs 200 --results "$results" "$samples/lost_wakeup.exe"
once=$out
run ./cuzz -d 2 --runs 200 --results "$results" "$samples/lost_wakeup.exe"
check "the same seeds give the same campaign" printed_exactly "$once"

# A difference is found.
: >"$scratch/coin"
run ./cuzz --seed 1 --repeat 5 --results "$results" build/mingw-x64/targets/differs_each_time.exe "$scratch/coin"
check "a program that is different each time is found out" exited 3
check "  and the first difference is told" printed '^repetition 2 of 5 differs at (step [0-9]+: .*, and in the first run |the end: )'

# An edited pick changes the run or is the first divergence.
sed '0,/^1\.1 .*acquire/s/^1\.1 \(.*\)acquire/1.1 \1release/' "$schedule" >"$scratch/edited.txt"
run ./cuzz replay "$scratch/edited.txt"
check "another op is reported" exited 3
check "  as the first divergence" printed '^diverged at step [0-9]+'
run ./cuzz replay "$schedule" --trace
original=$out
edits=0
told_or_other=0
while IFS=: read -r number pick; do
    case $pick in
        1.1*) sed "${number}s/^1\\.1 /1.2 /" "$schedule" ;;
        *) sed "${number}s/^1\\.2 /1.1 /" "$schedule" ;;
    esac >"$scratch/edited.txt"
    run ./cuzz replay "$scratch/edited.txt" --trace </dev/null # the loop reads from standard input
    edits=$((edits + 1))
    if { [ "$status" -eq 3 ] && printed '^diverged at step [0-9]+'; } || [ "$out" != "$original" ]; then
        told_or_other=$((told_or_other + 1))
    fi
done < <(grep -nE '^1\.[12] +[a-z]+' "$schedule" | grep -v born)
check "there were picks to edit" test "$edits" -ge 2
check "each of $edits picks given to another thread is another run, or told" test "$told_or_other" -eq "$edits"
