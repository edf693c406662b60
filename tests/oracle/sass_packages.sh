# The checks that need no listing, over the code of public packages: PACKAGES=FOLDER has their cubins and libraries.
. tests/lib.sh
tool=${B:-build}/ncurep
if [ -z "${PACKAGES:-}" ]; then skip "needs PACKAGES=FOLDER"
elif [ ! -x "$tool" ]; then skip "needs the tool ncurep"
else
    for f in "$PACKAGES"/*; do "$tool" sass --check "$f" 2>&1; done >"$work/found"
    grep -v ': parts that no table explains: ' "$work/found" >"$work/wrong" # that is no mistake
    if [ ! -s "$work/wrong" ]; then ok; else fail "packages" "$(head -n 5 "$work/wrong")"; fi
    if ! have python3; then skip "needs python3"
    else
        for f in "$PACKAGES"/*; do "$tool" sass --check --json "$f" 2>/dev/null; done >"$work/json"
        if python3 tests/oracle/sass_packages.py <"$work/json" >"$work/sums"; then ok; else fail "0.1 % or more of an architecture has no explanation"; fi
        cat "$work/sums"
    fi
fi
finish
