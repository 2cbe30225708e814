# Things that must not be written.
source "$(dirname -- "$0")/../check.sh"

# look PATTERN FILE_LIST: "file:line: text" of each match.
look() { [ -z "$2" ] || tr '\n' '\0' <<<"$2" | sed 's/\x0$//' | xargs -0 grep -nHE -e "$1" -- || true; }

cpp=$(files '*.cpp' '*.h')
in_src=$(grep -E '^(src|include)/' <<<"$cpp")
in_detours=$(grep -E '^src/detours/' <<<"$cpp")
in_scheduler=$(grep -E '^src/scheduler/' <<<"$cpp")
everything=$(files '*')

# Emulated in a mingw DLL with pthread keys and malloc.
check_none "no thread_local in the injected DLL" "$(look '\bthread_local\b' "$in_detours")"
check_none "no GNU extensions in the sources" \
    "$(look '__int128|\btypeof\b|__typeof|__extension__|(^|[^A-Za-z0-9_>)])\(\{|__attribute__|\basm\b *(volatile)? *\(' "$in_src")"
check_none "the scheduler includes no system header" \
    "$(look '# *include *<([A-Za-z_/]+\.h|[Ww]indows)' "$in_scheduler")"
# Output of std:: distributions differs between libraries, and with it the schedule of a seed.
check_none "the scheduler draws from its own generator only" \
    "$(look '# *include *<random>|std::(mt19937|[a-z_]+_distribution|shuffle|sample)\b' "$in_scheduler")"
# The words are split here, so that this file does not hold them.
check_none "nothing is left to be done later" "$(look "\\b(TO""DO|FIX""ME|XX""X)\\b" "$everything")"
check_none "no tabs, no trailing blanks in the sources" "$(look "$(printf '\t')|[ ]+\$" "$cpp")"
