# Figures of the source page in a browser are those of ncurep source --json, and none is clipped.
. tests/lib.sh
corpus=../shared/corpus/ncurep
browser=$(command -v chromium || command -v google-chrome)
set -- examples/data/samples/ncurep/canopy.ncu-rep examples/data/samples/ncurep/orchard.ncu-rep
for name in 2024.3.0_a100pcie40gb_bwcurless_4376efaa 2021.2.2_a100pcie40gb_bwcurless_3b5fa236; do
    if [ -f $corpus/$name.ncu-rep ]; then set -- "$@" "$corpus/$name.ncu-rep"; fi
done
before=$corpus/2023.3.1_a100pcie40gb_bwcurless_db6c34d7.ncu-rep after=$corpus/2024.3.0_a100pcie40gb_bwcurless_4376efaa.ncu-rep
if [ -f $before ] && [ -f $after ]; then set -- "$@" $before=$after; fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
if [ -z "$browser" ]; then skip "needs chromium"
elif ! have python3; then skip "needs python3"
elif python3 tests/golden/ncurep_figures.py "$browser" "${B:-build}/ncurep" "$tmp" "$@" >"$tmp/said" 2>&1; then ok
else fail "figures in a browser" "$(head -n 30 "$tmp/said")"; fi
finish
