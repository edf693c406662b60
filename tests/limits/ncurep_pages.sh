# Pages of many kernels and of many devices: partners, what other devices have leaves no trace, and a section that is parsed
# when it is shown says what one that was kept says.
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
finish
