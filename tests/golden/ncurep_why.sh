# What ncurep why says of reports: formats, sums, what is missing. The causes themselves: ncurep_why.c.
. tests/lib.sh
B=${B:-build}
n=$B/ncurep
s=examples/data/samples/ncurep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C COLUMNS=100
export LC_ALL COLUMNS

says 0 "68,294 samples, in 5.0% of them the warp was issued" "$n" why $s/canopy.ncu-rep
says 0 "access to global memory, no producer found" "$n" why $s/canopy.ncu-rep
says 0 "the report has no samples of why warps wait" "$n" why $s/saxpy.ncu-rep
says 0 "| Reason | Samples |" "$n" why --md $s/canopy.ncu-rep
says 2 "takes a number from 1" "$n" why --top 0 $s/canopy.ncu-rep
says 3 "" "$n" why "$tmp/none"
if [ "$("$n" why --csv --top 4 $s/canopy.ncu-rep | wc -l)" -eq 5 ]; then ok; else fail "--csv --top 4"; fi

# The short program finds the same instruction and nothing to wait for: the samples of this report were made up.
says 0 "  at        " "$B/examples/why" $s/canopy.ncu-rep
says 2 "usage" "$B/examples/why"

# A line of a file counts with what is inlined there, and so does its cause: as among the calls.
says 0 "global 53%    nested.cu:14" env COLUMNS=120 "$n" source -c 1 $s/canopy.ncu-rep
says 0 "global 53%      14  |" env COLUMNS=120 "$n" source --by file -c 1 $s/canopy.ncu-rep

# sums REPORT...: causes and issued samples are all samples, for each reason, too; nearly all waits for scoreboards have a producer,
# and its opcode is one that the profiler's guide counts under the reason: memory behind L1TEX is long, all else of no fixed length short.
cat >"$tmp/sums.py" <<'END'
import json, re, sys
FITS = {"long_scoreboard": "(LD|LDG|LDL|LDGSTS|ST|STG|STL|ATOM|ATOMG|RED|TEX|TLD|TLD4|TXQ|TXD|SULD|SUST|SUATOM|SURED)$",
        "short_scoreboard": "(LDS|LDSM|STS|STSM|ATOMS|LDC|LDCU|SHFL|S2R|S2UR|R2UR|QSPC|MUFU|[IFU]2[IFU]|I2F|F2I|FRND|FCHK|POPC|FLO|D[A-Z]+|[HI]MMA)$"}
for path in sys.argv[2:]:
    waits = known = fits = 0
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
            for c in r["causes"]:
                if c["known_by"] == "producer" and c["stall"] in FITS:
                    if re.match(FITS[c["stall"]], re.sub(r"^@!?U?P\w+ ", "", c["text"]).split(" ")[0].split(".")[0]): fits += c["samples"]
    if fits < float(sys.argv[1]) * waits: print("of", waits, "samples of scoreboards", fits, "have a producer that fits:", path)
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

    # digest says of the causes that it takes what why says.
    cat >"$tmp/digest.py" <<'END'
import json, subprocess, sys
compared = 0
for report in sys.argv[2:]:
    digest, why = (json.loads(subprocess.run([sys.argv[1], verb, "--json", report], capture_output=True, check=False).stdout)[0] for verb in ("digest", "why"))
    causes = {r["result"]: r["causes"] for r in why["results"]}
    for kernel in digest["kernels"]:
        for a, b in zip(kernel.get("causes", []), causes.get(kernel.get("result"), [])):
            compared += 1
            for key in "cause", "speedup_gone", "speedup_hidden":
                if a[key] != b[key]: print(report, kernel["result"], key, a[key], b[key])
print("compared" if compared > 50 else compared)
END
    equal "causes of digest and why" compared "$(python3 "$tmp/digest.py" "$n" ../shared/corpus/ncurep/*rep 2>&1)"

    # How many samples wait for a cause, and where most of them stand.
    says 0 "1  153,211   7.8%  1.08x   1.01x  copy to shared memory  long_scoreboard  1240 +1    35e0" env COLUMNS=160 "$n" why --top 1 ../shared/corpus/ncurep/*_4376efaa.ncu-rep

    # On 80 columns the cause stays, inlined functions have their own name, and what went for a wide column comes back without it.
    gemm=$(echo ../shared/corpus/ncurep/*_4376efaa.ncu-rep)
    says 0 "  588   0.0%  arithmetic 61%   barrier.h:1123             in __dispatch..." env COLUMNS=80 "$n" source "$gemm"
    says 0 "  Offset      %  Cause               Source             Instruction" env COLUMNS=80 "$n" source --by address "$gemm"
    says 0 "  Offset  Samples      %   wait  Live  Source           Instruction" env COLUMNS=80 "$n" source --by address --live "$gemm"
    says 0 "in _INTERNAL_dbca1a02_22_flash_attn_v2_sm120_cu_de0a690a::__cvta_generic_to_shared" env -u COLUMNS "$n" source ../shared/corpus/ncurep/*_8cde278d.ncu-rep
    rows=$(COLUMNS=80 "$n" source --by address --live --labels "$gemm" | sed 1d | awk '{ n++ } length($0) > 80 { print } END { print (n > 1000 ? "many" : "few") }')
    equal "rows are at most as wide as the terminal" many "$rows"

    # Code that is deep in loops is seen where there is little room.
    found=$(for report in ../shared/corpus/ncurep/*rep; do COLUMNS=60 "$n" source --by file "$report" 2>/dev/null; done |
        awk '/\|  +\.\.\.$/ { n++ } END { print n + 0, (NR > 1000 ? "of many" : "of few") }')
    equal "lines of which only three dots are left" '0 of many' "$found"

    # Rows of why take as many lines as they need: no line is wider than the terminal, and no word of the wide row is lost or broken.
    wide=$(COLUMNS=400 "$n" why "$gemm" | sed 1,2d | tr -s ' \n' '\n')
    for columns in 80 100 120; do
        COLUMNS=$columns "$n" why "$gemm" | sed 1,2d >"$tmp/folded"
        equal "why on $columns columns: its words" "$wide" "$(tr -s ' \n' '\n' <"$tmp/folded" | grep . || echo none)"
        equal "why on $columns columns: no line is wider" many "$(awk -v most=$columns 'length($0) > most
            END { print (NR > 20 ? "many" : "few") }' "$tmp/folded")"
    done

    # One that registers keep from having more warps, as the report says.
    says 0 "Only 8 of 64 warps fit on a multiprocessor, for want of registers" "$n" why ../shared/corpus/ncurep/*_4376efaa.ncu-rep

    # Reports before and after a change: every figure of the page. Both reports of four pairs are here; WHY_REPORTS may have the others.
    python3 tests/golden/ncurep_pairs.py "$n" docs/WHY.md ../shared/corpus/ncurep ${WHY_REPORTS:+"$WHY_REPORTS"} >"$tmp/pairs" 2>&1
    pairs=$(sed -n 's/^\([0-9]*\) of 10 pairs$/\1/p' "$tmp/pairs")
    if [ "$(wc -l <"$tmp/pairs")" -eq 1 ] && [ "${pairs:-0}" -ge 4 ]; then ok; else fail "pairs of docs/WHY.md" "$(cat "$tmp/pairs")"; fi
fi
finish
