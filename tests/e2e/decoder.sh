# The decoder agrees with objdump on every instruction of real binaries, and on made-up ones.
#
# What is compared, skipped and excepted stands at the head of tests/unit/x86/agreement.cpp. What is skipped in
# practice is data in code sections: the constructor lists that GNU ld puts there (some ten lines in each file)
# and, in 32-bit files, the exception tables. Of the exceptions nearly all are joined waits.
# CUZZ_LONG=1 takes all of Wine's DLLs, not only some.
source "$(dirname -- "$0")/../check.sh"

agreement=build/linux/bin/cuzz_x86_agreement
run scripts/build.sh linux cuzz_x86_agreement
check "the program that compares is built" exited 0

wine=/usr/lib/x86_64-linux-gnu/wine
sweep=(objdump -w -z --insn-width=15 -M intel64)

compare_files() { "${sweep[@]}" -d "$@" | "$agreement"; }
compare_generated() { # BITS MACHINE SLOTS
    "$agreement" --generate "$1" "$3" >"$scratch/generated" &&
        "${sweep[@]}" -D -b binary -m "$2" "$scratch/generated" | "$agreement" --slots "$1"
}

# What the last comparison counted.
instructions() { sed -nE 's/^([0-9]+) instructions.*/\1/p' <<<"$out"; }
skipped() { sed -nE 's/^skipped: ([0-9]+) .*, ([0-9]+) cut prefix$/\1 + \2/p' <<<"$out"; }
excepted() { sed -nE 's/^exceptions: ([0-9]+) joined wait, ([0-9]+) faulting lock$/\1 + \2/p' <<<"$out"; }
at_least() { [ "$(($(instructions)))" -ge "$1" ]; }
at_most_per_million() { [ $((($2) * 1000000)) -le $(($(instructions) * $1)) ]; }
tell() { echo "note decoder, $1: $(tr '\n' ';' <<<"$out" | sed 's/;$//; s/;/; /g')"; }

# agree_on WHAT LEAST FILE…: no disagreement on at least so many instructions.
agree_on() {
    local what=$1 least=$2
    shift 2
    run compare_files "$@"
    check "$what: no disagreement, and nothing that objdump printed is left out" exited 0
    check "$what: at least $least instructions" at_least "$least"
    check "$what: at most 0.2 % skipped" at_most_per_million 2000 "$(skipped)"
    check "$what: at most 0.02 % excepted" at_most_per_million 200 "$(excepted)"
    tell "$what, $# files"
}

some=(ntdll kernelbase kernel32 ucrtbase msvcp140 user32 ole32 gdi32 shell32 oleaut32 msvcrt rpcrt4 combase advapi32
    ws2_32 wined3d mshtml msxml3 vcruntime140 concrt140 crypt32 d2d1 jscript windowscodecs msi actxprxy comctl32
    opengl32 quartz msvcr120 msvcp120 dbghelp)
if [ -n "${CUZZ_LONG:-}" ]; then
    agree_on "all DLLs of Wine" 10000000 "$wine"/x86_64-windows/*.dll
else
    some=("${some[@]/#/$wine/x86_64-windows/}")
    agree_on "Wine" 3000000 "${some[@]/%/.dll}"
fi

mapfile -t mingw_64 < <(find /usr/lib/gcc/x86_64-w64-mingw32 /usr/x86_64-w64-mingw32 -name '*.dll' | sort)
mapfile -t mingw_32 < <(find /usr/lib/gcc/i686-w64-mingw32 /usr/i686-w64-mingw32 "$wine/i386-windows" \
    -name '*.dll' 2>/dev/null | sort)
agree_on "mingw x64" 1000000 "${mingw_64[@]}"
agree_on "mingw x86" 1000000 "${mingw_32[@]}"
agree_on "cuzz.exe" 100000 build/mingw-x64/bin/cuzz.exe

# Compilers use few of the instructions that there are. Many of these are none, so there is no bound on skipping.
slots=100000
[ -z "${CUZZ_LONG:-}" ] || slots=1000000
for machine in "64 i386:x86-64" "32 i386"; do
    read -r bits name <<<"$machine"
    run compare_generated "$bits" "$name" "$slots"
    check "made up, $bits-bit: no disagreement" exited 0
    check "made up, $bits-bit: a fifth are instructions" at_least $((slots / 5))
    tell "made up, $bits-bit"
done

# Inside a hook there is no C runtime to call. What is left are our own functions.
run nm -C --undefined-only build/linux/libcuzz_x86.a
check "what the decoder calls can be listed" printed ' U cuzz::x86::form_of'
check_none "the decoder calls nothing but itself" \
    "$(grep -E '^ +[Uw] ' <<<"$out" | grep -vE ' cuzz::x86::| _GLOBAL_OFFSET_TABLE_$')"
