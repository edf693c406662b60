# The checks that need no listing, over the code of public packages: PACKAGES=FOLDER has their cubins and libraries.
. tests/lib.sh
tool=${B:-build}/ncurep
if [ -z "${PACKAGES:-}" ]; then skip "needs PACKAGES=FOLDER"
elif [ ! -x "$tool" ]; then skip "needs the tool ncurep"
else
    for f in "$PACKAGES"/*; do "$tool" sass --check "$f" 2>&1; done >"$work/found"
    # An unknown part is no mistake; LOP3 keeps a bit of an undefined register, STL saves one.
    grep -v -e ': parts that no table explains: ' -e ': \(@!\{0,1\}P[0-9] \)\{0,1\}\(LOP3\.LUT\|STL\)[^:]*: reads R' "$work/found" >"$work/wrong"
    if [ ! -s "$work/wrong" ]; then ok; else fail "packages" "$(head -n 5 "$work/wrong")"; fi
fi
finish
