# The pages of ncurep for every report of the corpus: without an error, and where the vendor's own pages are there, equal.
. tests/lib.sh
n=${B:-build}/ncurep
c=../shared/corpus/ncurep
LC_ALL=C COLUMNS=80
export LC_ALL COLUMNS
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
if [ ! -d $c ]; then
    skip "needs ../shared"
    finish
    exit
fi
for report in "$c"/*-report "$c"/*.ncu-rep; do
    for page in "details --print-details all" "details --rules --csv" "details --json --print-details all" "source" \
        "source --by address" "source --by ptx" "source --csv" "summary" "diff" "--page details --print-summary per-kernel -i"; do
        two=$report
        [ "$page" = diff ] || two=
        # shellcheck disable=SC2086
        if ! $n $page "$report" $two >"$tmp/out" 2>"$tmp/err" || [ -s "$tmp/err" ]; then fail "$page $report" "$(head -n 5 "$tmp/err")"; else ok; fi
    done
    # What the pages say is what the report holds: durations and samples add up.
    sum=$($n summary --csv "$report" | awk -F, 'NR > 1 {n += $(NF - 8)} END {print n + 0}')
    list=$($n list --csv "$report" | tail -n +2 | wc -l)
    if [ "$sum" -eq "$list" ]; then ok; else fail "$report: summary counts $sum results, list $list"; fi
done
for vendor in "$c"/*.details.csv; do
    base=${vendor%.details.csv}
    for page in details raw session; do
        $n $page --csv "$base.ncu-rep" >"$tmp/out"
        # The vendor's files here lack the last line feed.
        { cat "$base.$page.csv"; echo; } >"$tmp/want"
        if cmp -s "$tmp/out" "$tmp/want"; then ok; else fail "$page of $base" "$(diff "$tmp/want" "$tmp/out")"; fi
        $n --import "$base.ncu-rep" --page $page --csv >"$tmp/out"
        if cmp -s "$tmp/out" "$tmp/want"; then ok; else fail "--page $page of $base" "$(diff "$tmp/want" "$tmp/out")"; fi
    done
done
finish
