# The Wine prefix of this checkout: its place, its birth, and who is using its server. Sourced, not run.
#
# Starting a Wine server takes time, so a test run keeps one for all its programs. Several commands may
# run in one checkout at once: each leaves a note in build/wine-users, and the last one to leave ends the
# server. A note names a process and its start time, so that notes of killed commands count for nothing.

export WINEPREFIX="$build/wine-prefix"
export WINEARCH=win64
export WINEDEBUG=-all
# No .NET or HTML engine (Wine would offer to download them) and no menu entries on the user's desktop.
export WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe="
# Nothing here draws windows, and a display that is named but dead makes Wine wait.
unset DISPLAY WAYLAND_DISPLAY

wine_users="$build/wine-users"

wine_prefix_ready() {
    [ -f "$WINEPREFIX/system.reg" ] || return 1
    [ -O "$WINEPREFIX" ] ||
        die "the Wine prefix '$WINEPREFIX' belongs to the user $(stat -c %U -- "$WINEPREFIX"), and Wine accepts it from nobody else; go on as that user, or remove the folder build and try again."
}

# Made aside and renamed when whole, so that an interrupted start leaves no half prefix behind.
wine_prefix_create() {
    ! wine_prefix_ready || return 0
    say "creating the Wine prefix build/wine-prefix (once; 10 to 20 seconds)"
    local fresh="$build/wine-prefix.new"
    rm -rf -- "$fresh"
    # wineboot returns before the registry is on disk; the server's end is when it is.
    WINEPREFIX="$fresh" logged wine-prefix wine wineboot --init &&
        WINEPREFIX="$fresh" wineserver -w ||
        die "set-up could not create a Wine prefix: wineboot failed."
    [ -f "$fresh/system.reg" ] || die "set-up could not create a Wine prefix: wineboot left no registry."
    mv -- "$fresh" "$WINEPREFIX"
}

# "PID-STARTTIME" of a living process, nothing for others. Field 22 of stat, counted from behind the
# parenthesis that ends the name, since a name may hold spaces.
process_note() {
    local stat
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
    # shellcheck disable=SC2086 # split into fields
    set -- "$1" ${stat##*) }
    echo "$1-${21}"
}

wine_drop_dead_notes() {
    local note
    for note in "$wine_users"/*; do
        [ -e "$note" ] || continue
        note=${note##*/}
        [ "$(process_note "${note%-*}" || true)" = "$note" ] || rm -f -- "$wine_users/$note"
    done
}

wine_enter_locked() {
    mkdir -p -- "$wine_users"
    wine_drop_dead_notes
    : >"$wine_users/$(process_note "$$")"
}

wine_keep_locked() {
    wine_enter_locked
    # Sixty seconds after its last program it ends by itself, should we be killed before we can end it.
    # A server that runs already refuses a second one, which is fine.
    wineserver -p60 >/dev/null 2>&1 </dev/null || true
}

wine_leave_locked() {
    rm -f -- "$wine_users/$(process_note "$$")"
    wine_drop_dead_notes
    # Only an empty folder can be removed: whoever is left in it ends the server later.
    if rmdir -- "$wine_users" 2>/dev/null; then
        wineserver -k >/dev/null 2>&1 || true
    fi
}

# This process, also after an exec, is a user of the prefix; what it starts need not say so again.
wine_enter() {
    [ -z "${CUZZ_WINE_USER:-}" ] || return 0
    with_lock wine wine_enter_locked
    export CUZZ_WINE_USER=$$
}

# For a whole test run: a server that stays, until wine_leave by the last one.
wine_keep() {
    with_lock wine wine_keep_locked
    export CUZZ_WINE_USER=$$
}

wine_leave() { with_lock wine wine_leave_locked; }
