# proves: strategies, schedules, guarantees and the simulator do what the papers say, on every compiler here
# covers: src/scheduler tests/unit/scheduler tests/unit/simulator
# needs: host googletest mingw-x64 mingw-x86 wine

run_part() {
    if build_or_fail linux cuzz_scheduler_tests; then
        run_gtest "scheduler linux" "$build/linux/bin/cuzz_scheduler_tests"
    fi

    # Under Wine the same tests in a reduced selection: what differs there is the compiler, not the numbers.
    export CUZZ_QUICK=1
    if build_or_fail mingw-x64 cuzz_scheduler_tests; then
        run_gtest "scheduler mingw-x64" "$root/scripts/wine" "$build/mingw-x64/bin/cuzz_scheduler_tests.exe"
    fi

    if build_or_fail mingw-x86 cuzz_scheduler_tests; then
        local program="$build/mingw-x86/bin/cuzz_scheduler_tests.exe"
        # Asked by running it: a Wine without its 32-bit half ends such a program silently, with status 0.
        if [ -n "$("$root/scripts/wine" "$program" --gtest_list_tests 2>/dev/null)" ]; then
            run_gtest "scheduler mingw-x86" "$root/scripts/wine" "$program"
        else
            pass "scheduler mingw-x86: it builds"
            note "scheduler mingw-x86 was only built, not run: this Wine cannot run 32-bit programs (package wine32:i386)."
        fi
    fi
}
