#!/bin/sh
# Runs tests, as many at a time as JOBS says (default 1), and adds up what they count.
#
#   tests/run.sh PROGRAM_OR_SCRIPT...
#
# Each prints what failed or was skipped, and "N passed, N failed, N skipped" last; one that ends without that line, or
# with a failing exit code and no failure counted, is itself a failure. The closing line has the same form; before it comes
# what was skipped, by reason. A test that hangs fails, where the machine can tell.
limit=
if command -v timeout >/dev/null 2>&1; then limit="timeout ${TEST_LIMIT:-1800}"; fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# one NUMBER TEST: runs it, prints what it has to say, and leaves what it counts.
one() {
    log=$work/$1.log
    case $2 in
    *.sh) $limit sh "$2" >"$log" 2>&1 </dev/null ;;
    *) $limit "$2" >"$log" 2>&1 </dev/null ;;
    esac
    code=$?
    number=$1 test=$2
    set -- $(tail -n 1 "$log" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p')
    if [ $# -ne 3 ] || { [ $code -ne 0 ] && [ "$2" -eq 0 ]; }; then
        { echo "== $test: ended with code $code and without a count"; tail -n 30 "$log"; } >"$log.say"
        set -- 0 1 0
    elif [ "$2" -gt 0 ]; then
        { echo "== $test: $1 passed, $2 failed, $3 skipped"; sed '$d' "$log"; } >"$log.say"
    else
        echo "ok $test: $1 passed$([ "$3" -eq 0 ] || echo ", $3 skipped")" >"$log.say"
    fi
    cat "$log.say"
    [ "$2" -eq 0 ] || echo "$test" >"$work/$number.failed"
    echo "$1 $2 $3" >"$work/$number.count"
}

# A worker takes each test that no other has taken.
worker() {
    taken=0
    for name in "$@"; do
        taken=$((taken + 1))
        mkdir "$work/$taken" 2>/dev/null && one $taken "$name"
    done
}
job=1
while [ $job -lt "${JOBS:-1}" ]; do
    worker "$@" &
    job=$((job + 1))
done
worker "$@"
wait

# The same reason once, with the number of tests and where.
number=0
for test in "$@"; do
    number=$((number + 1))
    [ -f "$work/$number.log" ] && sed -n "s|^skipped: |$test	|p" "$work/$number.log"
done | awk -F '\t' '
    { why = $2; if (match(why, /needs .*/)) why = substr(why, RSTART); sub(/^needs \.\.\/shared.*/, "needs ../shared", why); sub(/.*\//, "", $1); n[why]++
      if (!((why, $1) in seen)) { seen[why, $1]; where[why] = where[why] " " $1 } }
    END { for (why in n) printf "skipped: %s (%d:%s)\n", why, n[why], where[why] }' | LC_ALL=C sort
cat "$work"/*.failed 2>/dev/null | sed 's/^/failed: /'
cat "$work"/*.count 2>/dev/null | awk -v tests=$# '
    { p += $1; f += $2; s += $3 }
    END { f += tests - NR; printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0 }'
