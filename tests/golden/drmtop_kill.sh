# drmtop sends a signal to the process that was on the screen and to no other, even if its number was given to another
# process between the question and the answer. In a namespace of its own, where /proc is made up and numbers can be chosen.
. tests/lib.sh
if ! have tmux || ! have unshare; then
    skip "needs tmux and unshare"
    finish
    exit
fi
if [ -z "${IN_NAMESPACE:-}" ]; then
    if ! unshare -r -m -p -f sh -c 'mount -t proc proc /mnt && echo 300 >/mnt/sys/kernel/ns_last_pid' 2>/dev/null; then
        skip "needs namespaces"
        finish
        exit
    fi
    IN_NAMESPACE=1 exec unshare -r -m -p -f sh "$0"
fi
tmp=$(mktemp -d)
. tests/terminal.sh
trap 'terminal kill-server 2>/dev/null; umount "$tmp/real" /proc; rm -rf "$tmp"' EXIT
# starts PID: a process of this number that waits.
starts() {
    echo $(($1 - 1)) >"$tmp/real/sys/kernel/ns_last_pid"
    sleep 600 &
    [ $! = "$1" ] && ok || fail "a process numbered $1, not $!"
}
ends() { # PID SIGNAL: it was ended by this signal
    wait "$1"
    code=$?
    [ $code = $((128 + $2)) ] && ok || fail "process $1 ended with $code"
}
mkdir -p "$tmp/real" "$tmp/proc/4000/fdinfo"
mount -t proc proc "$tmp/real"
mount --bind "$tmp/proc" /proc
printf 'drm-driver:\tx\ndrm-client-id:\t2\ndrm-engine-e:\t5 ns\n' >/proc/4000/fdinfo/3
terminal new-session -d -x 80 -y 24 "env LC_ALL=C XDG_CONFIG_HOME=$tmp/config PS1='ready>' sh"
terminal set-option -g status off
shows "a shell" 'ready>'

starts 4000
keys "${B:-build}/drmtop --interval 0.2" Enter
shows "the client" '^> *4000 '
keys K
shows "the question" '^Send to 4000 '
keys x
shows "another key sends nothing" '^Nothing was sent'
keys K
shows "the question again" '^Send to 4000 '
kill -9 4000
ends 4000 9
starts 4000
keys k
shows "the process is gone" 'No such process'
kill -0 4000 2>/dev/null && ok || fail "the signal went to another process of the same number"
keys K
shows "the question for the new process" '^Send to 4000 '
keys t
shows "SIGTERM" '^SIGTERM was sent'
ends 4000 15
starts 4000
keys K
shows "the question for the third" '^Send to 4000 '
keys k
shows "SIGKILL" '^SIGKILL was sent'
ends 4000 9
keys q
shows "the end" 'ready>'
finish
