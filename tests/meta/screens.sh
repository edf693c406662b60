# Pages of ten real reports in headless Chromium: what they look like, against tests/golden/screens, and what they are to people who
# do not see them or have no mouse; of that the samples as well. And what one does with charts.
# UPDATE=1 sh tests/meta/screens.sh stores what the pages look like now: look at a page of each kind before you keep it.
. tests/lib.sh
B=${B:-build}
python=${PYTHON:-python3}
corpus=../shared/corpus/ncurep
work=$B/screens
find_browser
mkdir -p "$work"
if [ -z "$browser" ]; then skip "needs chromium"
elif ! have "$python"; then skip "needs python3"
else
    set --
    for name in saxpy orchard mixed canopy; do set -- "$@" examples/data/samples/ncurep/$name.ncu-rep; done
    if [ -d $corpus ]; then
        counted "what pages look like" "$python" -B tests/screens.py $browser "$B/ncurep" $corpus tests/golden/screens "$work"
        # shellcheck disable=SC2046
        set -- "$@" $("$python" -B tests/screens.py $corpus)
    else skip "needs $corpus"; fi
    counted "what one does with charts" "$python" -B tests/chart_page.py $browser "$B/ncurep" "$work" examples/data/samples/ncurep/canopy.ncu-rep
    counted "what pages are to those who do not see them" "$python" -B tests/access.py $browser "$B/ncurep" "$work" "$@"
fi
finish
