# The checks that need no listing, over the cubins of public packages: CUBINS=FOLDER names a folder of them, unpacked.
. tests/lib.sh
tool=${B:-build}/ncurep
if [ -z "${CUBINS:-}" ]; then skip "needs CUBINS=FOLDER"
elif [ ! -x "$tool" ]; then skip "needs the tool ncurep"
else
    for f in "$CUBINS"/*.cubin; do "$tool" sass --check "$f" 2>&1; done >"$work/found"
    # An unknown part is no mistake; LOP3 keeps a bit of an undefined register, STL saves one.
    grep -v -e ': parts that no table explains: ' -e ': \(@!\{0,1\}P[0-9] \)\{0,1\}\(LOP3\.LUT\|STL\)[^:]*: reads R' "$work/found" >"$work/wrong"
    if [ ! -s "$work/wrong" ]; then ok; else fail "packages" "$(head -n 5 "$work/wrong")"; fi
fi
finish
