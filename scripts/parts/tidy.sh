# proves: the rules on how the tree reads hold: lengths, words, formatting, headers that stand alone
# covers: tests/tidy (and by them every file of the tree)
# needs: mingw-x64 googletest format

run_part() { run_scripts "$root"/tests/tidy/*.sh; }
