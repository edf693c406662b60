# What ncurep why says of reports: formats, sums, what is missing. The causes themselves: ncurep_why.c.
. tests/lib.sh
B=${B:-build}
n=$B/ncurep
s=examples/data/samples/ncurep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C COLUMNS=100
export LC_ALL COLUMNS

says 0 "68294 samples, in 5.0% of them the warp was issued" "$n" why $s/canopy.ncu-rep
says 0 "access to global memory, no producer found" "$n" why $s/canopy.ncu-rep
says 0 "the report has no samples of why warps wait" "$n" why $s/saxpy.ncu-rep
says 0 "| Reason | Samples |" "$n" why --md $s/canopy.ncu-rep
says 2 "takes a number from 1" "$n" why --top 0 $s/canopy.ncu-rep
says 3 "" "$n" why "$tmp/none"
if [ "$("$n" why --csv --top 4 $s/canopy.ncu-rep | wc -l)" -eq 5 ]; then ok; else fail "--csv --top 4"; fi

# The short program finds the same instruction and nothing to wait for: the samples of this report were made up.
says 0 "  at        " "$B/examples/why" $s/canopy.ncu-rep
says 2 "usage" "$B/examples/why"

# sums REPORT...: causes and issued samples are all samples, for each reason, too; nearly all waits for scoreboards have a producer.
cat >"$tmp/sums.py" <<'END'
import json, sys
for path in sys.argv[2:]:
    waits = known = 0
    for report in json.load(open(path)):
        for r in report["results"]:
            near = lambda a, b: abs(a - b) <= 1e-6 * max(r["samples"], 1)
            if not near(sum(c["samples"] for c in r["causes"]) + r["issued_samples"], r["samples"]): print("causes do not add up", path)
            if not near(sum(q["samples"] for q in r["reasons"]) + r["issued_samples"], r["samples"]): print("reasons do not add up", path)
            for q in r["reasons"]:
                if not near((q["with_producer"] + q["itself"] + q["without_producer"]) * r["samples"], q["samples"]): print(q["stall"], path)
                if "scoreboard" in q["stall"]:
                    waits += q["samples"]
                    known += q["with_producer"] * r["samples"]
    if known < float(sys.argv[1]) * waits: print("of", waits, "samples of scoreboards", known, "have a producer:", path)
END
if ! have python3; then skip "needs python3"
else
    "$n" why --json $s/canopy.ncu-rep >"$tmp/canopy"
    found=$(python3 "$tmp/sums.py" 0 "$tmp/canopy" 2>&1)
    if [ -z "$found" ]; then ok; else fail "sums" "$found"; fi
    if [ ! -d ../shared/corpus/ncurep ]; then skip "needs ../shared"; finish; fi
    for report in ../shared/corpus/ncurep/*rep; do
        "$n" why --json "$report" >"$tmp/$(basename "$report").json" 2>"$tmp/err"
    done
    found=$(python3 "$tmp/sums.py" 0.95 "$tmp"/*.json 2>&1)
    if [ -z "$found" ]; then ok; else fail "sums of public reports" "$found"; fi
fi
finish
