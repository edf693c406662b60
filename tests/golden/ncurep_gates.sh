# Gates: exit codes of diff and of limits, what they say, and what they leave for CI.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/data/samples/ncurep
corpus=../shared/corpus/ncurep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C COLUMNS=80
export LC_ALL COLUMNS

# Two launches that became 24 % faster.
before=$s/canopy_before.ncu-rep after=$s/canopy.ncu-rep
says 1 "2 pairs of kernels: 0 worse, 2 better, 0 the same within 2%" $n diff $before $after
says 0 "passed for --fail-on worse" $n diff --fail-on worse $before $after
says 1 "failed for --fail-on better" $n diff --fail-on better $before $after
says 1 "2 worse, 0 better" $n diff --fail-on worse $after $before
says 0 "2 the same within 35%" $n diff --fail-on worse --tolerance 35% $after $before
says 1 "2 worse" $n diff --fail-on worse --tolerance 30 $after $before
says 0 "" $n diff $after $after
says 1 "only after: one" $n diff $s/saxpy.ncu-rep $s/orchard.ncu-rep
says 2 "is not one of any, worse, better" $n diff --fail-on slower $before $after
says 2 "no percentage" $n diff --tolerance 5%% $before $after
says 2 "takes two reports" $n diff $s/saxpy.ncu-rep
says 3 "" $n diff $s/saxpy.ncu-rep "$tmp/none"
# Chosen metrics judge; one of which nobody knows what is better does not.
says 0 "2 better" $n diff --fail-on worse --metrics 'l1tex__t_sector_hit_rate.pct' $before $after
says 1 "2 worse" $n diff --fail-on worse --metrics 'l1tex__t_sector_hit_rate.pct' $after $before
says 1 "2 not judged; failed" $n diff --fail-on worse --metrics launch__registers_per_thread $before $after
# Nothing compared is nothing passed.
says 1 "no kernel matches one in the other report" $n diff $s/saxpy.ncu-rep $s/orchard.ncu-rep
says 1 "0 pairs of kernels: 0 worse, 0 better, 0 the same within 2%, 5 left out; failed" $n diff --fail-on worse $s/saxpy.ncu-rep $s/orchard.ncu-rep
says 1 "0 pairs" $n diff -k nothing $after $after
# A kernel without a partner is a difference, but neither worse nor better.
$n slice -c 1 $after -o "$tmp/one.ncu-rep"
says 1 "only before" $n diff $after "$tmp/one.ncu-rep"
says 0 "only before" $n diff --fail-on worse $after "$tmp/one.ncu-rep"

# It is named to machines, and --fail-on unmatched does not let it pass.
says 1 "1 left out; failed for --fail-on unmatched" $n diff --fail-on unmatched $after "$tmp/one.ncu-rep"
says 0 "::warning title=saxpyish" $n diff --fail-on worse --github $after "$tmp/one.ncu-rep"
says 0 "passed for --fail-on unmatched" $n diff --fail-on unmatched $before $after
# Without a partner it can still make the run slower.
says 1 " in all, was " $n diff --fail-on worse "$tmp/one.ncu-rep" $after
says 0 "passed" $n diff --fail-on worse --tolerance 150 "$tmp/one.ncu-rep" $after

# For machines.
json() { $n diff --json "$@" | tr -d ' \n'; }
case $(json --fail-on worse $before $after) in
    *'"verdict":"better","judged_by":"gpu__time_duration.sum"'*'"summary":{"pair_count":2,"worse_count":0,"better_count":2,"same_count":0,"not_judged_count":0,"only_before_count":0,"only_after_count":0,"total_before_ns":69587.20000000001,"total_after_ns":53120,"tolerance_pct":2,"fail_on":"worse","failed":false},"reports":['*) ok ;;
    *) fail "the summary in JSON" "$(json --fail-on worse $before $after)" ;;
esac
$n diff --fail-on worse --github --junit "$tmp/junit" $after $before >/dev/null 2>"$tmp/github"
if [ "$(grep -c '^::error title=saxpyish(int%2C float.*::gpu__time_duration.sum: .*, was .*, +31%25$' "$tmp/github")" = 2 ] &&
    grep -q '^::notice title=ncurep::0 kept, 2 broken, 0 left out$' "$tmp/github"; then ok; else fail "annotations" "$(cat "$tmp/github")"; fi
if grep -q '<testsuite name="ncurep diff" tests="2" failures="2" skipped="0">' "$tmp/junit" && [ "$(grep -c '<failure message="gpu__time_duration.sum: ' "$tmp/junit")" = 2 ]
then ok; else fail "JUnit of diff" "$(cat "$tmp/junit")"; fi
says 3 "none/junit" $n diff --junit "$tmp/none/junit" $after $after

# Limits.
limits() { printf '%s\n' "$@" >"$tmp/limits"; }
limits '# kernel  metric                       bound' 'saxpy*    gpu__time_duration.sum       <= 20 us' \
    '"saxpyish" launch__registers_per_thread == 16   # register/thread' 'regex:ish$ dram__bytes_read.sum         < 4.2 Mbyte'
says 0 "3 kept, 0 broken" $n check --limits "$tmp/limits" $s/saxpy.ncu-rep
says 1 "3 broken" $n check --limits "$tmp/limits" $s/orchard.ncu-rep
limits '* gpu__time_duration.sum < 18000 ns'
says 1 "limits:1: broken: 0 saxpyish: gpu__time_duration.sum is 18.432 us, not < 18 us" $n check --limits "$tmp/limits" --junit "$tmp/junit" $s/saxpy.ncu-rep
if grep -q "<testsuite name=\"$s/saxpy.ncu-rep\" tests=\"1\" failures=\"1\"" "$tmp/junit" && grep -q 'not &lt; 18 us' "$tmp/junit"; then ok
else fail "JUnit of limits" "$(cat "$tmp/junit")"; fi
says 1 "broken: $s/saxpy.ncu-rep: 0 saxpyish" $n check --limits "$tmp/limits" $s/saxpy.ncu-rep $s/orchard.ncu-rep
says 1 "::error file=$tmp/limits,line=1,title=0 saxpyish::$s/saxpy.ncu-rep: gpu__time_duration.sum is" $n check --limits "$tmp/limits" --github $s/saxpy.ncu-rep
says 1 "| --- | --: | --- | --- | --- | --- |" $n check --limits "$tmp/limits" --md $s/saxpy.ncu-rep
limits '* no_such_metric < 1'
says 1 "has no such metric" $n check --limits "$tmp/limits" $s/saxpy.ncu-rep
limits 'nobody gpu__time_duration.sum < 1 s'
says 1 "no kernel has this name" $n check --limits "$tmp/limits" $s/saxpy.ncu-rep
says 2 "need --limits" $n check --junit x $s/saxpy.ncu-rep

# Limits of a baseline.
limits '* gpu__time_duration.sum <= baseline + 5%'
says 0 "2 kept, 0 broken" $n check --limits "$tmp/limits" --baseline $before $after
says 1 "0 saxpyish: gpu__time_duration.sum is 61.2032 us, not <= 49.056 us" $n check --limits "$tmp/limits" --baseline $after $before
limits '* gpu__time_duration.sum <= baseline+31.1%' '* gpu__time_duration.sum <= baseline + 14.5 us' '* gpu__time_duration.sum >= baseline - 1us' \
    '* launch__registers_per_thread <= baseline + 16' '* gpu__time_duration.sum >= baseline   # never faster'
says 0 "10 kept, 0 broken" $n check --limits "$tmp/limits" --baseline $after $before
says 2 "need --baseline" $n check --limits "$tmp/limits" $before
says 3 "" $n check --limits "$tmp/limits" --baseline "$tmp/none" $before
says 0 "5 kept, 0 broken, 5 left out" $n check --limits "$tmp/limits" --baseline "$tmp/one.ncu-rep" $before
says 1 "5 kept, 5 broken" $n check --limits "$tmp/limits" --fail-on unmatched --baseline "$tmp/one.ncu-rep" $before
# What the baseline has and the report lacks is named, too.
says 0 "the report has no such kernel" $n check --limits "$tmp/limits" --baseline $after "$tmp/one.ncu-rep"
says 0 "::warning title=saxpyish" $n check --github --limits "$tmp/limits" --baseline $after "$tmp/one.ncu-rep"
says 1 "the report has no such kernel" $n check --limits "$tmp/limits" --fail-on unmatched --baseline $after "$tmp/one.ncu-rep"
says 1 "applies to no kernel that the baseline has" $n check --limits "$tmp/limits" --baseline $s/orchard.ncu-rep $before
says 0 "10 kept" $n check --limits "$tmp/limits" --match order --baseline $after $before
case $($n check --json --limits "$tmp/limits" --baseline "$tmp/one.ncu-rep" $before | tr -d ' \n') in
    *"[{\"file\":\"$before\",\"limits\":["*'"result":0,"kernel":"saxpyish","outcome":"kept","message":null}'*'"outcome":"left_out","message":"thebaselinehasnosuchkernel"'*) ok ;;
    *) fail "limits in JSON" ;;
esac

# Lines that are no limits, with their column.
wrong() { # column, message, line
    limits "$3"
    says 3 "limits:1:$1: error: $2" $n check --limits "$tmp/limits" --baseline $after $before
}
wrong 4 "a limit is" '* m'
wrong 7 "a limit is" '* m < # 1'
wrong 5 "an operator is one of" '* m ~ 1'
wrong 7 "a number was expected" '* m < x'
wrong 30 "the metric does not have this unit" '* gpu__time_duration.sum < 1 byte'
wrong 32 "nothing was expected after the bound" '* gpu__time_duration.sum < 1 s 2'
wrong 1 "" 'regex:( m < 1'
wrong 29 "a number was expected" '* gpu__time_duration.sum <= 1e999 s'
wrong 29 "a number was expected" '* gpu__time_duration.sum <= nan'
wrong 40 "a number was expected" '* gpu__time_duration.sum <= baseline + inf'
wrong 38 "+ or - was expected after the baseline" '* gpu__time_duration.sum <= baseline * 2'
wrong 38 "+ or - was expected after the baseline" '* gpu__time_duration.sum <= baseline 5%'
wrong 40 "a number was expected" '* gpu__time_duration.sum <= baseline + -5%'
wrong 40 "the metric does not have this unit" '* gpu__time_duration.sum <= baseline + 3byte'
wrong 44 "nothing was expected after the bound" '* gpu__time_duration.sum <= baseline + 5 % 3'
limits '# nothing'
says 3 "contains no limit" $n check --limits "$tmp/limits" $s/saxpy.ncu-rep

# Several runs: the median, and a value between theirs is no change.
limits '* gpu__time_duration.sum <= baseline + 5%'
says 1 "0 saxpyish: gpu__time_duration.sum is 61.2032 us, not <= 49.056 us (median; 3 runs: 46.72 us to 46.72 us)" \
    $n check --limits "$tmp/limits" --baseline $after --baseline $after --baseline $after $before
says 0 "2 kept, 0 broken" $n check --limits "$tmp/limits" --baseline $after --baseline $before --baseline $after $before
limits '* gpu__time_duration.sum != baseline'
says 1 "2 broken" $n check --limits "$tmp/limits" --baseline $after --baseline $before $before
says 0 "2 kept" $n check --limits "$tmp/limits" --baseline $after --baseline $after $before
limits '* gpu__time_duration.sum <= baseline + 5%'
says 1 "1 saxpyish: gpu__time_duration.sum is 8.384 us, not <= 6.72 us" $n check --limits "$tmp/limits" --baseline "$tmp/one.ncu-rep" --baseline $after $before
says 3 "" $n check --limits "$tmp/limits" --baseline $after --baseline "$tmp/none" $before
# Real reports: one kernel that is held to another's figures.
a=$corpus/2023.1.0_rtx4090_lashi0812_e046bb42.ncu-rep b=$corpus/2023.1.0_rtx4090_lashi0812_850e0f8b.ncu-rep
if [ -f $a ] && [ -f $b ]; then
    says 1 "1 pair of kernels: 1 worse, 0 better" $n diff --match order --fail-on worse $a $b
    says 0 "1 better" $n diff --match order --fail-on worse $b $a
    limits '* gpu__time_duration.sum <= baseline + 5%'
    says 1 "0 index: gpu__time_duration.sum is 74.88 us, not <= 28.9632 us" $n check --match order --limits "$tmp/limits" --baseline $a $b
else skip "needs ../shared/corpus"; fi
# Several runs a side: medians, and no change within the range of a side.
says 0 "0 of 3 series failed for --fail-on worse" $n diff --fail-on worse --baseline $after --baseline $before $before
says 1 "3 of 3 series failed for --fail-on worse" $n diff --fail-on worse --baseline $after --baseline $after $before $before
says 0 "0 of 3 series failed for --fail-on worse" $n diff --fail-on worse --tolerance 35% --baseline $after $before
says 1 "(all kernels)" $n diff --fail-on worse --baseline $s/saxpy.ncu-rep $after
says 1 "only before" $n diff --fail-on unmatched --baseline $after --baseline $s/saxpy.ncu-rep $after
says 3 "" $n diff --baseline $after --baseline "$tmp/none" $after
says 2 "without --by-line and --all" $n diff --by-line --baseline $after $after
finish
