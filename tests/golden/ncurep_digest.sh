# ncurep digest: what is most worth knowing about a report, in less than 8 KB.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/data/samples/ncurep
corpus=../shared/corpus/ncurep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C PATH=/usr/bin:/bin
export LC_ALL PATH

says 0 "- saxpyish (5120, 1, 1)x(256, 1, 1): 1 launch, 46.72 us (88.0%), memory bound (compute 42%, memory 78%)" $n digest $s/canopy.ncu-rep
says 0 "## saxpyish (640, 1, 1)x(256, 1, 1), result 1" $n digest $s/canopy.ncu-rep
says 0 "1 result on Example GPU 80, 46.72 us of GPU time, made by Nsight Compute 2025.1.0.0" $n digest -c 1 $s/canopy.ncu-rep
says 0 "0 results" $n digest -k nothing $s/saxpy.ncu-rep
says 2 "no CSV" $n digest --csv $s/saxpy.ncu-rep
says 3 "No such file" $n digest "$tmp/none"
head -c 20000 $s/canopy.ncu-rep >"$tmp/cut.ncu-rep"
says 3 "This report is cut" $n digest "$tmp/cut.ncu-rep"
says 3 '"cut": true' $n digest --json "$tmp/cut.ncu-rep"

# The best global estimate comes before a greater local one; lines of source with their text.
r=$corpus/2025.1.0_h100pcie_alprielse_5e5f786c.ncu-rep
if [ -f $r ]; then
    $n digest $r >"$tmp/out"
    for line in '- OPT Tail Effect (LaunchConfiguration, estimated 50% global): ' \
        '  - launch__waves_per_multiprocessor = 1.123; Decrease the number of partial waves' \
        '- 20.5% rms_norm_vector_kernel_float4+0x180, waits for long_scoreboard 99%: FFMA R0, R4, R4, R11'; do
        if grep -qF -e "$line" "$tmp/out"; then ok; else fail "the digest of $r lacks: $line" "$(cat "$tmp/out")"; fi
    done
    for f in $corpus/*.ncu-rep; do
        for how in "" --json; do
            $n digest $how $f >"$tmp/out" 2>"$tmp/err"
            code=$? size=$(($(wc -c <"$tmp/out") - ${#f}))
            if [ $code -eq 0 ] && [ $size -gt 300 ] && [ $size -lt 8192 ]; then ok; else fail "digest $how $f: code $code, $size bytes" "$(cat "$tmp/err")"; fi
        done
    done
    # Where a report tells a local from a global estimate, no global one follows a local one.
    for f in $corpus/*.ncu-rep; do
        if $n digest $f | awk '/^## / {local = 0} /estimated .*% local\)/ {local = 1} /estimated .*% global\)/ && local {wrong = 1} END {exit wrong || NR == 0}'; then ok
        else fail "$f: a local estimate before a global one"; fi
    done
else skip "needs ../shared/corpus"; fi
# Of a comparison: what changed, by how much, where; below 8 KB.
says 0 "53.12 us of GPU time, was 69.59 us, -23.7%" $n digest --baseline $s/canopy_before.ncu-rep $s/canopy.ncu-rep
says 0 "better: 46.72 us, was 61.20 us" $n digest --baseline $s/canopy_before.ncu-rep $s/canopy.ncu-rep
says 0 "- launch__registers_per_thread: 40 register/thread, was 56, -28.6%" $n digest --baseline $s/canopy_before.ncu-rep $s/canopy.ncu-rep
says 0 "- at nested.cu:14: 40200 samples, was 52260" $n digest --baseline $s/canopy_before.ncu-rep $s/canopy.ncu-rep
says 0 "no metric changed by more than 2%" $n digest --baseline $s/canopy.ncu-rep $s/canopy.ncu-rep
says 1 "only before: saxpyish (1024, 1, 1)x(256, 1, 1)" $n digest --baseline $s/saxpy.ncu-rep $s/canopy.ncu-rep
says 3 "" $n digest --baseline "$tmp/none" $s/canopy.ncu-rep
says 2 "compares one report with another" $n digest --baseline $s/saxpy.ncu-rep $s/canopy.ncu-rep $s/canopy.ncu-rep
# Of several: each has its number, by which its values are named.
two="--match order --baseline $s/canopy_before.ncu-rep --baseline $s/saxpy.ncu-rep $s/canopy.ncu-rep"
says 0 "# $s/canopy.ncu-rep, since each of 2 baselines" $n digest $two
says 0 "- 1: $s/canopy_before.ncu-rep" $n digest $two
says 0 "- 2: $s/saxpy.ncu-rep" $n digest $two
says 0 "53.12 us of GPU time; 1: 69.59 us, -23.7%; 2: 18.43 us, +188.2%" $n digest $two
says 0 "46.72 us; 1: 61.20 us, better; 2: 18.43 us, worse" $n digest $two
says 0 "6.40 us; 1: 8.38 us, better; 2: no such kernel" $n digest $two
says 0 "- launch__waves_per_multiprocessor: 7.9; 1: 11.85, -33.3%; 2: 1.185, +566.6%" $n digest $two
says 0 "- at nested.cu:14: 40200 samples; 1: 52260; 2: 61" $n digest $two
says 0 "2: saxpyish (1024, 1, 1)x(256, 1, 1)" $n digest $two
says 0 "only in 2: saxpyish (1024, 1, 1)x(256, 1, 1)" $n digest --baseline $s/canopy_before.ncu-rep --baseline $s/saxpy.ncu-rep $s/canopy.ncu-rep
says 1 "only in 2: saxpyish (1024, 1, 1)x(256, 1, 1)" $n digest --baseline $s/orchard.ncu-rep --baseline $s/saxpy.ncu-rep $s/canopy.ncu-rep
one="--baseline $s/saxpy.ncu-rep"
says 2 "6 at most" $n digest $one $one $one $one $one $one $one $s/canopy.ncu-rep
says 3 "No such file" $n digest $one --baseline "$tmp/none" $s/canopy.ncu-rep
says 3 "This report is cut" $n digest $one --baseline "$tmp/cut.ncu-rep" $s/canopy.ncu-rep
# Each value is that of the digest with this baseline alone.
if have python3; then
    for b in 1:canopy_before 2:saxpy; do
        $n digest --json --match order --tolerance 0 --baseline $s/${b#*:}.ncu-rep $s/canopy.ncu-rep >"$tmp/alone"
        $n digest --json $two >"$tmp/both"
        $n raw --json --print-units base $s/${b#*:}.ncu-rep >"$tmp/raw"
        found=$(python3 -c "
import json, sys
one, both, raw = (json.load(open(f)) for f in sys.argv[1:4])
n, seen = int(sys.argv[4]), 0
values = [{m['name']: m['value'] for m in r['metrics']} for r in raw[0]['results']]
assert both['reports'][n - 1]['file'] == one['reports'][0]['file'] and both['baselines'][n - 1]['total_before_ns'] == one['total_before_ns']
for k in both['kernels']:
    for of in k['baselines']:
        if of['baseline_number'] != n: continue
        was = next(x for x in one['kernels'] if x['after_result'] == k['after_result'])
        assert (of['before_result'], of['verdict'], of['before_ns']) == (was['before_result'], was['verdict'], was['before_ns']), of
        assert len({m['name'] for m in k['metrics']}) == len(k['metrics']) and len({x['place'] for x in k['lines']}) == len(k['lines'])
        for m in k['metrics']:
            for x in m['before']:
                if x['baseline_number'] == n:
                    assert x['value'] == values[of['before_result']][m['name']], (m, x)
                    assert abs(x['change_pct'] - 100 * (m['after'] - x['value']) / abs(x['value'])) < 1e-6, (m, x)
                    seen += 1
        for line in k['lines']:
            now = {l['place']: l['before'] for l in was['lines']}
            for x in line['before']:
                assert x['baseline_number'] != n or now.get(line['place'], x['value']) == x['value'], line
                seen += x['baseline_number'] == n
print(seen)" "$tmp/alone" "$tmp/both" "$tmp/raw" ${b%:*} 2>&1)
        case $found in 10 | 20) ok ;; *) fail "values of $b" "$found" ;; esac
    done
else skip "needs python3"; fi
if [ -d $corpus ]; then
    six=$(ls $corpus/*.ncu-rep | head -n 6 | sed 's/^/--baseline /')
    for f in $corpus/*.ncu-rep; do
        size=$($n digest --match order $six "$f" 2>/dev/null | wc -c)
        if [ "$size" -gt 0 ] && [ "$size" -le 8192 ]; then ok; else fail "$f: $size bytes with six baselines"; fi
    done
    for f in $corpus/*.ncu-rep; do
        size=$($n digest --match order --baseline "$f" $corpus/2022.4.0_a40_eschnett_f81bcb13.ncu-rep 2>/dev/null | wc -c)
        if [ "$size" -gt 0 ] && [ "$size" -le 8192 ]; then ok
        else fail "$f: a comparison above 8 KB"; fi
    done
fi
finish
