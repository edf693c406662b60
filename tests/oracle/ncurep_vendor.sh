# Every cell of the pages that ncu printed beside two public reports. ncu printed them with --print-units base, which the program
# passes. The table of docs/DIFFERENCES-ncu.md is what the comparison finds.
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
sed -n 's/^\(.*\): \([0-9]*\) of \([0-9]*\) cells equal.*/| \1 | \2 of \3 |/p' "$tmp/basic" "$tmp/source" >"$tmp/want"
sed -n '/^| page | equal cells |/,/^$/p' docs/DIFFERENCES-ncu.md | sed -e 1,2d -e '/^$/d' >"$tmp/said"
if cmp -s "$tmp/want" "$tmp/said"; then ok; else fail "docs/DIFFERENCES-ncu.md and the cells" "$(diff "$tmp/want" "$tmp/said")"; fi

# Labels of a kernel with 28 branches: 0 to the last, in the order in which they are first named; none before 2025.4.
labels() { "$b/ncurep" --import "$1" --page source --csv --print-source sass -c 1 | sed -n 's/.*`(\.L_x_\([0-9]*\)) 0x.*/\1/p'; }
for report in ../shared/corpus/ncurep/2025.4.1_*.ncu-rep; do
    labels "$report" | awk '!seen[$1]++' >"$tmp/first"
    if [ -s "$tmp/first" ] && [ "$(cat "$tmp/first")" = "$(seq 0 $(($(wc -l <"$tmp/first") - 1)))" ]; then ok; else fail "labels of $report" "$(cat "$tmp/first")"; fi
done
for report in ../shared/corpus/ncurep/2025.3.1_*.ncu-rep; do equal "labels of $report" "" "$(labels "$report")"; done
# Tile Statistics of a kernel made of threads: the report holds that section, ncu's pages leave it out.
for report in ../shared/corpus/ncurep/2025.4.1_*.ncu-rep ../shared/corpus/ncurep/2026.1.1_*.ncu-rep; do
    "$b/ncurep" details "$report" >"$tmp/ours"
    "$b/ncurep" --import "$report" --page details --print-details all >"$tmp/text"
    "$b/ncurep" --import "$report" --page details --print-details all --csv >"$tmp/csv"
    has "$report has Tile Statistics" 'Section: Tile Statistics' "$tmp/ours"
    lacks "its text page" 'Tile Statistics' "$tmp/text"
    lacks "its CSV" 'Tile Statistics' "$tmp/csv"
    has "but its other sections" 'Section: Launch Statistics' "$tmp/text"
done
finish
