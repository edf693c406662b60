# Pages of reports four times as long take no more than five times the instructions, by callgrind: names, lines, texts and
# markers, which the report chooses, are looked up through an index. A search within a loop takes sixteen times.
. tests/lib.sh
b=${B:-build}
n=$b/ncurep make=$b/tests/limits/ncurep_pages
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C COLUMNS=120 PATH=/usr/bin:/bin
export LC_ALL COLUMNS PATH
if [ ! -x "$n" ] || [ ! -x "$make" ]; then skip "needs $n and $make"; finish; exit; fi
if ! have valgrind; then skip "needs valgrind"; finish; exit; fi
if ! valgrind "$n" --version >/dev/null 2>&1; then skip "needs a tool that valgrind can run"; finish; exit; fi

# count FILE ARGUMENT...: instructions of the tool, into count; its output into FILE.
count() {
    count_out=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$n" "$@" >"$count_out" 2>"$tmp/log"
    count=$(sed -n 's/.*Collected : //p' "$tmp/log")
    [ -n "$count" ] || count=0
}
# rows FILE: lines, and elements of lists that are on one.
rows() { awk '{ n += 1 + gsub(/\],\[/, "") } END { print n + 0 }' "$1"; }
# linear NAME ROWS SMALL LARGE ARGUMENT...: with FILE in the arguments the report; the page of the larger one has so many rows or more.
linear() {
    linear_name=$1 lines=$2 small=$3 large=$4
    shift 4
    # shellcheck disable=SC2046
    count "$tmp/a" $(echo "$*" | sed "s|FILE|$small|g")
    a=$count
    # shellcheck disable=SC2046
    count "$tmp/b" $(echo "$*" | sed "s|FILE|$large|g")
    if [ "$a" -gt 1000 ] && [ "$count" -lt $((5 * a)) ] && [ "$(rows "$tmp/b")" -ge "$lines" ]; then ok
    else fail "$linear_name: $a instructions for a quarter, $count for the whole, $(rows "$tmp/b") rows" "$(tail -n 3 "$tmp/log")"; fi
    [ -z "${VERBOSE:-}" ] || echo "$linear_name: $a $count"
}
for k in 1000 4000; do
    "$make" --make $k lines "$tmp/l$k" "$tmp/text" && mkdir -p "$tmp/$k" && mv "$tmp/text" "$tmp/$k/a.cu"
    "$make" --make $((k * 3 / 4)) lines "$tmp/m$k"
    "$make" --make $((k / 2)) kernels "$tmp/k$k"
    "$make" --make $k sections "$tmp/s$k"
done
linear 'lines with their text and markers' 4500 "$tmp/l1000" "$tmp/l4000" source FILE
linear 'instructions with markers' 4500 "$tmp/l1000" "$tmp/l4000" source --by address FILE
linear 'the page in HTML' 16000 "$tmp/l1000" "$tmp/l4000" html FILE
linear 'a text with figures' 4500 1000 4000 source --annotate "$tmp/FILE/a.cu" "$tmp/lFILE"
linear 'lines that changed' 15 1000 4000 diff --by-line "$tmp/lFILE" "$tmp/mFILE"
linear 'names that are counted together' 2000 "$tmp/k1000" "$tmp/k4000" summary FILE
linear 'sections that extend each other' 4000 "$tmp/s1000" "$tmp/s4000" details FILE

# The code of a kernel that ran 40 times is read once: each further result costs at most 70 % of the first.
report=$(echo ../shared/corpus/ncurep/*_ab61ee62.ncu-rep)
if [ -f "$report" ]; then
    count "$tmp/a" source --by address --live --labels -c 1 "$report"
    a=$count
    count "$tmp/b" source --by address --live --labels "$report"
    if [ "$a" -gt 1000 ] && [ $(((count - a) / 39)) -lt $((a * 7 / 10)) ] && [ "$(rows "$tmp/b")" -gt 60000 ]; then ok
    else fail "the code of 40 results: $a instructions for the first, $count for all, $(rows "$tmp/b") rows"; fi
    [ -z "${VERBOSE:-}" ] || echo "the code of 40 results: $a $count"
else skip "needs ../shared"; fi
finish
