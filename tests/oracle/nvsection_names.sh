# Names of metrics of a GPU, as the tool explains them that has never seen one of its generation.
. tests/lib.sh
b=${B:-build}
reports=../shared/corpus/ncurep metrics=../shared/corpus/metrics
if ! have python3; then skip "needs python3"; finish; exit; fi
if [ ! -d $reports ] || [ ! -d $metrics ]; then skip "needs ../shared/corpus"; finish; exit; fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# The file that may need a library of C++ is compiled without it.
objects=$(ls examples/tools/nvsection/*.c examples/shared/rules/*.c examples/shared/report/*/*.c examples/shared/write/*.c examples/shared/lsp/*.c \
    examples/shared/listen/*.c examples/shared/cli/*.c |
    grep -v -e /grammar.c -e /demangle.c | sed "s,^examples/\(.*\)c\$,$b/obj/\1o,")
for cc in 75 80 86 90 100 120; do
    python3 tools/catalogue.py $metrics ../shared/corpus/section "$tmp/without.inc" $cc >/dev/null
    if ${CC:-cc} -std=c99 -O1 -D_POSIX_C_SOURCE=200809L -I. -Iexamples/shared -DCATALOGUE="\"$tmp/without.inc\"" -c -o "$tmp/grammar.o" examples/tools/nvsection/grammar.c &&
        ${CC:-cc} -std=c99 -D_POSIX_C_SOURCE=200809L -I. -Iexamples/shared -c -o "$tmp/demangle.o" examples/shared/report/input/demangle.c &&
        { ${CC:-cc} -o "$tmp/nvsection" "$tmp/grammar.o" "$tmp/demangle.o" $objects -lm -lzstd || ${CC:-cc} -o "$tmp/nvsection" "$tmp/grammar.o" "$tmp/demangle.o" $objects -lm; } 2>"$tmp/err"; then
        if python3 tests/golden/nvsection_names.py "$b" unseen "$tmp/nvsection" $cc $reports/*.ncu-rep >"$tmp/out" 2>&1; then ok
        else fail "names of reports of cc $cc, from those of other GPUs" "$(cat "$tmp/out")"; fi
        [ -z "${SHOW:-}" ] || cat "$tmp/out"
    elif have "${CC:-cc}"; then fail "the tool without what is known of cc $cc" "$(cat "$tmp/err")"
    else skip "needs a compiler"; fi
done
finish
