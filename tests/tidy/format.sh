# Layout is clang-format's business, not the reviewer's. scripts/format.sh puts it right.
source "$(dirname -- "$0")/../check.sh"

sources=$(files '*.cpp' '*.h')
check_none "every source is formatted as .clang-format says (scripts/format.sh does it)" \
    "$([ -z "$sources" ] || tr '\n' '\0' <<<"$sources" | sed 's/\x0$//' |
        xargs -0 clang-format --dry-run -Werror --style=file 2>&1 | grep -E 'error:' | cut -d: -f1 | sort -u)"
