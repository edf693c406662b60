# The pages of ncurep for every report of the corpus: no errors, and equal to the vendor's own pages where there are any.
. tests/lib.sh
b=${B:-build}
n=$b/ncurep
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
        $n $page "$report" $two >"$tmp/out" 2>"$tmp/err"
        code=$?
        case $page in source*) # a finding where nothing was counted
            if [ $code -eq 1 ] && ! $n source --json "$report" 2>/dev/null | grep -q '"counters": {$'; then
                code=0
                : >"$tmp/err"
            fi ;;
        esac
        if [ $code -ne 0 ] || [ -s "$tmp/err" ]; then fail "$page $report" "$(head -n 5 "$tmp/err")"; else ok; fi
    done
    # Every warp sample is a row.
    rows=$($n export --table warp-samples "$report" | tail -n +2 | wc -l)
    held=$($n dump "$report" | sed -n 's/^{"line":"warp_samples".*"samples":\([0-9]*\),.*/\1/p' | awk '{n += $1} END {print n + 0}')
    if [ "$rows" -eq "$held" ]; then ok; else fail "warp samples of $report: $rows rows, $held samples"; fi
    # No link mark is left in its stored form.
    $n details --print-details all "$report" | grep -E '@(source|section|sass|url):' >"$tmp/out"
    if [ -s "$tmp/out" ]; then fail "marks of links in details $report" "$(head -n 3 "$tmp/out")"; else ok; fi
    # The HTML page: whole, below the size of the report and 1 MB for 100 kernels, with the numbers of the details page.
    if ! $n html "$report" -o "$tmp/page.html" 2>"$tmp/err" || [ -s "$tmp/err" ]; then fail "html $report" "$(head -n 5 "$tmp/err")"; else ok; fi
    kernels=$($n list --csv "$report" | tail -n +2 | wc -l)
    if [ "$(wc -c <"$tmp/page.html")" -le $(($(wc -c <"$report") + (kernels > 100 ? kernels * 10000 : 1000000))) ]; then ok
    else fail "html $report: $(wc -c <"$tmp/page.html") bytes for $kernels kernels"; fi
    awk -f tests/html_numbers.awk "$tmp/page.html" >"$tmp/a"
    $n details --csv "$report" | awk -v csv=1 -f tests/html_numbers.awk >"$tmp/b"
    if cmp -s "$tmp/a" "$tmp/b"; then ok; else fail "numbers of html $report" "$(diff "$tmp/b" "$tmp/a")"; fi
    if [ ! -x "$b/tests/golden/ncurep_html" ]; then skip "needs $b/tests/golden/ncurep_html"
    else check "html $report is whole" "$b/tests/golden/ncurep_html" "$tmp/page.html"; fi
    # The picture of the warp samples counts all of them, by reason.
    grep -o '^<tr><th>[a-z_]*<td>[0-9]*<td>[0-9.]*%<td>[0-9]*$' "$tmp/page.html" | awk -F '[<>]' '{n[$5] += $7; i[$5] += $11} END {for (k in n) print k, n[k], i[k]}' |
        sort >"$tmp/a"
    $n export --table warp-samples "$report" | awk -F, 'NR > 1 {n[$(NF - 3)]++; i[$(NF - 3)] += $(NF - 1)} END {for (k in n) print k, n[k], i[k]}' |
        sort >"$tmp/b"
    if cmp -s "$tmp/a" "$tmp/b"; then ok; else fail "warp samples of html $report" "$(diff "$tmp/b" "$tmp/a")"; fi
    # What the pages say is what the report holds: durations and samples add up.
    sum=$($n summary --json "$report" | awk '$1 == "\"result_count\":" {n += $2} END {print n + 0}')
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
