# Programs that behave badly: a clear sentence and exit code for each, nothing left running, nothing lost.
source "$(dirname -- "$0")/../check.sh"

bin=build/mingw-x64/bin
targets=build/mingw-x64/targets
results=$scratch/results
kinds=0 # of bad targets
export CUZZ_TEST_MARK=$scratch

on() { # on PROGRAM [ARGUMENT…]: two runs, twenty seconds each at most
    kinds=$((kinds + 1))
    run ./cuzz --strategy random-walk --runs 2 --timeout 20 --results "$results" "$@"
}
prints() { # prints PATTERN…: each of them
    local pattern
    for pattern in "$@"; do
        check "  and says: $pattern" printed "$pattern"
    done
}

# --- refused before anything is run: exit 2
refused() { # refused PATTERN PROGRAM
    on "$2"
    check "refused: $(basename -- "$2")" exited 2
    check "  and says: $1" complained "$1"
}
# patched NAME OFFSET BYTES…: a copy of a good program, with other bytes at that offset from its PE header.
patched() {
    local file=$scratch/$1.exe offset=$2 header
    cp -- "$targets/exits_at_once.exe" "$file"
    header=$(od -An -tu4 -j60 -N4 -- "$file")
    printf "$3" | dd of="$file" bs=1 seek=$((header + offset)) conv=notrunc status=none
    echo "$file"
}
refused 'there is no program' "$scratch/nowhere.exe"
refused 'is not a Windows program' README.md
: >"$scratch/empty.exe"
refused 'is not a Windows program' "$scratch/empty.exe"
head -c 300 "$targets/crashes.exe" >"$scratch/truncated.exe"
refused 'is not a Windows program' "$scratch/truncated.exe"
cp /bin/true "$scratch/elf.exe"
refused 'is not a Windows program' "$scratch/elf.exe"
mkdir "$scratch/folder.exe"
refused 'there is no program|is a folder' "$scratch/folder.exe"
refused 'is a DLL: give a program' "$bin/cuzz64.dll"
refused 'is a 32-bit program: this cuzz takes control of 64-bit ones' build/mingw-x86/targets/exits_at_once.exe
refused 'is a ARM64 program: this cuzz takes control of 64-bit ones|is an ARM64 program' "$(patched arm64 4 '\x64\xAA')"
refused 'is a foreign program' "$(patched itanium 4 '\x00\x02')"
# The 15th directory of the optional header: 24 bytes of file header, 112 up to the directories, 14 · 8.
refused 'is a \.NET program: cuzz takes control of native ones' "$(patched dotnet 248 '\x00\x20\x00\x00\x48')"

# --- strange, but nothing wrong: exit 0
passes() { # passes PROGRAM [ARGUMENT…]
    on "$targets/$1.exe" "${@:2}"
    check "$*: passes" exited 0
}
for program in exits_at_once closes_its_handles closes_everything talks_a_lot leaves_a_child leaves_threads \
    sleeps_an_hour polls_a_clock gui_program; do
    passes "$program"
done
passes many_threads 64
passes many_threads 1000
passes arguments 'a b' 'say "hi"' 'back\slash\' '' --runs
passes spins_for_a_flag
prints 'threads? spun and w(as|ere) let go'
on "$targets/waits_for_input.exe" </dev/null
check "a thread that waits for input is no deadlock" exited 0

# A name with blanks and letters beyond ASCII; another working folder; a variable.
odd="$scratch/an odd näme"
mkdir -- "$odd"
cp -- "$targets/surroundings.exe" "$odd/ein Prögramm.exe"
run bash -c 'cd -- "$1" && CUZZ_TEST_VALUE="a b" "$2/cuzz" --runs 2 --results "$3" "ein Prögramm.exe" "an odd näme" "a b"' \
    - "$odd" "$root" "$results"
check "an odd name, another folder and a variable are as without cuzz" exited 0
run bash -c 'cd -- "$1" && CUZZ_TEST_VALUE="b" "$2/cuzz" --runs 2 --results "$3" "ein Prögramm.exe" "an odd näme" "a b"' \
    - "$odd" "$root" "$results"
check "  and the program can tell" exited 1
check "  and its failure is kept under its name" test -s "$results/ein Prögramm/failures/exit-code-3/schedule.txt"

# --- every run sees the same input, from the start
printf '1\n2\n3\n' >"$scratch/input"
on "$targets/reads_its_input.exe" <"$scratch/input"
check "each run reads the whole input from a file" exited 0
run bash -c 'printf "1\n2\n3\n" | ./cuzz --runs 2 --results "$0" "$1"' "$results" "$targets/reads_its_input.exe"
check "each run reads the whole input from a pipe" exited 0
run ./cuzz --runs 2 -j 2 --results "$results" "$targets/reads_its_input.exe" <"$scratch/input"
check "so do runs that go on at once" exited 0
on "$targets/reads_its_input.exe" <"$targets/../CMakeCache.txt"
check "other input is seen, too" exited 1
check "  and kept" cmp -s "$results/reads_its_input/failures/exit-code-1/stdin" "$targets/../CMakeCache.txt"
check "  and part of the command that repeats it" printed '^\./cuzz replay .*schedule\.txt <.*/stdin$'

# --- failures: exit 1
fails() { # fails "PROGRAM [ARGUMENT…]" PATTERN…
    local words
    read -ra words <<<"$1"
    on "$targets/${words[0]}.exe" "${words[@]:1}"
    check "$1: fails" exited 1
    prints "${@:2}"
}
fails exit_code_7 '^exit code 7 with seed 1$'
fails exits_minus_one '^exit code -1 with seed 1$'
fails exits_in_a_thread '^exit code 5 with seed 1$'
fails kills_itself '^(exit|it terminated itself,) code 9 with seed 1$'
fails aborts '^(abort|exit code 3) with seed 1'
fails crashes '^crash 0xC0000005 with seed 1: access violation$' '^  thread 1\.1 \*:' 'step_on_it at crashes.cpp:[0-9]+'
fails divides_by_zero '^crash 0xC0000094 .*: integer division by zero$' 'divide at divides_by_zero.cpp:[0-9]+'
fails illegal_instruction '^crash 0xC000001D .*: illegal instruction$' 'go_astray at illegal_instruction.cpp:[0-9]+'
fails hits_a_breakpoint '^crash 0x80000003 .*: breakpoint$' 'stop_here at hits_a_breakpoint.cpp:[0-9]+'
fails throws '^crash 0x(20474343|E06D7363) .*: a C\+\+ exception that nobody caught$' 'throw_it at throws.cpp:[0-9]+' \
    'nobody catches this'
fails 'raises E0001234' '^crash 0xE0001234 with seed 1$' 'raise_it at raises.cpp:[0-9]+' 'main at raises.cpp:[0-9]+'
fails 'raises C0000374' '^crash 0xC0000374 .*: heap corruption' 'raise_it at raises.cpp:[0-9]+'
fails fails_fast '^crash 0xC0000409 .*: fail-fast'
# Wine ends such a program with code 0, Windows with 0xC00000FD.
fails stack_overflow '^(end without a word, code 0|crash 0xC00000FD) with seed 1: .*stack'
fails potential_deadlock '^potential deadlock with seed 1: 1 thread is not under control and might still have helped$'
fails yields_for_ever '^livelock with seed 1' 'after_you at yields_for_ever.cpp:[0-9]+'
run ./cuzz --strategy random-walk --runs 1 --timeout 2 --results "$results" "$targets/spins.exe"
check "spins: hangs, and is ended" exited 1
prints '^hang with seed 1: no end within the time limit$' '^  thread 1 \*:' 'main at spins.cpp:[0-9]+'

# --- nothing is lost: what a failed run wrote is kept, and its end shown
on "$targets/talks_and_fails.exe"
check "a program that talks a lot and fails" exited 1
kept=$results/talks_and_fails/failures/exit-code-1
check "  all of its output is kept" test "$(tail -n 1 "$kept/stdout" | tr -d '\r')" = "line 19999"
check "  from the first line on" test "$(head -n 1 "$kept/stdout" | tr -d '\r')" = "line 0"
check "  and what it complained of" test "$(wc -l <"$kept/stderr")" -eq 1000
prints 'the end of what it wrote to standard error:' '^    complaint 999$'
check "  but not all of that is shown" printed_not 'complaint 900$'
run ./cuzz replay "$kept/schedule.txt"
check "a replay passes on what the program prints" printed '^line 19999$'
check "  and what it complains of" complained '^complaint 999$'

# --- not in control: exit 3
uncontrolled() { # uncontrolled NAME PATTERN COMMAND…
    kinds=$((kinds + 1))
    run "${@:3}"
    check "$1: not in control" exited 3
    prints "^not in control: .*$2"
}
cp -- "$targets/needs_a_dll.exe" "$scratch/"
uncontrolled "a DLL is missing" '0xC0000135, a DLL that it needs is missing' \
    ./cuzz --runs 1 --results "$results" "$scratch/needs_a_dll.exe"
# With Detours, cuzz is there first, and sees the crash.
on "$targets/needs_a_dll.exe"
check "a DLL crashes in its DllMain" test "$status" -eq 1 -o "$status" -eq 3
prints '0xC0000(005|142)'

alone=$scratch/alone # cuzz.exe with something else beside it
mkdir "$alone"
cp -- "$bin/cuzz.exe" "$alone/"
on_alone() { uncontrolled "$1" "$2" scripts/wine "$alone/cuzz.exe" --runs 1 --results "$results" "$targets/exits_at_once.exe"; }
on_alone "cuzz64.dll is missing" 'cuzz64.dll is missing: it belongs beside cuzz.exe'
echo 'not a DLL' >"$alone/cuzz64.dll"
on_alone "cuzz64.dll is a text" 'DLL'
head -c 100000 "$bin/cuzz64.dll" >"$alone/cuzz64.dll"
on_alone "cuzz64.dll is cut off" 'DLL'
cp -- "$targets/refuses_to_attach.dll" "$alone/cuzz64.dll"
on_alone "cuzz64.dll does not attach" 'DLL'
cp -- "$targets/does_nothing.dll" "$alone/cuzz64.dll"
on_alone "cuzz64.dll only says that it attached" 'DLL'
cp -- "$targets/crashes_on_load.dll" "$alone/cuzz64.dll"
on_alone "cuzz64.dll crashes" 'DLL'

check "there were $kinds kinds of bad target, at least 40" test "$kinds" -ge 40

# Told by a variable that all we start inherits: another test may run the same programs beside us.
left_running() {
    local process
    for process in $(pgrep -f 'targets[\\/][a-z_]+\.exe'); do
        grep -qzxF "CUZZ_TEST_MARK=$CUZZ_TEST_MARK" "/proc/$process/environ" 2>/dev/null && pgrep -af . | grep "^$process "
    done
}
scripts/wine "$targets/spins.exe" &
spinner=$!
for _ in $(seq 100); do
    [ -z "$(left_running)" ] || break
    sleep 0.1
done
check "what is left running would be seen" test -n "$(left_running)"
kill "$spinner"
wait "$spinner" 2>/dev/null
check_none "nothing is left running" "$(left_running)"
