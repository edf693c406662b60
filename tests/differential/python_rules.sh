. tests/lib.sh
. tests/python.sh
# Rules in Python against native ones, on the samples, on reports made by chance, and on real ones where they are. Then
# reports with their findings, as the native tool reads them.
if python_ready; then
    check "make ncurep" make -s "$B/ncurep" B="$B" CC="${CC:-cc}"
    set -- examples/data/samples/ncurep/*.ncu-rep
    for report in ../shared/corpus/ncurep/*.ncu-rep; do
        if [ -f "$report" ]; then set -- "$@" "$report"; fi
    done
    check "rules in Python say what the native ones say" "$PYTHON" tests/differential/python_rules.py "$B/ncurep" "$@"
    dir=$(mktemp -d)
    trap 'rm -rf "$dir"' EXIT
    for report in examples/data/samples/ncurep/orchard.ncu-rep examples/data/samples/ncurep/mixed.ncu-rep; do
        check "write findings of $report" "$PYTHON" -m ncurep rules "$report" --rules-folder examples/bindings/python/rules --write "$dir/new.ncu-rep"
        check "check the new report" "$B/ncurep" check "$dir/new.ncu-rep"
        "$B/ncurep" raw "$report" >"$dir/old.txt"
        "$B/ncurep" raw "$dir/new.ncu-rep" | sed "s#$dir/new.ncu-rep#$report#" >"$dir/new.txt"
        check "the same metrics" cmp "$dir/old.txt" "$dir/new.txt"
    done
fi
finish
