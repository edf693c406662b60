# The page with several baselines: what its tables and charts show of each is what details and raw say of that report by itself, in the
# made-up samples and in real reports, if those are there.
. tests/lib.sh
python=${PYTHON:-python3}
if ! have "$python"; then skip "needs python3"; finish; exit; fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cp examples/data/sections/*.section examples/data/samples/sections/*.section "$tmp"
# equal LEAST... REPORT BASELINE...: nothing differs, and so many figures are equal, of which so many differ from now.
equal() {
    least=$1
    shift
    out=$("$python" -B tests/golden/ncurep_besides.py "${B:-build}/ncurep" "$tmp" "$@" 2>&1)
    if echo "$out" | tail -n 1 | awk -v least="$least" '{
        n = split("0 " least, want, " ")
        for (i = 1; i <= n; i++) if (i == 1 ? $i != 0 || NF != n : $i < want[i]) exit 1
    }'; then ok; else fail "$* (at least $least)" "$out"; fi
}
s=examples/data/samples/ncurep
equal '138 58 47 23' $s/canopy.ncu-rep $s/canopy_before.ncu-rep $s/saxpy.ncu-rep
equal '69 29 24 9' $s/canopy.ncu-rep $s/canopy_before.ncu-rep
equal '67 4 0 0' $s/saxpy.ncu-rep $s/canopy.ncu-rep
c=../shared/corpus/ncurep
if [ -d $c ]; then
    a=$c/2023.1.0_rtx4090_lashi0812
    equal '199 132 21 17' ${a}_850e0f8b.ncu-rep ${a}_9585ce90.ncu-rep ${a}_b6420cbf.ncu-rep ${a}_e046bb42.ncu-rep
    equal '292 203 69 45' $c/2021.2.2_a100pcie40gb_bwcurless_3b5fa236.ncu-rep $c/2025.1.0_h100pcie_alprielse_5e5f786c.ncu-rep \
        $c/2026.2.1_rtx5060laptopgpu_abhishek7204_ca437891.ncu-rep
    equal '118 99 35 17' $c/2024.2.1_t4_armleth_2abc6e23.ncu-rep $c/2024.2.1_t4_armleth_cad96ed8.ncu-rep
else skip "needs ../shared/corpus"; fi
finish
