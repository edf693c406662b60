# Pages of the samples and of ten real reports in headless Chromium: what they look like, against tests/golden/screens and
# ../shared/golden/screens, and what they are to people who do not see them or have no mouse. And what one does with charts,
# and a source in a window that changes.
# UPDATE=1 sh tests/meta/screens.sh stores what the pages look like now: look at a page of each kind before you keep it. What is
# stored of a report that is not in the repository stays out of it, too.
. tests/lib.sh
B=${B:-build}
python=${PYTHON:-python3}
corpus=../shared/corpus/ncurep stored=../shared/golden/screens samples="saxpy orchard mixed canopy"
work=$B/screens
find_browser
mkdir -p "$work"
if [ -z "$browser" ]; then skip "needs chromium"
elif ! have "$python"; then skip "needs python3"
else
    set --
    # shellcheck disable=SC2086
    counted "what pages of samples look like" "$python" -B tests/screens.py $browser "$B/ncurep" examples/data/samples/ncurep tests/golden/screens "$work" $samples
    for name in $samples; do set -- "$@" examples/data/samples/ncurep/$name.ncu-rep; done
    if [ -d $corpus ]; then
        if [ -d $stored ] || [ "${UPDATE:-}" ]; then
            counted "what pages look like" "$python" -B tests/screens.py $browser "$B/ncurep" $corpus $stored "$work"
        else skip "needs $stored, which UPDATE=1 makes"; fi
        # shellcheck disable=SC2046
        set -- "$@" $("$python" -B tests/screens.py $corpus)
    else skip "needs $corpus"; fi
    counted "the source in a window that changes" "$python" -B tests/source_page.py $browser "$B/ncurep" "$work" examples/data/samples/ncurep/canopy.ncu-rep \
        $(ls $corpus/*_4376efaa.ncu-rep $corpus/*_b6420cbf.ncu-rep $corpus/*_f81bcb13.ncu-rep 2>"$work/none")
    counted "what one does with charts" "$python" -B tests/chart_page.py $browser "$B/ncurep" "$work" examples/data/samples/ncurep/canopy.ncu-rep
    if [ -d $corpus ]; then
        counted "the occupancy calculator" "$python" -B tests/occupancy_page.py $browser "$B/ncurep" "$work" $corpus/2020.2.1_rtx3080_iamcoleman_3d528bfb.ncu-rep \
            $corpus/2021.3.1_gtx1650_bautista-garcia_74ef3945.ncu-rep $corpus/2022.4.0_a40_eschnett_f81bcb13.ncu-rep $corpus/2023.2.0_a10_spymaster2h_76e87892.ncu-rep \
            $corpus/2024.2.1_t4_armleth_2abc6e23.ncu-rep $corpus/2025.1.0_h100pcie_alprielse_5e5f786c.ncu-rep $corpus/2026.2.1_rtx5060laptopgpu_abhishek7204_ca437891.ncu-rep
    fi
    counted "what pages are to those who do not see them" "$python" -B tests/access.py $browser "$B/ncurep" "$work" "$@"
fi
finish
