# Scripts and data files can be read by what reads them.
source "$(dirname -- "$0")/../check.sh"

is_bash() { head -n 1 -- "$1" | grep -q '^#!/bin/bash'; }

bad=
while read -r script; do
    case $script in
        *.sh) ;;
        *) is_bash "$script" || continue ;;
    esac
    message=$(bash -n -- "$script" 2>&1) || bad+="$message"$'\n'
done < <(files '*')
check_none "every script can be parsed by bash" "$bad"

bad=
for command in cuzz test bench .ci/run scripts/wine scripts/setup.sh scripts/build.sh; do
    [ -x "$command" ] || bad+="$command"$'\n'
done
check_none "the commands are executable" "$bad"

bad=
while read -r file; do
    cmake -DFILE="$file" -P tests/tidy/parse_json.cmake >"$scratch/json" 2>&1 || bad+="$file: $(<"$scratch/json")"$'\n'
done < <(files '*.json')
check_none "every JSON file can be parsed" "$bad"
