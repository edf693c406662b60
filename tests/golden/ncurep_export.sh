# What ncurep export writes loads into DuckDB and pandas, and is a valid trace. PYTHON=... names one that has these packages.
. tests/lib.sh
tool=${B:-build}/ncurep
python=
for p in ${PYTHON:-} python3; do
    [ -n "$python" ] || ! "$p" -c '' 2>/dev/null || python=$p
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ ! -x "$tool" ]; then skip "needs the tool ncurep"
elif [ -z "$python" ]; then skip "needs python3"
else
    out=$("$python" tests/golden/ncurep_export.py "$tool" "$work" examples/data/samples/ncurep/*.ncu-rep 2>&1)
    set -- $(printf '%s\n' "$out" | sed -n '$s/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p')
    if [ $# -ne 3 ]; then fail "loading stopped" "$(printf '%s\n' "$out" | tail -n 20)"
    else
        passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
        printf '%s\n' "$out" | grep '^FAILED\|^skipped' | head -n 30
    fi
fi
# Findings and stalls: a row a result and message, or reason.
prints "findings" "$tool" export --findings --json -c 1 examples/data/samples/ncurep/saxpy.ncu-rep <<'END'
{"file":"examples/data/samples/ncurep/saxpy.ncu-rep","result":0,"kernel":"saxpyish","section":"SpeedOfLight","rule":"OrchardBottleneck","type":"OPT","message":"Device memory is 82.4% busy, the SMs 31.6%: fewer bytes for each result would help. See Memory.","speedup_type":"global","speedup":17.6,"focus_metrics":"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed=82.4"}
END
"$tool" export --stalls examples/data/samples/ncurep/canopy.ncu-rep >"$work/stalls"
has "stalls" '^examples/data/samples/ncurep/canopy.ncu-rep,0,saxpyish,long_scoreboard,6.91,33052,,0.41929611650485427$' "$work/stalls"
lacks "warps that issue" ',selected,' "$work/stalls"
equal "shares of a result" "1.000" "$(awk -F, '$2 == 0 {n += $8} END {printf "%.3f\n", n}' "$work/stalls")"
says 2 "exclude each other" "$tool" export --stalls --findings examples/data/samples/ncurep/canopy.ncu-rep
finish
