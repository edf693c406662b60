# The raw and the session page against what the vendor's tool printed, the invariants on all reports, and the raw metrics
# of all reports against the independent decoder's.
. tests/lib.sh
tool=${B:-build}/ncurep
corpus=../shared/corpus/ncurep
if [ ! -d $corpus ]; then
    skip "needs ../shared"
    finish
    exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for page in raw session; do
    for text in $corpus/*.$page.csv; do
        [ -f "$text" ] || continue
        report=${text%.$page.csv}.ncu-rep
        "$tool" $page --csv "$report" >"$work/got" 2>&1
        { cat "$text"; echo; } >"$work/want" # the text lacks its last line feed
        if cmp -s "$work/want" "$work/got"; then ok; else fail "$page page of $report" "$(cmp "$work/want" "$work/got")"; fi
    done
done
for report in $corpus/*-rep*; do
    check "what has to hold in $report" "$tool" check "$report"
done
finish
