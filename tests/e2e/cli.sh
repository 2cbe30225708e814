# cuzz.exe from the outside: verbs, exit codes, and what it says to bad input.
source "$(dirname -- "$0")/../check.sh"

results=$scratch/results

run ./cuzz --help
check "help exits 0" exited 0
check "help lists the verbs" printed '^  cuzz simulate MODEL '
check "help names the exit codes" printed '^Exit codes: 0 '
run ./cuzz
check "no argument is a call for help" printed '^  cuzz simulate MODEL '
run ./cuzz help simulate
check "a verb's help has its options" printed '^  -d, --depth N '
check "a verb's help has examples" printed '^  cuzz simulate bank-transfer -d 2'
run ./cuzz help run
check "a program comes after cuzz's options" printed '^  cuzz run \[options\] PROGRAM \[ARGUMENTS\]$'
run ./cuzz simulate --help
check "--help after a verb is that verb's" printed '^  -d, --depth N '
run ./cuzz --version
check "the version is told" printed '^cuzz [0-9]+\.[0-9]+\.[0-9]+'

run ./cuzz strategies
check "strategies exits 0" exited 0
for name in pct ppct pos basic-pos pos-star rapos random-walk stride rpro surw random-sleep preempt-always \
    preempt-bound atom-fuzzer dfs ipb idb none; do
    check "strategy $name is listed" printed "^  $name +[A-Za-z]"
done
run ./cuzz strategies pct
check "a strategy's options are told with what is allowed" printed 'd +.*from 1 to 64 or drawn; default drawn'
run ./cuzz models
check "models are listed" printed '^  bank-transfer +depth 2 '

run ./cuzz simulate bank-transfer -d 2 --results "$results"
check "a failure is exit 1" exited 1
check "the failure is named" printed '^failed with seed [0-9]+: money was lost or made'
check "the lanes have the threads' names" printed '1.1 deposit +1.2 withdraw'
check "the last line of a failure can be copied" printed '^\./cuzz replay .*schedule\.txt$'
schedule=$results/bank-transfer/failures/check-1/schedule.txt
check "the schedule is kept" test -s "$schedule"
first=$out
run ./cuzz simulate bank-transfer -d 2 --results "$results"
check "the same command gives the same output" printed_exactly "$first"

run ./cuzz replay "$schedule"
check "replay shows the failure again" exited 1
check "replay says what failed" printed '^failed: money was lost or made'
run ./cuzz replay "$schedule" --trace
check "a trace shows the ops" printed 'write balance'

run ./cuzz simulate bank-transfer-fixed -d 2 --runs 200 --results "$results"
check "no failure is exit 0" exited 0
check "what the runs are worth is said" printed 'a depth-2 bug, if there is one, was missed with probability at most'
run ./cuzz simulate dining-philosophers -d 3 --runs 10000 --results "$results"
check "a deadlock is found" printed '^deadlock with seed'
check "who waits for whom is said" printed 'waits to acquire fork-[123], held by philosopher-[123]'
run ./cuzz simulate bank-transfer --strategy dfs --runs 100000 --keep-going --results "$results"
check "a search that ends says so" printed 'there is no schedule left to try'

run ./cuzz demo --results "$results"
check "the demo exits 0" exited 0
check "the demo finds a bug in a program" printed '^deadlock with seed [0-9]+'
check "the demo names the lines" printed 'backwards at lock_order.cpp:[0-9]+'
check "the demo repeats it" printed '^10 of 10 repetitions gave the same schedule and the same end'
check "the demo shows the fixed twin" printed '^103 runs, 0 failed'
check "the demo finds a bug in a model" printed 'an item was taken twice'
check "the demo compares strategies" printed '^  pct:d=2 '

# The example in the documentation is one.
awk '/^    cuzz-schedule 1/ { on = 1 } on { sub(/^    /, ""); print } /^end/ && on { exit }' docs/schedules.md >"$scratch/doc.txt"
run ./cuzz replay "$scratch/doc.txt"
check "the documented schedule replays" printed '^deadlock: ab waits to acquire b, held by ba'

# What others see of a campaign.
run ./cuzz simulate bank-transfer -d2 --results "$results"
check "a short option may have its value with it" exited 1
check "hints name the command that was used" printed '^\./cuzz replay '
run ./cuzz simulate bank-transfer -d 3 --seed 100 --results "$results"
check "another schedule of the same failure goes beside the first" printed 'schedule-seed-[0-9]+\.txt$'
check "there is no carriage return in a pipe" test "$(tr -d -c '\r' <"$scratch/out" | wc -c)" -eq 0
run ./cuzz simulate bank-transfer-fixed --strategy ipb --runs 100000 --results "$results"
check "a search that is done needs no guarantee" printed_not 'missed with probability'
run bash -c './cuzz demo >/dev/full'
check "output that cannot be written is an error" exited 2
run bash -c 'cd / && "$0/cuzz" models' "$root"
check "cuzz works from any folder" exited 0
run ./cuzz replay /dev/zero
check "an endless file is refused" complained 'larger than 64 MB'

# Bad input: exit 2, a sentence that says what is allowed, nothing on standard output.
refused() { # refused PATTERN ARGUMENT…
    local pattern=$1
    shift
    run ./cuzz "$@"
    check "refused: cuzz $*" exited 2
    check "  and says: $pattern" complained "$pattern"
    check "  and prints nothing else" printed_not
}
refused "no verb 'simulat': did you mean simulate" simulat
refused 'needs PROGRAM' --runs 5
refused 'needs MODEL' simulate
refused "no model 'bank': did you mean bank-transfer" simulate bank
refused "no strategy 'PCT': did you mean pct" simulate bank-transfer --strategy PCT
refused 'is too much' simulate bank-transfer twice
refused "no strategy 'ptc': did you mean pct" simulate bank-transfer --strategy ptc
refused "depth '0' .*from 1 to 64" simulate bank-transfer -d 0
refused "depth '-1' .*from 1 to 64" simulate bank-transfer -d -1
refused "depth '65' .*from 1 to 64" simulate bank-transfer -d 65
refused 'from 1 to 64 or drawn' simulate bank-transfer --strategy pct:d=0
refused 'option .x.: its options are d, ' simulate bank-transfer --strategy pct:x=1
refused 'given twice' simulate bank-transfer --strategy pct:d=1,d=2
refused 'has no depth' simulate bank-transfer --strategy pos -d 2
refused "runs '0' .*from 1 to" simulate bank-transfer --runs 0
refused "runs '-5' .*from 1 to" simulate bank-transfer --runs -5
refused "runs 'many'" simulate bank-transfer --runs many
refused "runs '99999999999999999999999'" simulate bank-transfer --runs 99999999999999999999999
refused "seed '1.5'" simulate bank-transfer --seed 1.5
refused '--runs needs a value' simulate bank-transfer --runs
refused "no option '--run': did you mean --runs" simulate bank-transfer --run 5
refused '--runs is given twice' simulate bank-transfer --runs 5 --runs 6
refused '--keep-going takes no value' simulate bank-transfer --keep-going=yes
refused 'takes no options' models --runs 5
refused 'there is no program nowhere.exe' nowhere.exe
refused 'for models only' --strategy dfs build/mingw-x64/bin/cuzz.exe
refused 'cannot open' replay "$scratch/nowhere.txt"
refused 'cannot make the folder' simulate bank-transfer -d 2 --results /dev/null/x

printf 'hello\n' >"$scratch/foreign.txt"
refused 'line 1' replay "$scratch/foreign.txt"
: >"$scratch/empty.txt"
refused 'schedule' replay "$scratch/empty.txt"
sed 's/acquire/aquire/' "$schedule" >"$scratch/typo.txt"
refused "line [0-9]+" replay "$scratch/typo.txt"
sed 's/^program .*/program   nowhere.exe/' "$schedule" >"$scratch/other.txt"
refused 'there is no program nowhere.exe' replay "$scratch/other.txt"

grep -v '^end' "$schedule" | head -n -3 >"$scratch/cut.txt"
run ./cuzz replay "$scratch/cut.txt"
check "a schedule that was cut off is not taken for a whole one" test "$status" -ge 2
sed '0,/ acquire /s/ acquire / release /' "$schedule" >"$scratch/edited.txt"
run ./cuzz replay "$scratch/edited.txt"
check "an edited schedule diverges, exit 3" exited 3
check "and the first divergence is told" printed '^diverged at step [0-9]+'
run ./cuzz replay "$scratch/edited.txt" --best-effort
check "best effort goes on" test "$status" -le 1
