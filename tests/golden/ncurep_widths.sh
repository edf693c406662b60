# The text pages on terminals of 80 and 200 columns: of a sample in whole; of ten real reports as the number of lines, the widest
# one and a checksum, since what is in them is not ours to store.
# UPDATE=1 sh tests/golden/ncurep_widths.sh writes them anew; read the difference before you keep it. A real page that differs is
# in build/widths.
. tests/lib.sh
B=${B:-build}
n=$B/ncurep
s=examples/data/samples/ncurep
want=tests/golden/ncurep_widths
tmp=$B/widths
corpus=../shared/corpus/ncurep
mkdir -p "$tmp"
LC_ALL=C PATH=/usr/bin:/bin
export LC_ALL PATH COLUMNS

# pages REPORT OTHER: the name and the command line of each page.
pages() {
    echo "list list $1"
    echo "summary summary $1 $2"
    echo "details details --print-details all -c 2 $1"
    echo "raw raw -c 1 --metrics *.sum $1"
    echo "source source --top 20 -c 1 $1"
    echo "session session $1"
    echo "check check $1"
    echo "digest digest $1"
    echo "trend trend $1"
    echo "diff diff --match order $2 $1"
    echo "chart chart -c 1 $1"
}

for COLUMNS in 80 200; do
    pages $s/canopy.ncu-rep $s/canopy_before.ncu-rep >"$tmp/pages"
    set -f
    while read -r name words; do
        # shellcheck disable=SC2086
        page "${name}_$COLUMNS.txt" $n $words
    done <"$tmp/pages"
    set +f
done
# What is wide has room on a wide terminal, and is not cut there.
if [ "$(awk 'length($0) > 80' $want/details_80.txt | wc -l)" -lt "$(awk 'length($0) > 80' $want/details_200.txt | wc -l)" ]; then ok; else fail "a wide terminal is used"; fi

if [ -d $corpus ]; then
    : >"$tmp/real.txt"
    for report in 2020.2.1_rtx3080_iamcoleman_3d528bfb 2021.3.1_gtx1650_bautista-garcia_74ef3945 2022.3.0_rtx3070_nvidia_8399c713 \
        2023.1.0_rtx4090_lashi0812_b6420cbf 2024.1.1_gtx1660super_lakshyasingh354_7bc2a745 2024.2.1_t4_armleth_2abc6e23 \
        2025.1.0_gh200480gb_alprielse_076bc542 2025.2.1_b200_codegandee_b28316d4 \
        2026.1.1_rtx5070tilaptopgpu_florianmattana_00ae3ec1 2026.2.1_rtx5060laptopgpu_abhishek7204_ca437891; do
        pages $corpus/$report.ncu-rep $corpus/2024.2.1_t4_armleth_cad96ed8.ncu-rep >"$tmp/pages"
        for COLUMNS in 80 200; do
            set -f
            while read -r name words; do
                file=$tmp/${report}_${name}_$COLUMNS.txt
                # shellcheck disable=SC2086
                $n $words >"$file" 2>/dev/null </dev/null
                echo "$report $name $COLUMNS: exit code $?, $(wc -l <"$file" | tr -d ' ') lines, widest $(awk 'length($0) > w {w = length($0)} END {print w + 0}' "$file"), sum $(cksum <"$file" | tr ' ' -)"
            done <"$tmp/pages" >>"$tmp/real.txt"
            set +f
        done
    done
    [ -z "${UPDATE:-}" ] || cp "$tmp/real.txt" $want/real.txt
    while read -r line; do
        if grep -qxF "$line" "$tmp/real.txt"; then ok
        else fail "was: $line" "is:  $(grep -F "${line%%:*}:" "$tmp/real.txt")"; fi
    done <$want/real.txt
    equal "as many real pages as are stored" "$(wc -l <$want/real.txt | tr -d ' ')" "$(wc -l <"$tmp/real.txt" | tr -d ' ')"
else skip "needs $corpus"; fi
finish
