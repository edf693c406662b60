# Which place counts where a call was inlined: that of the lines that the vendor's rules marked, in every report that has any.
. tests/lib.sh
tool=${B:-build}/ncurep
if [ ! -d ../shared/corpus/ncurep ]; then skip "needs ../shared"
elif [ ! -x "$tool" ]; then skip "needs the tool ncurep"
elif ! have python3; then skip "needs python3"
elif ! out=$(python3 tests/oracle/cubin_markers.py "$tool" ../shared/corpus/ncurep/*.ncu-rep 2>&1); then fail "marked lines" "$out"
elif [ "$out" != "7 marked lines are places that count" ]; then fail "marked lines: not the 7 of 3 reports" "$out"
else ok; fi
finish
