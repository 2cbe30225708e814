# proves: real programs are taken control of: injected, hooked, scheduled, recorded, repeated; and the decoder is right
# covers: src/channel src/detours src/cli/windows samples tests/unit/x86 tests/unit/hook_engine tests/conformance tests/programs tests/targets tests/e2e
# needs: host googletest foreign mingw-x64 mingw-x86 wine

run_part() {
    if build_or_fail linux cuzz_x86_tests cuzz_x86_agreement; then
        run_gtest "x86 linux" "$build/linux/bin/cuzz_x86_tests"
    fi
    if build_or_fail mingw-x86 cuzz cuzz_samples cuzz_targets; then
        pass "runtime mingw-x86: it builds"
        note "the 32-bit DLL and samples were only built, not run."
    fi
    if build_or_fail mingw-x64 cuzz_x86_tests cuzz_hook_engine_tests cuzz cuzz_samples cuzz_targets cuzz_conformance \
        cuzz_foreign; then
        run_gtest "x86 mingw-x64" "$root/scripts/wine" "$build/mingw-x64/bin/cuzz_x86_tests.exe"
        run_gtest "hook engine mingw-x64" "$root/scripts/wine" "$build/mingw-x64/bin/cuzz_hook_engine_tests.exe"
        run_scripts "$root"/tests/e2e/decoder.sh "$root"/tests/e2e/runtime*.sh
    fi
}
