# Input four times as long takes no more than five times the instructions, by callgrind, for every shape of input that a test
# program lists with tests/linear.h: a search within a loop takes sixteen times. The cost of an input of one part is deducted.
#
#   VERBOSE=1 sh tests/limits/linear.sh        prints what was counted
. tests/lib.sh
B=${B:-build}
if ! have valgrind; then skip "needs valgrind"; finish; exit; fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for source in $(grep -l '^#include "linear.h"' tests/limits/*.c); do
    name=$(basename "$source" .c)
    program=$B/tests/limits/$name
    if [ ! -x "$program" ]; then skip "needs $program"; continue; fi
    valgrind --tool=none "$program" --unknown >"$tmp/log" 2>&1
    if [ $? -ne 2 ]; then skip "needs a program that valgrind can run: $program"; continue; fi
    rm -f "$tmp"/out*
    if ! valgrind --tool=callgrind --toggle-collect=linear_run --dump-after=linear_run --callgrind-out-file="$tmp/out" \
        "$program" --linear >"$tmp/list" 2>"$tmp/log"; then
        fail "$name --linear" "$(grep ': ' "$tmp/list")" "$(tail -n 5 "$tmp/log")"
        continue
    fi
    k=0
    while read -r size shape; do
        k=$((k + 1))
        count=$(sed -n 's/^totals: //p' "$tmp/out.$k")
        count=${count:-0}
        case $((k % 3)) in
        1) alone=$count ;;
        2) small=$((count - alone)) ;;
        0)
            large=$((count - alone))
            if [ $small -gt "$alone" ] && [ $small -gt 10000 ] && [ $large -le $((5 * small)) ]; then ok
            else fail "$name, $shape: $small instructions for a quarter, $large for $size"; fi
            [ -z "${VERBOSE:-}" ] || echo "$name, $shape: $small and $large"
            ;;
        esac
    done <"$tmp/list"
    [ $k -gt 0 ] || fail "$name lists no shape"
done
finish
