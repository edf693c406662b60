# The source of real reports on the HTML page in a browser: columns, sorting, search, next hottest, marks, addresses, keys.
. tests/lib.sh
corpus=../shared/corpus/ncurep
browser=$(command -v chromium || command -v google-chrome)
set --
for name in 2024.3.0_a100pcie40gb_bwcurless_4376efaa 2025.4.1_rtx5090_darrellthomas_8cde278d 2025.1.0_h100pcie_alprielse_5e5f786c; do
    [ -f $corpus/$name.ncu-rep ] && set -- "$@" "$corpus/$name.ncu-rep"
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
if [ $# -eq 0 ]; then skip "needs $corpus"
elif [ -z "$browser" ]; then skip "needs chromium"
elif ! have python3; then skip "needs python3"
elif python3 tests/golden/ncurep_browser.py "$browser" "${B:-build}/ncurep" "$tmp" "$@" >"$tmp/said" 2>&1; then ok
else fail "the source in a browser" "$(head -n 30 "$tmp/said")"; fi
finish
