. tests/lib.sh
. tests/python.sh
# The tables of the Python package are those of "ncurep export".
if python_ready; then
    check "make ncurep" make -s "$B/ncurep" B="$B" CC="${CC:-cc}"
    set -- examples/data/samples/ncurep/*.ncu-rep
    if [ -d ../shared/corpus/ncurep ]; then
        set -- "$@" ../shared/oracle/ncurep/synthetic.ncu-rep
        for report in ../shared/corpus/ncurep/2020* ../shared/corpus/ncurep/2022.3*_rtx* ../shared/corpus/ncurep/2024.2*_t4* \
            ../shared/corpus/ncurep/2025.2*-rep ../shared/corpus/ncurep/old*; do set -- "$@" "$report"; done
    else
        skip "needs ../shared"
    fi
    python_counts tests/differential/python_tables.py "$B/ncurep" "$@"
fi
finish
