# ncurep trend: a metric over many reports.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/data/samples/ncurep
corpus=../shared/corpus/ncurep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C
export LC_ALL

# The columns of a line, from the third on, with single spaces.
line() { $n trend "$@" | tr -s ' ' | grep -F "$want" || $n trend "$@"; }
ends_in() { # expected end of the line that begins with $want, arguments
    end=$1
    shift
    case $(line "$@") in
        "$want"*"$end") ok ;;
        *) fail "trend $*: no line $want...$end" "$($n trend "$@")" ;;
    esac
}
want="saxpyish (5120, 1, 1)x(256, 1, 1) gpu__time_duration.sum"
ends_in " 2 of 2 61.2 46.72 us -23.7% #_" --as-given $s/canopy_before.ncu-rep $s/canopy.ncu-rep
ends_in " 2 of 2 46.72 61.2 us +31.0% _#" --as-given $s/canopy.ncu-rep $s/canopy_before.ncu-rep
ends_in " 2 of 3 61.2 46.72 us -23.7% # _" --as-given $s/canopy_before.ncu-rep $s/saxpy.ncu-rep $s/canopy.ncu-rep
# Launches of one kernel with other grids are one line by name, whose value is their mean.
want="saxpyish gpu__time_duration.sum"
ends_in " 1 of 1 26.56 26.56 us _" --match name $s/canopy.ncu-rep
want="saxpyish (640, 1, 1)x(256, 1, 1) launch__registers_per_thread"
ends_in " 2 of 2 56 40 register/thread -28.6% #_" --as-given --metrics launch__registers_per_thread $s/canopy_before.ncu-rep $s/canopy.ncu-rep

# By order: a series for each position, whatever the kernels are called.
want="1 saxpyish gpu__time_duration.sum"
ends_in " 2 of 2 6.4 8.384 us +31.0% _#" --as-given --match order $s/canopy.ncu-rep $s/canopy_before.ncu-rep
want="0 saxpyish gpu__time_duration.sum"
ends_in " 2 of 2 46.72 61.2 us +31.0% _#" --as-given --match order $s/canopy.ncu-rep $s/canopy_before.ncu-rep
# The last report against the median of the earlier ones.
says 1 "broken: saxpyish (640, 1, 1)x(256, 1, 1): gpu__time_duration.sum: 8384, was 6400, +31%" \
    $n trend --as-given --fail-on worse $s/canopy.ncu-rep $s/canopy.ncu-rep $s/canopy_before.ncu-rep
says 0 "2 of 2" $n trend --as-given --fail-on worse $s/canopy_before.ncu-rep $s/canopy.ncu-rep
says 1 "broken" $n trend --as-given --fail-on better $s/canopy_before.ncu-rep $s/canopy.ncu-rep
says 0 "2 of 2" $n trend --as-given --fail-on worse --tolerance 35% $s/canopy.ncu-rep $s/canopy_before.ncu-rep
# Within the range of the earlier ones nothing has changed.
says 0 "3 of 3" $n trend --as-given --fail-on worse $s/canopy.ncu-rep $s/canopy_before.ncu-rep $s/canopy_before.ncu-rep
says 0 "left out: saxpyish: " $n trend --match name --as-given --fail-on worse $s/saxpy.ncu-rep $s/orchard.ncu-rep $s/saxpy.ncu-rep --metrics 'gpu__time_duration.sum,*hit_rate*,launch__block_size'
says 1 "broken: one" $n trend --as-given --fail-on unmatched $s/orchard.ncu-rep $s/saxpy.ncu-rep
says 1 "left out" $n trend --as-given --fail-on worse --github $s/orchard.ncu-rep $s/saxpy.ncu-rep
says 1 "::warning title=one" $n trend --as-given --fail-on worse --github $s/orchard.ncu-rep $s/saxpy.ncu-rep

says 0 '"values":[61203.200000000004,null,46720]' sh -c "$n trend --json --as-given $s/canopy_before.ncu-rep $s/saxpy.ncu-rep $s/canopy.ncu-rep | tr -d ' \n'"
says 0 'saxpyish (5120, 1, 1)x(256, 1, 1)",gpu__time_duration.sum,'$s/canopy.ncu-rep, $n trend --csv $s/canopy.ncu-rep
says 1 "no result has such a metric" $n trend --metrics none $s/canopy.ncu-rep
says 2 "not two of them" $n trend --html --json $s/canopy.ncu-rep
# A report that cannot be read takes only itself with it.
says 3 "1 of 1" $n trend $s/saxpy.ncu-rep "$tmp/none"
# By time of creation.
says 0 "[{\"file\":\"$s/saxpy.ncu-rep\",\"created\":1750000000},{\"file\":\"$s/canopy.ncu-rep\"" sh -c "$n trend --json $s/canopy.ncu-rep $s/saxpy.ncu-rep | tr -d ' \n'"
$n trend --html --as-given $s/canopy.ncu-rep $s/canopy_before.ncu-rep >"$tmp/page.html"
for part in "default-src 'none'" '<svg ' '<h1>Trend</h1>' '<td>2 of 2<td>' '</html>' 'aria-label="gpu__time_duration.sum, 2 values from 46.72 to 61.2 us"'; do
    if grep -qF -e "$part" "$tmp/page.html"; then ok; else fail "the page lacks $part"; fi
done

if [ -d $corpus ]; then
    $n trend --json --match order $corpus/*.ncu-rep >"$tmp/all"
    if tr -d ' \n' <"$tmp/all" | sed 's/},{/\n/g' | sed -n 's/.*"created":\([0-9]*\).*/\1/p' | sort -c -n 2>"$tmp/err" && [ "$(grep -c '"created": [0-9]' "$tmp/all")" -gt 20 ]; then ok
    else fail "the reports of the corpus by time" "$(cat "$tmp/err")"; fi
else skip "needs ../shared/corpus"; fi
# Over another number than time. The power is that of least squares over logarithms, computed here again.
set -- $s/canopy.ncu-rep $s/canopy_before.ncu-rep $s/saxpy.ncu-rep
says 0 "saxpyish, gpu__time_duration.sum over grid: N^0.88, the power within 0.23; points are 21% off" $n trend --by grid "$@"
equal "the power" "0.882 0.23" "$($n trend --by grid --json "$@" | awk -F'[:,]' '/"n"/ {n = log($2)} /"value"/ {
    y = log($2); c++; sx += n; sy += y; sxx += n * n; sxy += n * y; x[c] = n; v[c] = y}
    END {s = sxx - sx * sx / c; a = (sxy - sx * sy / c) / s; b = (sy - a * sx) / c
    for (i = 1; i <= c; i++) left += (v[i] - a * x[i] - b) ^ 2; printf "%.3f %.2f", a, sqrt(left / (c - 2) / s)}')"
says 0 "over metric:launch__thread_count: N^0.88" $n trend --by metric:launch__thread_count "$@"
says 0 "no fit, 1 point" $n trend --by grid $s/saxpy.ncu-rep
says 1 "no result has such a metric" $n trend --by grid --metrics no__such $s/saxpy.ncu-rep
says 1 "1 result without such a number left out" $n trend --by 'name:x' $s/saxpy.ncu-rep
says 2 "is not grid, name:REGEX or metric:NAME" $n trend --by time $s/saxpy.ncu-rep
says 2 "is without --html" $n trend --by grid --html $s/saxpy.ncu-rep
if [ ! -d $corpus ]; then skip "needs ../shared"
else says 0 "kernel<(int)N>(" $n trend --by 'name:\(int\)' $corpus/2025.4.1_rtx5090_darrellthomas_8cde278d.ncu-rep; fi
finish
