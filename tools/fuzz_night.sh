#!/bin/sh
# Fuzzes target after target until TIME is over, and goes on where the last night ended: with the next target, and with what all runs
# have learned, in build/corpus.
#
#   TIME=28800 sh tools/fuzz_night.sh              eight hours, 600 seconds (SLICE) a target
#   FUZZ='ncurep_read cubin_file' sh tools/fuzz_night.sh        these in turn
#
# Other variables are those of tools/fuzz.sh. build/corpus/nights.txt gets a line for each run: target, with what, executions; at the end
# their sums are printed, for fuzz/README.md. Exit code 1 when something was found: it is in build/finds/TARGET.
set -u
cd "$(dirname "$0")/.."
TIME=${TIME:-28800} SLICE=${SLICE:-600} B=${B:-build} FUZZ=${FUZZ:-$(ls fuzz/*.c | sed 's|fuzz/||; s|\.c$||; /^replay$/d')}
mkdir -p "$B/corpus"
nights=$B/corpus/nights.txt
touch "$nights"
end=$(($(date +%s) + TIME)) status=0
while [ "$(date +%s)" -lt $end ]; do
    last=$(tail -n 1 "$nights" | cut -d' ' -f1)
    # The one after the last, or the first.
    # shellcheck disable=SC2086
    target=$(printf '%s\n' $FUZZ | awk -v last="$last" 'NR == 1 { next_one = $1 } after { next_one = $1; exit } $1 == last { after = 1 } END { print next_one }')
    line=$(TIME=$SLICE B=$B sh tools/fuzz.sh "$target")
    code=$?
    [ $code -lt 2 ] || exit $code
    printf '%s\n' "$line" | tail -n +2
    printf '%s\n' "$line" | awk -v t="$target" '$1 == t && $3 ~ /^[0-9]+$/ { print $1, $2, $3; n = 1 } END { if (!n) print t, "?", 0 }' >>"$nights"
    [ $code -eq 0 ] || status=1
done
echo 'In all nights:'
awk '{ sum[$1 " " $2] += $3 } END { for (k in sum) print k, sum[k] }' "$nights" | LC_ALL=C sort
exit $status
