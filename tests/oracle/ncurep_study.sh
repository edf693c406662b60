# docs/STUDY.md is what ncurep study says of the public reports, and what it says agrees with ncurep export.
. tests/lib.sh
n=${B:-build}/ncurep
c=../shared/corpus/ncurep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
if [ ! -d $c ]; then
    skip "needs ../shared"
    finish
    exit
fi
sh tools/study.sh "$n" >"$tmp/page" 2>"$tmp/err"
same "docs/STUDY.md, from make study" "$tmp/page" docs/STUDY.md
equal "no report is lost" "" "$(cat "$tmp/err")"
"$n" study --json $c >"$tmp/json" 2>/dev/null
equal "results" "$("$n" list --json $c/*report $c/*.ncu-rep 2>/dev/null | grep -c "\"result\":")" "$(sed -n 's/^  "result_count": \([0-9]*\),/\1/p' "$tmp/json")"
finish
