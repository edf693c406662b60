#!/bin/sh
# Shows the main jobs of the tools that are built, on bundled samples and on this machine: make demo
# A function a tool; it is run when its tool is there. Needs nothing but sh and the tools.
b=${B:-build}
samples=examples/samples

bold= plain=
if [ -t 1 ] && [ -z "$NO_COLOR" ] && [ "${TERM:-dumb}" != dumb ]; then
    bold=$(printf '\033[1m') plain=$(printf '\033[0m')
fi
# title WHAT COMMAND...: what is shown, and the command, which is then run.
title() {
    printf '\n%s== %s%s\n' "$bold" "$1" "$plain"
    shift
    printf '$ %s\n\n' "$*"
    "$@"
}

demo_drmtop() {
    title 'drmtop: GPUs, an NPU and who uses them; the eighth second of a bundled recording' \
        "$b/drmtop" --once --replay $samples/drm/desktop --sweep 8
    title 'The same tool on this machine, now (without --once: a screen, ? shows its keys)' \
        "$b/drmtop" --once --interval 0.3
}

demo_drmfdinfo() {
    title 'drmfdinfo show: what the kernel prints for one open file of a GPU, explained' \
        "$b/drmfdinfo" show $samples/drm/xe.txt
    title 'drmfdinfo watch: a line of CSV a client and second (--json: of JSON)' \
        "$b/drmfdinfo" watch --replay $samples/drm/desktop --count 1 --csv --pid 4310 --pid 3520
}

demo_nvprofile() {
    title 'nvprofile which: the settings that the driver would give a program, and why' \
        "$b/nvprofile" which --file $samples/nvprofile/studio.rc --explain moonharbor
    title 'nvprofile lint: what is wrong in a file' \
        "$b/nvprofile" lint $samples/nvprofile/broken.rc
    title 'nvprofile show: the files of this machine, in the order of the search path' \
        "$b/nvprofile" show
}

demo_nvsection() {
    title 'nvsection select: what a section file asks for on a GPU, and what its filters drop' \
        "$b/nvsection" select --cc 8.6 --dropped examples/sections/Occupancy.section
}

demo_ncurep() {
    title 'ncurep summary: many kernels on one screen' \
        "$b/ncurep" summary $samples/ncurep/orchard.ncu-rep $samples/ncurep/saxpy.ncu-rep
    title 'ncurep list: the kernels of a report' "$b/ncurep" list $samples/ncurep/canopy.ncu-rep
    title 'ncurep details: what sections and rules say of one of them' \
        "$b/ncurep" details -c 1 --section SpeedOfLight --section MemoryWorkloadAnalysis $samples/ncurep/canopy.ncu-rep
    title 'ncurep source: the lines where it spends its time' \
        "$b/ncurep" source -c 1 --top 3 $samples/ncurep/canopy.ncu-rep
    title 'ncurep html: all of it as one page, with charts and what changed since an older report' \
        "$b/ncurep" html --baseline $samples/ncurep/canopy_before.ncu-rep $samples/ncurep/canopy.ncu-rep -o "$b/canopy.html"
    echo "Open it in a browser: file://$(cd "$b" && pwd)/canopy.html"
}

for tool in drmtop drmfdinfo nvprofile nvsection ncurep; do
    [ -x "$b/$tool" ] && demo_$tool
done
exit 0
