# Lines and branches of each header in tests/meta/coverage.txt that its own tests reach, all tests added up; fails below the
# bars given there. LIST=lines, branches or all prints what is not reached and not excepted there; HEADER=x.h measures one.
# A branch that is neither taken nor excepted there fails, too. Another gcc than the one named there makes other branches of
# the same code, so there the bars are one per cent lower and nothing else is checked. Branches of assertions do not count. Only
# the project's own tests are run. Needs gcc and gcov.
. tests/lib.sh
. tests/compile.sh
if ! have gcc || ! have gcov; then
    skip "needs gcov"
    finish
    exit
fi
grep -v '^#\|^ ' tests/meta/coverage.txt >"$work/bars"
less=1
[ "$(gcc -dumpversion | cut -d. -f1)" = "$(sed -n 's/^gcc //p' tests/meta/coverage.txt)" ] && less=0
sed -n 's/^ \([a-z0-9_]*\) \([0-9]*\) .*/\1 \2/p' tests/meta/coverage.txt >"$work/excepted"
while read -r h line_bar branch_bar rest; do
    [ -f "$h" ] || continue
    [ "${HEADER:-$h}" = "$h" ] || continue
    n=${h%.h} dir=$work/${h%.h}
    mkdir -p "$dir"
    : >"$dir/all.gcov"
    for t in tests/unit/"$n"_*.c tests/golden/"$n"*.c tests/fault/"$n"*.c tests/limits/"$n"*.c tests/differential/"$n"*.c; do
        [ -f "$t" ] || continue
        grep -qE "^#include \"($h|${n}_values\.h)\"" "$t" || continue # a test of the tool
        o=$dir/$(printf %s "${t%.c}" | tr / -)
        if ! out=$(gcc -std=c99 $posix -I. -Itests -Iexamples/shared -ffp-contract=off -O0 --coverage -c -o "$o.o" "$t" 2>&1 &&
            gcc --coverage -std=c99 $posix -I. -o "$o" "$o.o" 2>&1); then
            fail "$t does not build" "$out"
            continue
        fi
        "$o" >"$o.out" 2>&1 || fail "$t fails" "$(tail -n 5 "$o.out")"
        gcov -b -c -t -o "$dir" "$o.o" 2>/dev/null >>"$dir/all.gcov"
    done
    awk -v h="$h" -v list="${LIST:-}" -f tools/coverage.awk "$work/excepted" "$dir/all.gcov" >"$dir/sum"
    read -r good lines full branches open <"$dir/sum"
    if [ "$lines" -eq 0 ]; then fail "$h: no coverage was measured"; continue; fi
    echo "$h: $good of $lines lines, $full of $branches branches, $open not excepted"
    [ $((good * 1000)) -ge "$(echo "$line_bar $lines $less" | awk '{ printf "%d", ($1 - $3) * 10 * $2 }')" ] && ok ||
        fail "$h: lines covered are below $line_bar %"
    [ $((full * 1000)) -ge "$(echo "$branch_bar $branches $less" | awk '{ printf "%d", ($1 - $3) * 10 * $2 }')" ] && ok ||
        fail "$h: branches covered are below $branch_bar %"
    [ "$less" = 1 ] && continue
    [ "$open" -eq 0 ] && ok || fail "$h: branches are not taken and not excepted: make coverage LIST=all HEADER=$h"
done <"$work/bars"
finish
