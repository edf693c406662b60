# 1,000 reports in one frame and in one dataset, which DuckDB and Spark read.
. tests/lib.sh
. tests/python.sh
tool=${B:-build}/ncurep
if [ ! -x "$tool" ]; then skip "needs the tool ncurep"
elif python_ready; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    set -- examples/data/samples/ncurep/orchard.ncu-rep examples/data/samples/ncurep/canopy.ncu-rep examples/data/samples/ncurep/saxpy.ncu-rep
    [ ! -d ../shared/corpus/ncurep ] || set -- "$@" ../shared/corpus/ncurep/*.ncu-rep
    python_counts tests/golden/python_dataset.py "$tool" "$work" "$@"
fi
finish
