# Every result of every report with several: nvsection evaluate -s N shows what ncurep details shows of result N.
. tests/lib.sh
tools=${B:-build}
if ! have python3; then skip "needs python3"; finish; exit; fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# compares NAME REPORT...
compares() {
    compares_name=$1
    shift
    python3 tests/golden/nvsection_evaluate.py "$tools" examples/data/sections "$@" >"$tmp/out" 2>&1
    compares_code=$?
    passed=$((passed + $(grep -c '^ok ' "$tmp/out")))
    if [ $compares_code = 0 ]; then ok; else fail "$compares_name" "$(grep -v '^ok ' "$tmp/out")"; fi
}
compares "bundled reports" examples/data/samples/ncurep/*.ncu-rep
if [ -d ../shared/corpus/ncurep ]; then compares "reports of the corpus" ../shared/corpus/ncurep/*.ncu-rep; else skip "needs ../shared/corpus/ncurep"; fi
finish
