# Instructions that the main job of each header (tests/job.c) takes on bundled samples, by callgrind, against the limits in
# instructions.txt: unlike times they do not depend on the machine's load. Only the header's own code counts, not libc's, which
# differs by processor. Compilers differ too, so limits are kept by compiler; a compiler without limits is skipped.
#
#   UPDATE=1 sh tests/limits/instructions.sh        writes the limits for this compiler: the count plus 10 %
. tests/lib.sh
B=${B:-build} CC=${CC:-cc} list=tests/limits/instructions.txt
if ! have valgrind; then
    skip "needs valgrind"
    finish
    exit
fi
case $($CC --version | head -n 1) in
*clang*) compiler=clang-$($CC -dumpversion | cut -d. -f1) ;;
*) compiler=gcc-$($CC -dumpversion | cut -d. -f1) ;;
esac
compiler=$compiler-$(uname -m)
if [ -z "${UPDATE:-}" ] && ! grep -q "^$compiler " $list; then
    skip "needs limits for $compiler in $list"
    finish
    exit
fi
mkdir -p "$B/instructions"
new=$B/instructions/new
[ -f $list ] && grep -v "^$compiler " $list >"$new"
for pair in drmfdinfo:drm/xe.txt nvprofile:nvprofile/studio.rc nvprofile:nvprofile/broken.rc ncurep:ncurep/saxpy.ncu-rep \
    ncurep:ncurep/orchard.ncu-rep nvsection:../sections/WarpStateStats.section nvsection:../sections/MemoryWorkloadAnalysis.section \
    cubin:ncurep/three_sm90.cubin cubin:ncurep/nested_sm80.cubin; do
    h=${pair%%:*} sample=${pair#*:} program=$B/instructions/$h
    macro=JOB_$(printf %s $h | tr '[:lower:]' '[:upper:]')
    if ! [ -x "$program" ] || [ $h.h -nt "$program" ] || [ tests/job.c -nt "$program" ]; then
        $CC -std=c99 -O2 -g -I. -ffp-contract=off -DJOB_LIBC -D$macro -o "$program" tests/job.c
    fi
    if ! valgrind --tool=callgrind --callgrind-out-file="$B/instructions/out" --toggle-collect=job_run "$program" examples/data/samples/$sample \
        >"$B/instructions/log" 2>&1; then
        fail "$h.h, $sample" "$(tail -n 5 "$B/instructions/log")"
        continue
    fi
    # Lines of a function's own cost, within objects that are this program; the line after "calls=" is the callee's.
    count=$(awk -v ours="/$h\$" '/^c?ob=/ { id = $1; sub(/.*=/, "", id); if (NF > 1) name[id] = $2 }
        /^ob=/ { mine = name[id] ~ ours }
        /^calls=/ { skip = 1; next } /^[0-9+*-]/ { if (skip) skip = 0; else if (mine) n += $2 } END { printf "%d", n }' "$B/instructions/out")
    if [ "${UPDATE:-}" ]; then
        echo "$compiler $h.h $sample $(awk -v n="$count" 'BEGIN { printf "%d", n * 1.1 }')" >>"$new"
        ok
        continue
    fi
    limit=$(sed -n "s|^$compiler $h.h $sample ||p" $list)
    if [ -z "$limit" ]; then skip "needs a limit for $compiler $h.h $sample in $list"
    elif [ "$count" -gt 1000 ] && [ "$count" -le "$limit" ]; then ok
    else fail "$h.h, $sample: $count instructions, at most $limit (and more than 1000) expected"; fi
    [ -z "${VERBOSE:-}" ] || echo "$h.h $sample $count of $limit"
done
[ -z "${UPDATE:-}" ] || cp "$new" $list
finish
