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
if [ -d $corpus ]; then
    for f in $corpus/*.ncu-rep; do
        size=$($n digest --match order --baseline "$f" $corpus/2022.4.0_a40_eschnett_f81bcb13.ncu-rep 2>/dev/null | wc -c)
        if [ "$size" -gt 0 ] && [ "$size" -le 8192 ]; then ok
        else fail "$f: a comparison above 8 KB"; fi
    done
fi
finish
