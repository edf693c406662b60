. tests/lib.sh
. tests/python.sh
# Every value of every corpus report, from Python: its canonical dump is that of the reference.
expected=../shared/oracle/ncurep/SHA256SUMS
if [ ! -f $expected ]; then
    skip "needs ../shared"
elif python_ready; then
    check "canonical dumps" "$PYTHON" tests/oracle/ncurep_python.py $expected ../shared/corpus/ncurep/*-rep \
        ../shared/corpus/ncurep/*-report ../shared/oracle/ncurep/synthetic.ncu-rep
fi
finish
