# Lines and branches of each header in tests/meta/coverage.txt that its own tests reach, all tests added up; fails below the
# bars given there. LIST=lines or LIST=branches prints what is not reached. Needs gcc and gcov.
. tests/lib.sh
. tests/compile.sh
if ! have gcc || ! have gcov; then
    skip "needs gcov"
    finish
    exit
fi
grep -v '^#' tests/meta/coverage.txt >"$work/bars"
while read -r h line_bar branch_bar rest; do
    [ -f "$h" ] || continue
    n=${h%.h} dir=$work/${h%.h}
    mkdir -p "$dir"
    : >"$dir/all.gcov"
    for t in tests/unit/"$n"_*.c tests/golden/"$n"*.c tests/fault/"$n"*.c tests/limits/"$n"*.c tests/differential/"$n"*.c; do
        [ -f "$t" ] || continue
        o=$dir/$(printf %s "${t%.c}" | tr / -)
        if ! out=$(gcc -std=c99 $posix -I. -Itests -ffp-contract=off -O0 --coverage -c -o "$o.o" "$t" 2>&1 &&
            gcc --coverage -o "$o" "$o.o" 2>&1); then
            fail "$t does not build" "$out"
            continue
        fi
        "$o" >"$o.out" 2>&1 || fail "$t fails" "$(tail -n 5 "$o.out")"
        gcov -b -c -t -o "$dir" "$o.o" 2>/dev/null >>"$dir/all.gcov"
    done
    # Counts are added by line, and for branches by line and number on it.
    awk -v h="$h" -v list="${LIST:-}" '
        / 0:Source:/ { on = $0 ~ ":" h "$" || $0 ~ "/" h "$"; next }
        !on { next }
        /^ *[^ :]+: *[0-9]+:/ {
            split($0, part, ":")
            line = part[2] + 0
            gsub(/[ *]/, "", part[1])
            if (part[1] == "-") next
            seen[line] = 1
            if (part[1] ~ /^[0-9]/) hit[line] += part[1]
            text[line] = substr($0, index($0, part[2] ":") + length(part[2]) + 1)
            next
        }
        /^branch/ {
            key = line SUBSEP $2
            branch[key] = 1
            if ($3 == "taken") taken[key] += $4
        }
        END {
            for (l in seen) { lines++; if (hit[l] > 0) good++; else missed[++m] = l }
            for (k in branch) { branches++; if (taken[k] > 0) full++; else { split(k, part, SUBSEP); half[part[1]]++ } }
            if (list == "lines") for (i = 1; i <= m; i++) printf "%s:%d:%s\n", h, missed[i], text[missed[i]] | "sort -t: -k2n >&2"
            if (list == "branches") for (l in half) printf "%s:%d: %d not taken:%s\n", h, l, half[l], text[l] | "sort -t: -k2n >&2"
            printf "%d %d %d %d\n", good, lines, full, branches
        }' "$dir/all.gcov" >"$dir/sum"
    read -r good lines full branches <"$dir/sum"
    if [ "$lines" -eq 0 ]; then fail "$h: no coverage was measured"; continue; fi
    echo "$h: $good of $lines lines, $full of $branches branches"
    [ $((good * 1000)) -ge "$(echo "$line_bar $lines" | awk '{ printf "%d", $1 * 10 * $2 }')" ] && ok ||
        fail "$h: lines covered are below $line_bar %"
    [ $((full * 1000)) -ge "$(echo "$branch_bar $branches" | awk '{ printf "%d", $1 * 10 * $2 }')" ] && ok ||
        fail "$h: branches covered are below $branch_bar %"
done <"$work/bars"
finish
