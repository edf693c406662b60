#!/bin/sh
# The best screen of each tool, on bundled samples and this machine: make demo. Needs nothing but sh and the tools.
b=${B:-build}
samples=examples/samples
reports=$samples/ncurep
COLUMNS=80
export COLUMNS

bold= plain=
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
    bold=$(printf '\033[1m') plain=$(printf '\033[0m')
fi
# tool NAME LINE...: what a tool is for.
tool() {
    printf '\n%s== %s%s\n' "$bold" "$1" "$plain"
    shift
    printf '   %s\n' "$@"
}
# shows LINES COMMAND...: the command and the first lines of what it prints.
shows() {
    lines=$1
    shift
    printf '\n%s' "$bold"
    # A long command continues on the next line.
    echo "$*" | awk '{ s = "$ " $1
        for (i = 2; i <= NF; i++) if (length(s) + length($i) > 75) { print s " \\"; s = "      " $i } else s = s " " $i
        print s }'
    printf '%s\n' "$plain"
    "$@" 2>&1 </dev/null | awk -v most="$lines" 'NR <= most { print } END { if (NR > most) printf "   ... %d more lines\n", NR - most }'
}

if [ -x "$b/ncurep" ]; then
    tool ncurep 'Reads reports of Nsight Compute (.ncu-rep), without NVIDIA software: where the' \
        'time of a GPU kernel goes, and what changed since the last report.'
    shows 12 "$b/ncurep" list $reports/canopy.ncu-rep
    shows 24 "$b/ncurep" details -c 1 --section SpeedOfLight $reports/canopy.ncu-rep
    shows 14 "$b/ncurep" diff $reports/canopy_before.ncu-rep $reports/canopy.ncu-rep
    shows 4 "$b/ncurep" html --baseline $reports/canopy_before.ncu-rep $reports/canopy.ncu-rep -o "$b/canopy.html"
    echo "The whole report as one page, with charts; open it in a browser: file://$(cd "$b" && pwd)/canopy.html"
fi
if [ -x "$b/drmtop" ]; then
    tool 'drmtop, drmfdinfo' 'Who uses which GPU or NPU, how much, and with how much memory: a screen' \
        '(drmtop), and CSV or JSON for scripts (drmfdinfo). No root needed.'
    shows 30 "$b/drmtop" --once --replay $samples/drm/desktop --sweep 8
fi
if [ -x "$b/nvprofile" ]; then
    tool nvprofile 'Application profiles of the NVIDIA driver: which settings a program gets, from' \
        'which file and rule, and what is wrong in a file.'
    shows 26 "$b/nvprofile" which --file $samples/nvprofile/studio.rc --explain moonharbor
fi
if [ -x "$b/nvsection" ]; then
    tool nvsection 'Section files of Nsight Compute: which metrics they ask for on a GPU, what' \
        'their filters drop, and what they show of a result.'
    if "$b/nvsection" --help | grep -q '^ *preview '; then
        shows 24 "$b/nvsection" preview $samples/nvsection/wave.section
    else
        shows 24 "$b/nvsection" evaluate -m $samples/nvsection/wave.json $samples/nvsection/wave.section
    fi
fi

tool 'To try next'
printf '   %-38s %s\n' "$b/drmtop" 'this machine, now; ? shows the keys' \
    "$b/ncurep html REPORT -o page.html" 'a report of yours, as one page' \
    "$b/nvprofile which PROGRAM" 'the settings of a program here' \
    'make check' 'the tests, in three minutes' \
    'make install PREFIX=/usr/local' 'headers, tools, manual pages' \
    'less drmfdinfo.h' 'a header begins with its manual'
exit 0
