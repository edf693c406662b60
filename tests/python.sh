# For tests of the Python package, after ". tests/lib.sh": python_ready installs the wheels of the package and of the shim in
# $B/python/site. $PYTHON then finds them, and nothing of examples/bindings/python, and leaves no compiled files behind.
B=${B:-build}
PYTHON=${PYTHON:-python3}
python_ready() {
    if ! have "$PYTHON" || ! "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
        skip "needs python3, 3.8 or later"
        return 1
    fi
    # Tests that run side by side build it once.
    python_lock=
    if have flock; then
        mkdir -p "$B"
        python_lock="flock $B/python.lock"
    fi
    if ! python_out=$($python_lock make -s "$B/python/site/ncurep/__init__.py" B="$B" CC="${CC:-cc}" PYTHON="$PYTHON" 2>&1); then
        fail "install the package" "$python_out"
        return 1
    fi
    unset NCUREP_NATIVE
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$(cd "$B/python/site" && pwd)
    export PYTHON PYTHONDONTWRITEBYTECODE PYTHONPATH
    check "the installed package" "$PYTHON" -c 'import ncurep, ncu_report, os, sys
for m in (ncurep, ncu_report, ncurep._native):
    assert m.__file__.startswith(os.environ["PYTHONPATH"] + os.sep), m
assert ncurep._native.lib._name.startswith(os.environ["PYTHONPATH"] + os.sep)'
}
# python_counts FILE [ARGUMENT]...: runs a unittest file and takes over what it counts.
python_counts() {
    python_out=$("$PYTHON" "$@" 2>&1)
    python_last=$(printf '%s\n' "$python_out" | tail -n 1 | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p')
    printf '%s\n' "$python_out" | grep '^skipped: '
    if [ -z "$python_last" ]; then
        fail "$1" "$python_out"
        return
    fi
    set -- "$1" $python_last
    passed=$((passed + $2)) failed=$((failed + $3)) skipped=$((skipped + $4))
    [ "$3" -eq 0 ] || { echo "FAILED $1"; printf '%s\n' "$python_out" | head -n 60; }
}
