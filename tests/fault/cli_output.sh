# -o FILE of every tool: writing fails at each call in turn, or the power fails there; the old or the new file is complete.
. tests/lib.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for tool in ${B:-build}/nvprofile ${B:-build}/ncurep ${B:-build}/drmtop; do [ ! -x "$tool" ] || break; done
. tests/broken.sh
[ $have_preload -eq 1 ] || { finish; exit; }
samples=examples/data/samples
# each TOOL ARGUMENT...
each() {
    tool=${B:-build}/$1
    each_name=$1
    shift
    if [ ! -x "$tool" ]; then skip "needs the tool $each_name"; return; fi
    for call in fflush fsync rename; do broken "$each_name" $call fail "$@"; done
    for call in fsync rename; do broken "$each_name" $call kill "$@"; done
}
# A failing fsync that keeps the old file shows that it comes before the rename.
each ncurep list $samples/ncurep/orchard.ncu-rep
each nvprofile which --file $samples/nvprofile/studio.rc moonharbor
each nvsection select --cc 8.6 examples/data/sections/Occupancy.section
each drmfdinfo show $samples/drm/xe.txt
each drmtop --once --replay $samples/drm/desktop --sweep 8

# Messages that nobody reads do not end a tool that writes to a file.
if have python3 && [ -x "${B:-build}/ncurep" ]; then
    tool=$(cd "${B:-build}" && pwd)/ncurep report=$(pwd)/$samples/ncurep/canopy.ncu-rep
    mkdir "$work/closed"
    (cd "$work/closed" && python3 -c 'import os, subprocess, sys
r, w = os.pipe()
os.close(r)
subprocess.run(sys.argv[1:], stdout=w, stderr=w)' "$tool" chart --svg "$report" -o x.svg)
    if [ -z "$(ls "$work/closed")" ]; then ok; else fail "left by a closed pipe" "$(ls "$work/closed")"; fi
else skip "needs python3 and the tool ncurep"; fi
finish
