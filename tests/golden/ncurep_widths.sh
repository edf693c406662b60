# The text pages of a sample on terminals of 80 and 200 columns.
# UPDATE=1 sh tests/golden/ncurep_widths.sh writes them anew; read the difference before you keep it.
. tests/lib.sh
B=${B:-build}
n=$B/ncurep
s=examples/data/samples/ncurep
want=tests/golden/ncurep_widths
tmp=$B/widths
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
    echo "source_address source --by address --live --labels -c 1 $1"
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


# Rows of source have the width of the terminal, and end in the middle of no name; a place keeps its line.
for COLUMNS in 50 80 100 200; do
    for by in line file address ptx; do
        $n source --by $by --live --labels --resolve-source-file $s/nested.cu $s/canopy.ncu-rep $s/saxpy.ncu-rep $s/orchard.ncu-rep >"$tmp/rows"
        equal "source --by $by on $COLUMNS columns: no row is wider" "" "$(awk -v most=$COLUMNS '/^  / && !/^ *Function / && length($0) > most' "$tmp/rows")"
    done
done
finish
