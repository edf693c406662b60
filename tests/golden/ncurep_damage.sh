# A report that is cut: every verb but dump says so on standard error and by exit code 3, and where the page goes, too, in every format
# that has room for it.
. tests/lib.sh
n=${B:-build}/ncurep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C COLUMNS=80
export LC_ALL COLUMNS

# tells WORDS VERB OPTIONS...: exit code 3, "cut" on standard error, WORDS in the output ("": it holds rows alone).
tells() {
    tells_words=$1
    shift
    "$n" "$@" "$cut" >"$tmp/out" 2>"$tmp/err" </dev/null
    tells_code=$?
    if [ $tells_code -ne 3 ]; then fail "$* on $cut: expected exit code 3, found $tells_code"
    elif ! grep -q 'is cut\|is incomplete' "$tmp/err"; then fail "$* on $cut: standard error does not say that it is cut" "$(cat "$tmp/err")"
    elif [ -n "$tells_words" ] && ! grep -q "$tells_words" "$tmp/out"; then fail "$* on $cut: the page does not say $tells_words" "$(tail -n 3 "$tmp/out")"
    else ok; fi
}
matrix() { # FILE BYTES
    cut=$tmp/cut.ncu-rep
    head -c "$2" "$1" >"$cut"
    for verb in list raw details source session strings blocks unknown cubin summary digest; do
        tells 'is cut' $verb
        tells '"cut": true' $verb --json
        [ $verb = digest ] || tells '' $verb --csv
    done
    tells 'is cut' check
    tells 'the file is cut' check --json
    tells 'is cut' details --md
    tells 'role="alert"' html
    for verb in lines follow sass 'lines --text' 'raw --long --csv' 'export --json' 'export --table results' 'export --table instances' \
        'export --table warp-samples' 'export --folded nvtx' 'export --folded calls' 'slice -o made' 'anonymize -o made' "diff $1"; do
        tells '' $verb
    done
    tells 'is cut' diff "$cut"
    tells '"cut": true' diff --json "$cut"
    tells '"damaged":\[{"file":.*"cut":true' export --trace
    # dump prints its canonical result of what is cut, too, with a line that says so: that is no failure.
    "$n" dump "$cut" >"$tmp/out" 2>"$tmp/err"
    tells_code=$?
    if [ $tells_code -eq 0 ] && grep -q '"line":"truncated"' "$tmp/out"; then ok
    else fail "dump $cut: exit code $tells_code" "$(cat "$tmp/err")" "$(tail -n 3 "$tmp/out")"; fi
}
here=$(pwd)
n=$(cd "$(dirname "$n")" && pwd)/ncurep
cd "$tmp" || exit 1
matrix "$here/examples/data/samples/ncurep/canopy.ncu-rep" 20000
for report in 2021.2.2_a100pcie40gb_bwd29_c88509f0 2025.1.0_h100pcie_alprielse_5e5f786c; do
    if [ -f "$here/../shared/corpus/ncurep/$report.ncu-rep" ]; then matrix "$here/../shared/corpus/ncurep/$report.ncu-rep" 150000
    else skip "needs ../shared/corpus/ncurep/$report.ncu-rep"; fi
done
if [ -e made ]; then fail "a report was written from one that is cut"; else ok; fi
finish
