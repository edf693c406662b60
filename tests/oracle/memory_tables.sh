# Figures of memory tables are those that the profiler made of the same counters by itself, in all public reports.
. tests/lib.sh
n=${B:-build}/ncurep
python=${PYTHON:-python3}
c=../shared/corpus/ncurep
if [ ! -d $c ]; then
    skip "needs ../shared"
elif ! have "$python"; then
    skip "needs python3"
else
    found=$("$python" tests/oracle/memory_tables.py "$n" $c/20*.ncu-rep)
    case $found in
        *differ*) fail "memory tables" "$found" ;;
        [3-9][0-9][0-9]' equal'*) ok ;;
        *) fail "too few figures are compared" "$found" ;;
    esac
fi
finish
