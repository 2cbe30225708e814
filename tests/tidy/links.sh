# Documents link only to what exists.
source "$(dirname -- "$0")/../check.sh"

bad=
while read -r document; do
    while read -r target; do
        case $target in
            http://* | https://* | '#'* | '') continue ;;
        esac
        [ -e "$(dirname -- "$document")/${target%%#*}" ] || bad+="$document: $target"$'\n'
    done < <(grep -oE '\]\([^) ]+\)' -- "$document" | sed 's/^](//; s/)$//')
done < <(files '*.md')
check_none "every relative link in a document leads somewhere" "$bad"
