# ncurep follow: a report that grows shows the same as list on the whole; a file that is cut, replaced or damaged is reported.
. tests/lib.sh
tool=${B:-build}/ncurep
samples=examples/data/samples/ncurep
if [ ! -x "$tool" ]; then skip "needs the tool ncurep"; finish; exit; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rows() { sed 's/^[^,]*,//'; } # without the name of the file

for s in mixed orchard saxpy; do
    f=$samples/$s.ncu-rep
    "$tool" list --csv $f | rows >"$work/want"
    "$tool" follow --idle 0 --csv - <$f 2>"$work/errors" | rows >"$work/got"
    same "$s through a redirection" "$work/want" "$work/got"
    cat $f | "$tool" follow --csv - 2>"$work/errors" | rows >"$work/got"
    same "$s through a pipe" "$work/want" "$work/got"
    "$tool" follow --idle 0 --csv $f 2>"$work/errors" | rows >"$work/got"
    same "$s as a file" "$work/want" "$work/got"
    "$tool" list $f | sed '1,2d; s/  */ /g; s/^ //' >"$work/want"
    "$tool" follow --idle 0 $f | sed '1d; s/  */ /g; s/^ //' >"$work/got"
    same "$s as text" "$work/want" "$work/got"
done
"$tool" list --json $samples/orchard.ncu-rep | tr -d ' \n' | sed 's/^\[{"file":"[^"]*","results":\[//; s/\]}\]$//; s/},{/}\
{/g' >"$work/want"
echo >>"$work/want"
"$tool" follow --json --idle 0 $samples/orchard.ncu-rep | tr -d ' ' | sed 's/^{"file":"[^"]*",/{/' >"$work/got"
same 'JSON Lines' "$work/want" "$work/got"
"$tool" list --csv -k two -s 0 -c 1 $samples/orchard.ncu-rep | rows >"$work/want"
"$tool" follow --csv -k two -c 1 $samples/orchard.ncu-rep | rows >"$work/got"
same 'a choice; the end after the number of results' "$work/want" "$work/got"

# A file that grows in steps, at block ends and elsewhere.
f=$samples/orchard.ncu-rep
size=$(wc -c <$f)
"$tool" list --csv $f | rows >"$work/want"
: >"$work/growing"
{
    last=0
    for at in 3 9 200 747 3000 9990 15000 15273 15280 20000 25000 29999 $((size - 1)) "$size"; do
        tail -c +$((last + 1)) $f | head -c $((at - last)) >>"$work/growing"
        last=$at
        sleep 0.03
    done
} &
writer=$!
"$tool" follow --csv --interval 0.005 --idle 1 "$work/growing" 2>"$work/errors" | rows >"$work/got"
wait $writer
same 'a file that grows' "$work/want" "$work/got"
# A file that does not exist yet, and a program that keeps it open: follow ends soon after that program does.
{ sleep 0.1; exec 9>"$work/later"; cat $f >&9; sleep 0.3; } &
writer=$!
"$tool" follow --csv --interval 0.01 --for 20 "$work/later" 2>"$work/errors" | rows >"$work/got"
wait $writer
same 'a file that comes later' "$work/want" "$work/got"
if grep -q 'waiting for it' "$work/errors"; then ok; else fail 'a file that comes later: nothing is said' "$(cat "$work/errors")"; fi

# Reads of every size: each split of the file.
. tests/broken.sh
if [ $have_preload -eq 1 ]; then
    for most in 1 2 3 5 13 101; do
        READ_MOST=$most LD_PRELOAD=$work/preload.so "$tool" follow --csv --idle 0 $f 2>"$work/errors" | rows >"$work/got"
        same "reads of $most bytes" "$work/want" "$work/got"
        cat $f | READ_MOST=$most LD_PRELOAD=$work/preload.so "$tool" follow --csv - 2>"$work/errors" | rows >"$work/got"
        same "reads of $most bytes from a pipe" "$work/want" "$work/got"
    done
    FAIL_CALL=read FAIL_AT=2 READ_MOST=5000 LD_PRELOAD=$work/preload.so "$tool" follow $f >"$work/got" 2>"$work/errors"
    if [ $? -eq 3 ] && [ -s "$work/errors" ]; then ok; else fail 'a read error' "$(cat "$work/errors")"; fi
fi

# Half a block shows nothing; complete results before it are shown.
head -c 20000 $f >"$work/half"
"$tool" list --csv "$work/half" 2>"$work/errors" | rows >"$work/want"
"$tool" follow --csv --idle 0 "$work/half" 2>"$work/errors" | rows >"$work/got"
same 'half a block' "$work/want" "$work/got"
if grep -q 'is incomplete' "$work/errors"; then ok; else fail 'half a block: nothing is said'; fi
exits 3 'half a block: exit code' "$tool" follow --idle 0 "$work/half"
exits 0 'half a block, and the time is over' "$tool" follow --for 0.05 --interval 0.01 "$work/half"
exits 3 'half a block in a pipe' sh -c "cat '$work/half' | '$tool' follow -"
exits 3 'no report' "$tool" follow README.md
exits 3 'nothing there' "$tool" follow --for 0.05 --interval 0.01 "$work/none"
exits 2 'two files' "$tool" follow $f $f
exits 2 'no number' "$tool" follow --interval soon $f

# Cut, replaced, removed.
for how in cut replaced removed; do
    head -c 20000 $f >"$work/victim"
    : >"$work/got"
    "$tool" follow --interval 0.01 --idle 20 --for 30 "$work/victim" >"$work/got" 2>"$work/errors" &
    reader=$!
    n=0
    while [ "$(wc -l <"$work/got")" -lt 2 ] && [ $n -lt 500 ]; do sleep 0.02; n=$((n + 1)); done
    case $how in
    cut) head -c 500 $f >"$work/victim" ;;
    replaced) cp $f "$work/other" && mv "$work/other" "$work/victim" ;;
    removed) rm "$work/victim" ;;
    esac
    wait $reader
    code=$?
    if [ $code -eq 3 ] && grep -q 'was cut\|replaced it\|was removed' "$work/errors"; then ok
    else fail "$how: exit code $code" "$(cat "$work/errors")"; fi
done

# Ctrl-C ends it, with what has arrived.
cp $f "$work/still"
: >"$work/got"
"$tool" follow --interval 0.01 --idle 30 "$work/still" >"$work/got" 2>"$work/errors" &
reader=$!
n=0
while [ "$(wc -l <"$work/got")" -lt 5 ] && [ $n -lt 500 ]; do sleep 0.02; n=$((n + 1)); done
kill -TERM $reader
wait $reader
code=$?
if [ $code -eq 0 ] && [ "$(wc -l <"$work/got")" -eq 5 ]; then ok; else fail "ended by a signal: exit code $code" "$(cat "$work/got" "$work/errors")"; fi
finish
