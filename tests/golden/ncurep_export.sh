# What ncurep export writes loads into DuckDB and pandas, and is a valid trace. PYTHON=... names one that has these packages.
. tests/lib.sh
tool=${B:-build}/ncurep
python=
for p in ${PYTHON:-} python3; do
    [ -n "$python" ] || ! "$p" -c '' 2>/dev/null || python=$p
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ ! -x "$tool" ]; then skip "needs the tool ncurep"
elif [ -z "$python" ]; then skip "needs python3"
else
    out=$("$python" tests/golden/ncurep_export.py "$tool" "$work" examples/data/samples/ncurep/*.ncu-rep 2>&1)
    set -- $(printf '%s\n' "$out" | sed -n '$s/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p')
    if [ $# -ne 3 ]; then fail "loading stopped" "$(printf '%s\n' "$out" | tail -n 20)"
    else
        passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
        printf '%s\n' "$out" | grep '^FAILED\|^skipped' | head -n 30
    fi
fi
finish
