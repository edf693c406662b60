# For tests of drmtop's screen, after lib.sh and with $tmp set: a terminal of tmux, keys for it, and what is on it.
terminal() { tmux -f /dev/null -S "$tmp/socket" "$@"; }
screen() { terminal capture-pane -p 2>/dev/null; }
keys() { terminal send-keys "$@"; }
# shows NAME TEXT: waits until the screen has it; hides NAME TEXT: until it has it no longer.
shows() {
    tries=0
    while ! screen | grep -q -- "$2"; do
        tries=$((tries + 1))
        if [ $tries -ge 60 ]; then
            fail "$1: no '$2' on the screen" "$(screen)"
            return
        fi
        sleep 0.1
    done
    ok
}
hides() {
    tries=0
    while screen | grep -q -- "$2"; do
        tries=$((tries + 1))
        if [ $tries -ge 60 ]; then
            fail "$1: '$2' is still on the screen" "$(screen)"
            return
        fi
        sleep 0.1
    done
    ok
}
