# Files stay short: none above 800 lines, few above 400, a strategy below 200.
source "$(dirname -- "$0")/../check.sh"

source_files=$(files '*.cpp' '*.h' '*.cs' '*.ts' '*.sh' '*.ps1' '*.cmake' CMakeLists.txt)

longer_than() { # LIMIT, files on standard input
    while read -r file; do
        lines=$(wc -l <"$file")
        [ "$lines" -le "$1" ] || echo "$file: $lines lines"
    done
}

check_none "no file has more than 800 lines" "$(longer_than 800 <<<"$source_files")"
check_none "no strategy has more than 199 lines" \
    "$(grep -E '^src/scheduler/strategies/[^/]*\.cpp$' <<<"$source_files" | longer_than 199)"
long=$(longer_than 400 <<<"$source_files")
[ -z "$long" ] || echo "note $(wc -l <<<"$long") of $(wc -l <<<"$source_files") source files have more than 400 lines: ${long//$'\n'/; }"
