# Every cell of the pages that ncu printed beside two public reports, and docs/DIFFERENCES-ncu.md: its table of what differs there is
# what the comparison finds.
. tests/lib.sh
b=${B:-build}
c=../shared/corpus/ncutxt
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
if [ ! -d $c ]; then
    skip "needs ../shared"
    finish
    exit
fi
for folder in basic source; do
    if python3 tests/oracle/ncurep_vendor.py "$b/ncurep" $c/$folder >"$tmp/$folder" 2>&1; then ok; else fail "pages of $folder" "$(cat "$tmp/$folder")"; fi
done
sed -n 's/^known: \(.*\): \(.*\): \(.*\)/| \2 | \1 | \3 |/p' "$tmp/basic" "$tmp/source" >"$tmp/want"
sed -n '/^| what differs |/,/^$/p' docs/DIFFERENCES-ncu.md | sed -e 1,2d -e '/^$/d' >"$tmp/said"
if cmp -s "$tmp/want" "$tmp/said"; then ok; else fail "docs/DIFFERENCES-ncu.md and the comparison" "$(diff "$tmp/want" "$tmp/said")"; fi
sed -n 's/^\(.*\): \([0-9]*\) of \([0-9]*\) cells equal.*/| \1 | \2 of \3 |/p' "$tmp/basic" "$tmp/source" >"$tmp/want"
sed -n '/^| page | equal cells |/,/^$/p' docs/DIFFERENCES-ncu.md | sed -e 1,2d -e '/^$/d' >"$tmp/said"
if cmp -s "$tmp/want" "$tmp/said"; then ok; else fail "docs/DIFFERENCES-ncu.md and the cells" "$(diff "$tmp/want" "$tmp/said")"; fi
finish
