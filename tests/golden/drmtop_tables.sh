# An engine at each side of every border of its bar: length, colour, word.
. tests/lib.sh
drmtop=${B:-build}/drmtop
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
esc=$(printf '\033')
# Of ten million nanoseconds how many the engine worked; the colour, how many places are filled, the word.
while read -r busy colour bars word; do
    for at in '0 0' "10000000 $busy"; do
        # shellcheck disable=SC2086
        set -- $at
        printf '# processes 1\n# refused 0\n@ %s 10 3\ndrm-driver:\txe\ndrm-client-id:\t1\ndrm-pdev:\t0000:00:02.0\ndrm-engine-render:\t%s ns\n=\n' "$1" "$2"
    done >"$tmp/sweeps.txt"
    $drmtop --once --color always --replay "$tmp" --sweep 2 >"$tmp/out" 2>"$tmp/err"
    line=$(sed -n 's/^  render \[\(.*\)\]$/\1/p' "$tmp/out")
    equal "$busy: the bar" "$colour $bars $word" "$(printf '%s\n' "$line" | sed -n "s/^$esc\[\([0-9]*\)m.*/\1/p" | grep . || echo -) $(printf '%s' "$line" |
        tr -cd '|' | wc -c) $(printf '%s\n' "$line" | grep -o '[0-9.]*%')"
    case $busy in 0) client=idle ;; *) client="render ${word%\%}" ;; esac
    has "$busy: the client" "^ 10 .* $client\$" "$tmp/out"
done <<END
0 - 0 0.0%
49999 - 0 0.5%
50000 32 1 0.5%
3999999 32 13 40.0%
4000000 33 13 40.0%
7999999 33 26 80.0%
8000000 31 26 80.0%
9994999 31 28 99.9%
9999999 31 27 100.0%
10000000 31 27 100.0%
10000001 31 27 100.0%
20000000 31 27 100.0%
END
finish
