#!/bin/sh
# One screen of each tool, on bundled samples: make demo. Needs nothing but sh and the tools; ends with 1 when one of them could
# not do what is shown.
b=${B:-build}
samples=examples/data/samples
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
    [ $# -eq 0 ] || printf '   %s\n' "$@"
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
    { "$@" 2>&1 </dev/null || [ $? -eq 1 ] || echo "$1 fails"; } | awk -v most="$lines" '
        NR <= most { print }
        END { if (NR > most) printf "   ... %d more lines\n", NR - most; exit / fails$/ }' || failed=1
}
failed=0

if [ -x "$b/ncurep" ]; then
    tool ncurep 'Reads reports of Nsight Compute (.ncu-rep), without NVIDIA software: where' \
        'the time of a GPU kernel goes, and what changed since the last report.'
    shows 30 "$b/ncurep" details -c 1 --section SpeedOfLight $reports/canopy.ncu-rep
fi
if [ -x "$b/drmtop" ]; then
    tool 'drmtop, drmfdinfo' 'Who uses which GPU or NPU, how much, and with how much memory: a screen' \
        '(drmtop), and CSV or JSON for scripts (drmfdinfo). No root needed.'
    shows 30 "$b/drmtop" --once --replay $samples/drm/desktop --sweep 8
fi
if [ -x "$b/nvprofile" ]; then
    tool nvprofile 'Application profiles of the NVIDIA driver: which settings a program gets,' \
        'from which file and rule, and what is wrong in a file.'
    shows 26 "$b/nvprofile" which --file $samples/nvprofile/studio.rc --explain moonharbor
fi
if [ -x "$b/nvsection" ]; then
    tool nvsection 'Section files of Nsight Compute: which metrics they ask for on a GPU, what' \
        'their filters drop, and what they show of a result.'
    shows 28 "$b/nvsection" preview -m $reports/saxpy.ncu-rep $samples/nvsection/wave.section
fi

tool 'To try next'
printf '   %-38s %s\n' "$b/ncurep html REPORT -o page.html" 'a report of yours, as one page' \
    "$b/drmtop" 'this machine, now; ? shows the keys' \
    "$b/nvprofile which PROGRAM" 'the settings of a program here'
exit $failed
