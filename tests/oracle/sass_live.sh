# Registers that instructions read and write, in every report with machine code.
. tests/lib.sh
tool=${B:-build}/ncurep
if [ ! -d ../shared/corpus/ncurep ]; then skip "needs ../shared"
elif [ ! -x "$tool" ]; then skip "needs the tool ncurep"
elif ! have python3; then skip "needs python3"
else
    out=$(python3 tests/oracle/sass_live.py "$tool" ../shared/corpus/ncurep/*report ../shared/corpus/ncurep/*.ncu-rep 2>&1)
    # The rest read values that no way through the code has written (bits of an undefined flag, the other half of a PRMT), or
    # two calls inside one function share a return.
    set -- $out
    if [ "$1 $3 $5 $7 $9 ${11}" != "functions kernels clean unknown instructions wrong" ]; then fail "sass_live.py" "$out"
    elif [ "${12}" -ne 0 ]; then fail "registers of instructions" "$out"
    elif [ "$2" -lt 317 ] || [ "$4" -lt 255 ] || [ "$6" -lt 229 ] || [ "$8" -gt 62 ] || [ "${10}" -lt 210000 ]; then fail "fewer functions than before" "$out"
    else ok; fi
fi
finish
