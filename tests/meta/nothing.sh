# Tests notice a tool that does nothing: with each of the five replaced by one that prints nothing and exits 0, then 3, no script of
# tests/golden has more checks that pass than nothing.txt says, with the reason. LIST=1 prints the counts. Scripts that wait
# for what their tool does are not run; nothing.txt names them too.
. tests/lib.sh
B=${B:-build}
tools='ncurep nvsection nvprofile drmfdinfo drmtop'
for tool in $tools; do
    if [ ! -x "$B/$tool" ]; then skip "needs $B/$tool"; finish; fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for code in 0 3; do
    mkdir "$work/$code"
    for file in "$B"/*; do ln -s "$(cd "$B" && pwd)/${file##*/}" "$work/$code/${file##*/}"; done
    for tool in $tools; do
        rm "$work/$code/$tool"
        printf '#!/bin/sh\nexit %s\n' $code >"$work/$code/$tool"
        chmod +x "$work/$code/$tool"
    done
done

# passes CODE SCRIPT: how many of its checks do, into a file.
passes() { CC=${CC:-cc} B=$work/$1 sh "$2" 2>/dev/null </dev/null | tail -n 1 | sed -n 's/^\([0-9]*\) passed, .*/\1/p' >"$work/passed$1"; }

judge() { # SCRIPT CODE KNOWN
    got=$(cat "$work/passed$2")
    [ -z "${LIST:-}" ] || echo "$1 $2 ${got:-0}"
    if [ "${got:-0}" -le "$3" ]; then ok; else fail "$1: $got checks pass with a tool that does nothing and exits $2; nothing.txt knows $3"; fi
}
for script in tests/golden/*.sh; do
    name=${script##*/}
    set -- $(awk -v n="$name" '$1 == n { print $2, $3 }' tests/meta/nothing.txt)
    [ "${1:-0}" != - ] || continue
    passes 0 "$script" &
    passes 3 "$script"
    wait
    judge "$name" 0 "${1:-0}"
    judge "$name" 3 "${2:-0}"
done
finish
