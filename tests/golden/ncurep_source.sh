# ncurep source: in every view the rows of real reports add up to what their instructions have.
. tests/lib.sh
n=${B:-build}/ncurep
corpus=../shared/corpus/ncurep
reports=
for name in 2020.2.1_rtx3080_iamcoleman_3d528bfb 2021.2.2_a100pcie40gb_bwcurless_3b5fa236 2024.1.1_a10080gbpcie_panjd123_4fb3ff3f 2024.3.0_a100pcie40gb_bwcurless_4376efaa \
    2025.4.1_rtx5090_darrellthomas_8cde278d; do
    [ -f $corpus/$name.ncu-rep ] && reports="$reports $corpus/$name.ncu-rep"
done
# Pairs of reports before and after a change: what differs, with BEFORE=AFTER.
for pair in 2023.3.1_a100pcie40gb_bwcurless_db6c34d7=2024.3.0_a100pcie40gb_bwcurless_4376efaa 2024.2.1_t4_armleth_2abc6e23=2024.2.1_t4_armleth_cad96ed8; do
    before=$corpus/${pair%=*}.ncu-rep after=$corpus/${pair#*=}.ncu-rep
    [ -f "$before" ] && [ -f "$after" ] && reports="$reports $before=$after"
done
if [ -z "$reports" ]; then skip "needs $corpus"
elif ! have python3; then skip "needs python3"
elif said=$(python3 tests/golden/ncurep_source.py $reports 2>&1); then ok
else fail "rows add up" "$(printf '%s\n' "$said" | head -n 20)"; fi

# What a module says is read once for all of its results: each still shows what it shows alone.
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for report in examples/data/samples/ncurep/canopy.ncu-rep examples/data/samples/ncurep/orchard.ncu-rep $corpus/*_76e87892.ncu-rep \
    $corpus/*_ab61ee62.ncu-rep $corpus/*_f81bcb13.ncu-rep; do
    [ -f "$report" ] || continue
    results=$(($("$n" list --csv "$report" | wc -l) - 1))
    for view in "--by address --live --labels" "--by line"; do
        # shellcheck disable=SC2086
        "$n" source $view "$report" | grep -v '^$' >"$tmp/whole"
        # shellcheck disable=SC2086
        for skip in $(seq 0 $((results - 1))); do "$n" source $view -s "$skip" -c 1 "$report"; done | grep -v '^$' >"$tmp/parts"
        if [ "$(wc -l <"$tmp/whole")" -ge $((2 * results)) ] && [ "$results" -gt 1 ] && cmp -s "$tmp/whole" "$tmp/parts"; then ok
        else fail "$view: $results results of $report, each alone" "$(diff "$tmp/parts" "$tmp/whole" | head -n 6)"; fi
    done
done

# An instruction has one text: source says the same of it as sass, for every architecture that has tables.
cat >"$tmp/same.py" <<'END'
import json, subprocess, sys
tool, *reports = sys.argv[1:]
compared = narrow = 0
for report in reports:
    got = [subprocess.run([tool, *words, report], capture_output=True, text=True, check=False).stdout for words in (["sass", "--json"], ["source", "--json", "--by", "address"])]
    sass = {}
    for f in map(json.loads, got[0].splitlines()):
        for i in f["instructions"]: sass.setdefault((f["function"], i["offset"]), set()).add(i["text"])
        if f["arch"] < 70: narrow += len(f["instructions"])
    for result in json.loads(got[1]):
        for i in result["instructions"]:
            want = sass.get((i.get("function"), i.get("offset")))
            if want is None: continue
            compared += 1
            if i.get("sass") not in want: print(report, i["function"], i["offset"], want, i.get("sass", i["opcode"]))
print("compared" if compared > 50000 and narrow > 10000 else (compared, narrow))
END
if ! have python3; then skip "needs python3"
elif [ ! -d $corpus ]; then skip "needs $corpus"
else equal "texts of source and sass" compared "$(python3 "$tmp/same.py" "$n" $corpus/old_* $corpus/*_f81bcb13.ncu-rep $corpus/*_ab61ee62.ncu-rep $corpus/*_8cde278d.ncu-rep 2>&1 | tail -n 6)"; fi
finish
