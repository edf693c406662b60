# The viewer in headless Chromium and Firefox: ten real reports if ../shared/corpus is there, else the samples.
. tests/lib.sh
# count WHAT OUTPUT: takes over what its last line counts.
count() {
    said=$(echo "$2" | tail -n 1)
    case $said in
        *" passed, "*" failed, "*)
            passed=$((passed + ${said%% *}))
            said=${said#*, }
            [ "${said%% *}" = 0 ] || fail "$1" "$2" ;;
        *) fail "$1" "$2" ;;
    esac
}
B=${B:-build}
python=${PYTHON:-python3}
find_browser
chromium=$browser firefox=
for name in firefox-esr firefox; do [ "$firefox" ] || ! have $name || firefox=$name; done
# Where a piece is missing, make says which one and fails.
says 1 "clang that compiles for wasm32" env WASM_CC=false sh tools/viewer.sh check
if ! sh tools/viewer.sh check >/dev/null 2>&1; then skip "needs clang with wasm32"; finish; fi
printf '#!/bin/sh\ncase " $* " in *" -lc++abi "*) exit 1 ;; esac\nexec clang "$@"\n' >"$B/viewer/without"
chmod +x "$B/viewer/without"
says 1 "libc++abi for wasm32, for names of C++" env WASM_CC="$B/viewer/without" sh tools/viewer.sh check
out=$(${MAKE:-make} -s B="$B" viewer 2>&1)
case $out in
    *bytes) size=${out##*: } size=${size% bytes}
        if [ "$size" -le 750000 ]; then ok; else fail "the viewer takes $size bytes, above 750 KB"; fi ;;
    *) fail "make viewer" "$out" && finish
        exit 1 ;;
esac
if have "$python"; then
    corpus=../shared/corpus/ncurep
    set -- examples/data/samples/ncurep/canopy_before.ncu-rep examples/data/samples/ncurep/canopy.ncu-rep
    if [ -d $corpus ]; then
        for f in 2020.2.1_rtx3080_iamcoleman_3d528bfb 2021.2.2_a100pcie40gb_bwcurless_3b5fa236 2022.1.1_a40_eschnett_3176628c \
            2022.4.0_gtx1660ti_josiahls_632de8cf 2023.2.0_a10_spymaster2h_76e87892 2024.2.1_t4_armleth_2abc6e23 \
            2024.3.2_rtx4080super_muhammad-asfand_d07d5241 2025.1.0_h100pcie_alprielse_5e5f786c \
            2025.4.1_rtx5090_darrellthomas_8cde278d 2026.2.1_rtx5060laptopgpu_abhishek7204_ca437891; do set -- "$@" $corpus/$f.ncu-rep; done
    fi
    for browser in "$chromium" "$firefox"; do
        [ "$browser" ] || continue
        number=1000
        [ "$browser" = "$chromium" ] || number=40
        out=$("$python" tests/viewer.py "$browser" "$B/viewer.html" "$B/ncurep" $number "$@" 2>&1)
        echo "$out" | grep 'list after'
        count "tests/viewer.py in $browser" "$out"
        count "tests/viewer_site.py in $browser" "$("$python" tests/viewer_site.py "$browser" "$B" examples/data/samples/ncurep/canopy.ncu-rep examples/data/samples/ncurep/canopy_before.ncu-rep 2>&1)"
        for why in libzstd ZSTD_SOURCE; do
            case $out in *"skipped: needs "*$why*) skip "needs $why" ;; esac
        done
    done
    if [ "$chromium" ] && have node; then
        count "tests/vscode_page.py" "$("$python" tests/vscode_page.py "$chromium" "$B/viewer.html" examples/data/samples/ncurep/saxpy.ncu-rep saxpy 2>&1)"
    else skip "needs Chromium and node"; fi
    [ "$chromium" ] || skip "needs Chromium"
    [ "$firefox" ] || skip "needs Firefox"
else skip "needs python3"
fi
finish
