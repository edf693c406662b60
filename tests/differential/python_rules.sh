. tests/lib.sh
. tests/python.sh
# Rules in Python against native ones, on the samples, on reports made by chance, and on real ones where they are.
if python_ready; then
    check "make ncurep" make -s "$B/ncurep" B="$B" CC="${CC:-cc}"
    set -- examples/samples/ncurep/*.ncu-rep
    for report in ../shared/corpus/ncurep/*.ncu-rep; do
        if [ -f "$report" ]; then set -- "$@" "$report"; fi
    done
    check "rules in Python say what the native ones say" "$PYTHON" tests/differential/python_rules.py "$B/ncurep" "$@"
    echo "$check_out" | tail -n 1
fi
finish
