# Line tables of the sample cubins, once compared with readelf and by hand.
. tests/lib.sh
B=${B:-build}
for want in tests/golden/ncurep_lines/*.jsonl; do
    name=$(basename "$want" .jsonl)
    if "$B/ncurep" lines "examples/data/samples/ncurep/$name.cubin" | cmp -s - "$want"; then ok; else
        fail "$name" "$("$B/ncurep" lines "examples/data/samples/ncurep/$name.cubin" | diff "$want" - | cut -c 1-300)"
    fi
done
# A report prints a line for each module, and then the same.
if [ "$("$B/ncurep" lines examples/data/samples/ncurep/saxpy.ncu-rep)" = '{"module":94489280513}
'"$(cat tests/golden/ncurep_lines/nested_sm80.jsonl)" ]; then ok; else fail "lines of a report"; fi
exits 3 "lines of a file that is not there" "$B/ncurep" lines build/no-such-file
exits 3 "lines of a text" "$B/ncurep" lines Makefile
exits 2 "lines without a file" "$B/ncurep" lines
finish
