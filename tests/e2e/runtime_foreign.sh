# Programs that nobody wrote for cuzz, from Debian's packages (cmake/CuzzForeign.cmake): under every strategy they
# end as they do without cuzz, and say the same.
source "$(dirname -- "$0")/../check.sh"

foreign=$root/build/mingw-x64/foreign
runs=${CUZZ_LONG:+100}
runs=${runs:-2}
strategies=$(./cuzz strategies | tr -d '\r' | sed -nE 's/^  ([a-z-]+) .*/\1/p')
# Those that search systematically have to know of the runs before, and are for models.
strategies=$(grep -vxE 'dfs|ipb|idb' <<<"$strategies")
check "there are strategies to run under" test "$(wc -l <<<"$strategies")" -ge 10
# Some programs write files where they stand.
cd -- "$scratch" || exit 1

# What a test program's report says of each test, without times, and how many expectations failed, as some must.
verdicts() { # verdicts FILE
    sed -nE 's/ (time|timestamp)="[^"]*"//g; s/^ *(<test(case|suite|suites) .*)/\1/p' "$1"
    grep -c '<failure' "$1" || true
}

# Without ./cuzz around it, which looks each time whether something is to be built.
under_cuzz() { run "$root/scripts/wine" "$root/build/mingw-x64/bin/cuzz.exe" --results results "$@"; }

# unchanged PROGRAM [ARGUMENT…]: bare, then under each strategy; every run has to pass, so the exit code is the same.
unchanged() {
    local program=$1 strategy
    shift
    run "$root/scripts/wine" "$foreign/$program.exe" "$@"
    check "$program passes by itself" exited 0
    [ ! -f report.xml ] || verdicts report.xml >bare.txt
    for strategy in $strategies; do
        rm -f report.xml
        under_cuzz --strategy "$strategy" --runs "$runs" "$foreign/$program.exe" "$@"
        check "$program passes under $strategy" exited 0
        check "$program is in control under $strategy" printed '; [0-9]+ hooks, [1-9][0-9,]* points in the last run'
        [ $# -eq 0 ] || check "$program reports the same under $strategy" same_report
    done
}
same_report() { [ -s report.xml ] && verdicts report.xml | cmp -s - bare.txt; }
report="--gtest_output=xml:Z:$scratch/report.xml"

# GoogleTest's own threaded tests: locks and threads made of Win32 calls, a watcher for each thread with locals.
unchanged googletest-port-test "$report"
# These two are millions of ops: a strategy of each control, unless there is time for all.
every=$strategies
[ -n "${CUZZ_LONG:-}" ] || strategies=$'pct\nppct\nnone'
runs=${CUZZ_LONG:+10}
runs=${runs:-1}
unchanged gtest_stress_test "$report"
unchanged gmock_stress_test "$report"
strategies=$every
runs=${CUZZ_LONG:+100}
runs=${runs:-2}
# std::thread: a lock-free queue, linked statically and from the compiler's DLLs; a lock for readers that yields.
unchanged concurrentqueue_test2
unchanged concurrentqueue_test3
unchanged xenium_left_right "$report"
unchanged xenium_seqlock "$report"
# Condition variables and locks made of critical sections and events, and winpthreads from its DLL.
unchanged gnulib_cond
unchanged gnulib_rwlock1
unchanged gnulib_pthread_cond

# A real bug: the logger calls its listener with its lock held, and the listener waits for a thread that logs.
under_cuzz --runs 1 "$foreign/easylogging_async.exe"
check "the deadlock in Easylogging's sample is found" exited 1
check "  and the lock is shown" printed 'thread 1\.1 \*: acquire #[0-9]+, held by thread 1$'
check "  where it is taken" printed 'el::base::LogDispatcher::dispatch at easylogging\+\+\.cc:'
