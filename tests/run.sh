#!/bin/sh
# Runs tests one after the other and adds up what they count.
#
#   tests/run.sh PROGRAM_OR_SCRIPT...
#
# Each prints what failed or was skipped, and "N passed, N failed, N skipped" last; one that ends without that line, or
# with a failing exit code and no failure counted, is itself a failure. The closing line has the same form.
# A test that hangs fails, where the machine can tell.
limit=
if command -v timeout >/dev/null 2>&1; then limit="timeout ${TEST_LIMIT:-1800}"; fi
passed=0 failed=0 skipped=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for test in "$@"; do
    case $test in
    *.sh) $limit sh "$test" >"$log" 2>&1 ;;
    *) $limit "$test" >"$log" 2>&1 ;;
    esac
    code=$?
    last=$(tail -n 1 "$log" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p')
    set -- $last
    if [ $# -ne 3 ] || { [ $code -ne 0 ] && [ "$2" -eq 0 ]; }; then
        echo "== $test: ended with code $code and without a count"
        tail -n 30 "$log"
        failed=$((failed + 1))
        continue
    fi
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
    if [ "$2" -gt 0 ]; then
        echo "== $test: $last" | sed 's/ \([0-9]*\) \([0-9]*\) \([0-9]*\)$/ \1 passed, \2 failed, \3 skipped/'
        sed '$d' "$log"
    else
        echo "ok $test: $1 passed$([ "$3" -gt 0 ] && echo ", $3 skipped")"
        grep '^skipped: ' "$log"
    fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
