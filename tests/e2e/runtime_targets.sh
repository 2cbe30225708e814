# Programs that behave badly: a clear sentence and exit code for each, nothing left running, nothing lost.
source "$(dirname -- "$0")/../check.sh"

targets=build/mingw-x64/targets
results=$scratch/results

on() { # on PROGRAM [ARGUMENT…]: two runs, ten seconds each at most
    run ./cuzz --strategy random-walk --runs 2 --timeout 10 --results "$results" "$@"
}

refused() { # refused PATTERN PROGRAM: nothing is run
    on "$2"
    check "refused: $(basename -- "$2")" exited 2
    check "  and says: $1" complained "$1"
}
refused 'there is no program' "$scratch/nowhere.exe"
refused 'is not a Windows program' README.md
: >"$scratch/empty.exe"
refused 'is not a Windows program' "$scratch/empty.exe"
head -c 300 "$targets/crashes.exe" >"$scratch/truncated.exe"
refused 'is not a Windows program' "$scratch/truncated.exe"
mkdir "$scratch/folder.exe"
refused 'there is no program|is a folder' "$scratch/folder.exe"
refused 'is a DLL: give a program' build/mingw-x64/bin/cuzz64.dll
refused 'is a 32-bit program: this cuzz takes control of 64-bit ones' build/mingw-x86/targets/exits_at_once.exe

for program in exits_at_once closes_its_handles talks_a_lot leaves_a_child sleeps_an_hour polls_a_clock; do
    on "$targets/$program.exe"
    check "$program passes" exited 0
done
on "$targets/many_threads.exe" 64
check "64 threads pass" exited 0
on "$targets/many_threads.exe" 1000
check "1,000 threads pass" exited 0
on "$targets/arguments.exe" 'a b' 'say "hi"' 'back\slash\' '' --runs
check "arguments arrive as they are" exited 0
printf '1\n2\n3\n' >"$scratch/input"
on "$targets/reads_its_input.exe" <"$scratch/input"
check "standard input cannot be read twice, and a run that finds it empty fails" exited 1
on "$targets/waits_for_input.exe" </dev/null
check "a thread that waits for input is no deadlock" exited 0

fails() { # fails PROGRAM PATTERN…
    local program=$1 pattern
    shift
    on "$targets/$program.exe"
    check "$program fails" exited 1
    for pattern in "$@"; do
        check "  and says: $pattern" printed "$pattern"
    done
}
fails exit_code_7 '^exit code 7 with seed'
fails crashes '^crash 0xC0000005 with seed' 'step_on_it at crashes.cpp:[0-9]+'
fails aborts '^exit code 3 with seed'
fails kills_itself '^exit code 9 with seed'
fails stack_overflow '^crash.* with seed'

run ./cuzz --strategy random-walk --runs 1 --timeout 2 --results "$results" "$targets/spins.exe"
check "spins hangs, and is ended" exited 1
check "  and is called a hang" printed '^hang with seed'

check_none "nothing is left running" "$(pgrep -af 'targets[\\/][a-z_]+\.exe' | grep -v pgrep || true)"
