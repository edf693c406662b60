# Pages of reports four times as long take no more than five times the instructions, by callgrind: names, lines, texts and
# markers, which the report chooses, are looked up through an index. A search within a loop takes sixteen times.
. tests/lib.sh
b=${B:-build}
here=$PWD n=$b/ncurep make=$b/tests/limits/ncurep_pages
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C COLUMNS=120 PATH=/usr/bin:/bin
export LC_ALL COLUMNS PATH
if [ ! -x "$n" ] || [ ! -x "$make" ]; then skip "needs $n and $make"; finish; exit; fi

# Each kernel finds its partner among many.
"$make" --make 1500 kernels "$tmp/before"
"$make" --make 2000 kernels "$tmp/after"
"$n" diff --match name "$tmp/before" "$tmp/after" >"$tmp/out"
if [ "$(grep -c 'none of .* metrics changed' "$tmp/out")" -eq 1500 ] && [ "$(grep -c '^only after: ' "$tmp/out")" -eq 500 ] &&
    ! grep -q '^only before' "$tmp/out"; then ok; else fail 'partners among many' "$(tail -n 3 "$tmp/out")"; fi

# What a section has for other devices leaves no trace, little of it or much, which is not even parsed.
mkdir "$tmp/little" "$tmp/much"
"$make" --make 3 devices "$tmp/little/r.ncu-rep"
"$make" --make 300 devices "$tmp/much/r.ncu-rep"
for page in details 'details --print-details all' 'details --print-details all --json' 'details --print-details all --csv' html 'chart -c 1 --chart 1 --svg'; do
    for size in little much; do # shellcheck disable=SC2086
        (cd "$tmp/$size" && "$here/$n" $page r.ncu-rep) >"$tmp/$size.out" 2>&1
    done
    sed 's/[0-9,.]* [KM]*B\b/SIZE/g' "$tmp/little.out" >"$tmp/little.same"
    sed 's/[0-9,.]* [KM]*B\b/SIZE/g' "$tmp/much.out" >"$tmp/much.same"
    if [ -s "$tmp/much.same" ] && cmp -s "$tmp/little.same" "$tmp/much.same"; then ok
    else fail "$page: what is for other devices" "$(diff "$tmp/little.same" "$tmp/much.same" | head -n 5)"; fi
done
if "$n" details --print-details all --json "$tmp/much/r.ncu-rep" | grep -c '"label": "mark . for 1[02]0' >"$tmp/out" && [ "$(cat "$tmp/out")" -eq 6 ]; then ok
else fail 'marks for this device' "$(cat "$tmp/out")"; fi

# Sections of a report with one result are parsed when they are shown, those of several are kept: the pages are the same.
for report in "$tmp/much/r.ncu-rep" examples/data/samples/ncurep/canopy.ncu-rep examples/data/samples/ncurep/saxpy.ncu-rep; do
    "$n" slice -c 1 "$report" -o "$tmp/one" 2>"$tmp/log" && "$n" merge "$tmp/one" "$tmp/one" -o "$tmp/two" 2>>"$tmp/log"
    for page in details 'details --print-details all' 'details --print-details all --json' 'details --csv' 'details --rules' source \
        'source --counters all --json' summary; do
        for file in one two; do # shellcheck disable=SC2086
            "$n" $page -c 1 "$tmp/$file" 2>&1 | sed "s|$tmp/$file|FILE|g; s/FILE: [12] results* /FILE: results /" >"$tmp/$file.out"
        done
        if [ "$(wc -c <"$tmp/two.out")" -gt 100 ] && cmp -s "$tmp/one.out" "$tmp/two.out"; then ok
        else fail "$page of $report: one result or two" "$(diff "$tmp/one.out" "$tmp/two.out" | head -n 5)"; fi
    done
done
got=$("$n" details "$tmp/much/r.ncu-rep" | grep -c -e 'First  *700$' -e 'Second  *600$')
if [ "$got" -eq 2 ]; then ok; else fail 'namesakes' "$("$n" details "$tmp/much/r.ncu-rep" | tail -n 20)"; fi

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
