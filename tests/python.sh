# For tests of the Python package, after ". tests/lib.sh": "python_ready || skip "needs ..."" builds the shared object; $PYTHON
# then runs with the package on its path and leaves no compiled files behind.
B=${B:-build}
PYTHON=${PYTHON:-python3}
python_ready() {
    if ! have "$PYTHON" || ! "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
        skip "needs python3, 3.8 or later"
        return 1
    fi
    if ! python_out=$(make -s python B="$B" CC="${CC:-cc}" 2>&1); then
        fail "make python" "$python_out"
        return 1
    fi
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$PWD/examples/python
    case $B in
    /*) NCUREP_NATIVE=$B/python/ncurep_native.so ;;
    *) NCUREP_NATIVE=$PWD/$B/python/ncurep_native.so ;;
    esac
    export PYTHON PYTHONDONTWRITEBYTECODE PYTHONPATH NCUREP_NATIVE
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
