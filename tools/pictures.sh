#!/bin/sh
# Makes the pictures of README.md and docs/REPORTS.md from what the tools print: make pictures
set -eu
cd "$(dirname "$0")/.."
b=${B:-build} s=examples/data/samples python=${PYTHON:-python3}
COLUMNS=92
export COLUMNS
picture() { # name, command as shown, command
    name=$1 shown=$2
    shift 2
    { "$@" 2>&1 || [ $? -eq 1 ]; } | head -n 34 | "$python" tools/picture.py "$shown" >"docs/pictures/$name.svg"
}
picture drmtop "drmtop --replay $s/drm/desktop" $b/drmtop --once --color=always --replay $s/drm/desktop --sweep 8
picture drmfdinfo "drmfdinfo show $s/drm/xe.txt" $b/drmfdinfo show --color=always $s/drm/xe.txt
picture nvprofile "nvprofile lint $s/nvprofile/broken.rc" $b/nvprofile lint --color=always $s/nvprofile/broken.rc
# Pages and charts for docs/REPORTS.md, if there is a Chromium.
for browser in chromium chromium-browser google-chrome; do
    if command -v $browser >/dev/null 2>&1; then
        "$python" tools/charts.py $b/ncurep $browser docs/pictures
        ! ${MAKE:-make} -s viewer || "$python" tools/viewer_picture.py $browser $b/viewer.html docs/pictures/viewer.png \
            $s/ncurep/canopy.ncu-rep $s/ncurep/canopy_before.ncu-rep
        break
    fi
done
picture ncurep "ncurep summary B; ncurep source -c 1 --top 3 --baseline A B; ncurep diff -c 1 A B" sh -c \
    "$b/ncurep summary --color=always $s/ncurep/canopy.ncu-rep; echo; $b/ncurep source --color=always -c 1 --top 3 --baseline $s/ncurep/canopy_before.ncu-rep $s/ncurep/canopy.ncu-rep; echo; $b/ncurep diff --color=always -c 1 $s/ncurep/canopy_before.ncu-rep $s/ncurep/canopy.ncu-rep"
picture nvsection "nvsection select --cc 8.6 --dropped examples/data/sections/Occupancy.section" \
    $b/nvsection select --cc 8.6 --dropped --color=always examples/data/sections/Occupancy.section
