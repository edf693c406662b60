# For the scripts of tests/oracle, after tests/lib.sh: canonical outputs of a tool against ../shared/oracle. Each equal
# output is a passed test, each other one a failed test.
oracle() { # suite, tool
    compare=../shared/oracle/compare.py
    if [ ! -f $compare ]; then skip "needs ../shared"; return; fi
    if ! have python3; then skip "needs python3"; return; fi
    if [ ! -x "${B:-build}/$2" ]; then skip "needs the tool $2"; return; fi
    oracle_out=$(python3 $compare "$1" "${B:-build}" 2>&1)
    set -- "$1" $(printf '%s\n' "$oracle_out" | sed -n 's/^.*: \([0-9]*\) of \([0-9]*\) equal$/\1 \2/p')
    if [ $# -ne 3 ] || [ "$3" -eq 0 ]; then fail "$1: nothing was compared" "$oracle_out"; return; fi
    passed=$((passed + $2))
    [ "$2" -eq "$3" ] || fail "$1: $(($3 - $2)) of $3 outputs differ" "$oracle_out"
    [ "$2" -eq "$3" ] || failed=$((failed + $3 - $2 - 1))
}
