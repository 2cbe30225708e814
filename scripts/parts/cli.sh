# proves: the commands behave as documented, from the outside: exit codes, output, messages
# covers: src/cli tests/e2e cuzz
# needs: mingw-x64 wine

run_part() {
    build_or_fail mingw-x64 cuzz || return 0
    run_scripts "$root"/tests/e2e/cli*.sh
}
