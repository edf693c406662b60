#!/bin/sh
# Sizes of the object files, times of compilation, and how the work grows with the input: make bench-size
#
# Sizes: bytes of code and constants of the header alone, everything else off. Times: processor time, the least of
# three, of the bodies as C99 and of the interface. Growth: instructions of tests/job.c for an input of n, 10 n and 100 n (callgrind; with libc's own),
# divided by n: linear work stays level.
set -u
cd "$(dirname "$0")/.."
B=${B:-build}
work=$B/size
mkdir -p "$work"
have() { command -v "$1" >/dev/null 2>&1; }
prefix_of() { sed -n 's/^ *#define \([A-Z]*\)_IMPLEMENTATION$/\1/p' "$1.h" | head -n 1; }
least() { # COMMAND...: milliseconds of processor time, which depends less on the load than those of the clock
    for i in 1 2 3; do sh -c '"$@" >/dev/null 2>&1; times' x "$@" | tail -n 1; done |
        awk '{ gsub(/m/, " "); gsub(/s/, " "); t = ($1 + $3) * 60000 + ($2 + $4) * 1000; if (NR == 1 || t < best) best = t } END { if (best < 10) print "<10"; else printf "%d", best }'
}
echo "== size, $(date -u +%Y-%m-%d)"
echo "cpu       $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1), $(getconf _NPROCESSORS_ONLN 2>/dev/null) cores"
for cc in gcc clang tcc; do have $cc && echo "compiler  $($cc --version 2>/dev/null | head -n 1)"; done
for h in drmfdinfo nvprofile ncurep nvsection; do
    printf '#define %s_IMPLEMENTATION\n#include "%s.h"\n' "$(prefix_of $h)" $h >"$work/$h.c"
    printf '#include "%s.h"\n' $h >"$work/$h-interface.c"
done

printf '\nbytes of code and constants\n%-24s %10s %10s %10s %10s\n' "" drmfdinfo nvprofile ncurep nvsection
for cc in gcc clang i686-linux-gnu-gcc arm-linux-gnueabihf-gcc; do
    have $cc && have size || continue
    for o in -O2 -Os; do
        printf '%-24s' "$cc $o"
        for h in drmfdinfo nvprofile ncurep nvsection; do
            $cc -std=c99 $o -I. -c -o "$work/out.o" "$work/$h.c" 2>"$work/log" && printf ' %10s' "$(size "$work/out.o" | awk 'NR == 2 { print $1 + $2 }')"
        done
        echo
    done
done

printf '\nmilliseconds of processor time to compile, the least of three\n%-24s %10s %10s %10s %10s\n' "" drmfdinfo nvprofile ncurep nvsection
for cc in "gcc -O0" "gcc -O2" "clang -O0" "clang -O2" tcc; do
    have ${cc%% *} || continue
    printf '%-24s' "$cc"
    for h in drmfdinfo nvprofile ncurep nvsection; do printf ' %10s' "$(least $cc -std=c99 -I. -c -o "$work/out.o" "$work/$h.c")"; done
    echo
done
printf '%-24s' "gcc, interface only"
for h in drmfdinfo nvprofile ncurep nvsection; do printf ' %10s' "$(least gcc -std=c99 -I. -c -o "$work/out.o" "$work/$h-interface.c")"; done
echo

if ! have valgrind; then
    echo "growth: needs valgrind"
    exit 0
fi
# Inputs of n: lines of a text, rules of a file, results of a report, metrics of a section.
input() { # HEADER N
    case $1 in
    drmfdinfo) awk -v n="$2" 'BEGIN { print "drm-driver: xe\ndrm-client-id: 7"; for (i = 0; i < n; i++) printf "drm-cycles-e%d: %d\n", i, i * 977 }' ;;
    nvprofile) awk -v n="$2" 'BEGIN { print "{ \"rules\": ["; for (i = 0; i < n; i++)
        printf "  { \"pattern\": { \"feature\": \"procname\", \"matches\": \"game%d\" }, \"profile\": \"p%d\" }%s\n", i, i, i < n - 1 ? "," : "";
        print "], \"profiles\": ["; for (i = 0; i < n; i++)
        printf "  { \"name\": \"p%d\", \"settings\": [ \"GLSyncToVblank\", %d ] }%s\n", i, i, i < n - 1 ? "," : ""; print "] }" }' ;;
    ncurep) set -- "$1" "$2" $(for i in $(seq "$2"); do echo examples/data/samples/ncurep/saxpy.ncu-rep; done)
        shift 2
        "$B/ncurep" merge -o - "$@" ;;
    nvsection) awk -v n="$2" 'BEGIN { print "Identifier: \"Growth\"\nHeader {"; for (i = 0; i < n; i++)
        printf "  Metrics {\n    Label: \"M%d\"\n    Name: \"sm__m%d.avg\"\n  }\n", i, i; print "}" }' ;;
    esac
}
printf '\ninstructions for each of n\n%-24s %10s %10s %10s %12s\n' "" n "10 n" "100 n" "100 n by n"
for pair in drmfdinfo:30:lines nvprofile:20:rules ncurep:2:reports nvsection:30:metrics; do
    h=${pair%%:*} n=${pair#*:} what=${pair##*:}
    n=${n%%:*}
    ${CC:-cc} -std=c99 -O2 -g -I. -ffp-contract=off -DJOB_LIBC -D"JOB_$(printf %s $h | tr '[:lower:]' '[:upper:]')" -o "$work/job" tests/job.c 2>"$work/log" || continue
    set --
    for times in 1 10 100; do
        input $h $((n * times)) >"$work/input"
        valgrind --tool=callgrind --callgrind-out-file="$work/out" --toggle-collect=job_run "$work/job" "$work/input" >"$work/log" 2>&1 || tail -n 3 "$work/log"
        set -- "$@" "$(sed -n 's/^summary: //p' "$work/out" | awk -v n=$((n * times)) '{ printf "%.0f", $1 / n }')"
    done
    printf '%-24s %10s %10s %10s %12s\n' "$h, $n $what" "$1" "$2" "$3" "$(awk -v a="$1" -v b="$3" 'BEGIN { printf "%.2f", b / a }')"
done
