. tests/lib.sh
. tests/python.sh
# The sample scripts: their output for our samples, and whether they read every real report.
samples=examples/bindings/python/samples reports=examples/data/samples/ncurep
if python_ready; then
    {
        "$PYTHON" $samples/first_look.py $reports/mixed.ncu-rep
        "$PYTHON" $samples/first_look.py $reports/saxpy.ncu-rep inst_executed absent
        "$PYTHON" $samples/nvtx_ranges.py $reports/orchard.ncu-rep
        "$PYTHON" $samples/nvtx_ranges.py $reports/orchard.ncu-rep 'sort]' -load/sort
        "$PYTHON" $samples/hot_lines.py $reports/orchard.ncu-rep
        "$PYTHON" $samples/hot_lines.py $reports/saxpy.ncu-rep smsp__pcsamp_sample_count
    } >"$B/python/samples.txt" 2>&1
    check "outputs" diff tests/golden/python_samples.txt "$B/python/samples.txt"
    awk '/^## First script/ {on = 1; next} /^[^ ]/ {on = 0} on && /^    / {print substr($0, 5)}' docs/PYTHON.md |
        sed 's|saxpy.ncu-rep|examples/data/samples/ncurep/saxpy.ncu-rep|' >"$B/python/first.py"
    check "the script of docs/PYTHON.md" test "$("$PYTHON" "$B/python/first.py" 2>&1)" = "saxpyish 18432.0 ns"
    # From a checkout, as docs/PYTHON.md says, without a variable that names the shared object.
    if [ "$B" = build ]; then
        check "a checkout after make python" env -u NCUREP_NATIVE PYTHONPATH=examples/bindings/python "$PYTHON" -B -c 'import ncurep'
    fi
    for script in $samples/*.py; do exits 1 "$script without a report" "$PYTHON" "$script"; done
    if [ -d ../shared/corpus/ncurep ]; then
        for script in $samples/*.py; do
            check "$script on real reports" "$PYTHON" -c 'import runpy, sys
main = runpy.run_path(sys.argv[1])
for path in sys.argv[2:]:
    main["main"](path, main.get("METRICS", []) if "hot" not in sys.argv[1] else "inst_executed")' "$script" \
                ../shared/corpus/ncurep/*-rep ../shared/corpus/ncurep/*-report
        done
    else
        skip "needs ../shared"
    fi
fi
finish
