# The listing of machine code: text with every column, JSON, CSV, what is refused.
# UPDATE=1 sh tests/golden/ncurep_sass.sh writes the expected listings anew; read the difference before you keep it.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/data/samples/ncurep
want=tests/golden/ncurep_sass
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT


page nested.txt "$n" sass --blocks --live --ranges --scheduling --encodings $s/nested_sm80.cubin
page three.txt "$n" sass -k two --live $s/three_sm90.cubin
page three.json "$n" sass -k two --json --ranges --blocks --scheduling --encodings $s/three_sm90.cubin
page three.csv "$n" sass -k two --csv --live $s/three_sm90.cubin
page debug.txt "$n" sass --live $s/debug_sm80.cubin
page loops.dot "$n" sass --graph dot $s/loops_sm75.cubin
says 2 "prints graphs alone" "$n" sass --graph dot --json $s/loops_sm75.cubin
says 2 "is not" "$n" sass --graph svg $s/loops_sm75.cubin

[ "$(echo 0000000000000f000000000500117802 | "$n" sass --arch sm_80 --hex - 2>&1)" = "MOV R17, 0x5" ] && ok || fail "the example of --help"
for format in --json --csv; do
    echo 0000000000000f000000000500117802 | "$n" sass --arch sm_80 --hex $format - >"$tmp/out" 2>"$tmp/err"
    if [ $? -eq 2 ] && [ ! -s "$tmp/out" ] && grep -q 'plain lines' "$tmp/err"; then ok; else fail "--hex $format" "$(cat "$tmp/out" "$tmp/err")"; fi
done
# A file may say any number of registers.
cp $s/nested_sm80.cubin "$tmp/many.cubin" && chmod u+w "$tmp/many.cubin"
at=$(LC_ALL=C grep -obUaP '\x04\x2f\x08\x00' "$tmp/many.cubin" | head -n 1 | cut -d: -f1)
printf '\377\377\377\177' | dd of="$tmp/many.cubin" bs=1 seek=$((at + 8)) conv=notrunc 2>"$tmp/err"
"$n" sass --ranges $s/nested_sm80.cubin | sed 's/ 13 registers/ 2147483647 registers/' >"$tmp/want"
"$n" sass --ranges "$tmp/many.cubin" >"$tmp/out" 2>&1
if cmp -s "$tmp/want" "$tmp/out"; then ok; else fail "2147483647 registers" "$(head -c 1000 "$tmp/out")"; fi
# One instruction that nobody knows: the rest is counted, as a lower bound.
cp $s/nested_sm80.cubin "$tmp/one.cubin" && chmod u+w "$tmp/one.cubin"
at=$(LC_ALL=C grep -obUaP '\x19\x79\x04\x00\x00\x00\x00\x00' "$tmp/one.cubin" | head -n 1 | cut -d: -f1)
printf '\377\177' | dd of="$tmp/one.cubin" bs=1 seek="$at" conv=notrunc 2>"$tmp/err"
"$n" sass --live "$tmp/one.cubin" >"$tmp/out" 2>&1
if grep -q ', at least [1-9][0-9]* live: an instruction whose registers are not known (0010)$' "$tmp/out"; then ok; else fail "an unknown instruction" "$(head -n 4 "$tmp/out")"; fi
"$n" sass --live --json "$tmp/one.cubin" >"$tmp/out" 2>"$tmp/err"
if grep -q '"live":[1-9][0-9]*,"live_unknown":"an instruction whose registers are not known","live_unknown_at":16,' "$tmp/out"; then ok; else fail "an unknown instruction, JSON" "$(head -c 900 "$tmp/out")"; fi
# --check: nothing in what a compiler made; each mistake where it is made.
for f in $s/*.cubin; do
    "$n" sass --check $f >"$tmp/out" 2>&1
    if [ $? -eq 0 ] && [ ! -s "$tmp/out" ]; then ok; else fail "--check $f" "$(head -n 3 "$tmp/out")"; fi
done
finds() { # NAME WORDS: a finding of a damaged cubin
    "$n" sass --check "$tmp/$1.cubin" >"$tmp/out" 2>&1
    if [ $? -eq 1 ] && grep -q "saxpyish: .*: $2" "$tmp/out"; then ok; else fail "--check: $2" "$(head -n 3 "$tmp/out")"; fi
}
changed() { # NAME PATTERN AT BYTES: the sample with other bytes where the pattern is
    cp $s/nested_sm80.cubin "$tmp/$1.cubin" && chmod u+w "$tmp/$1.cubin"
    at=$(LC_ALL=C grep -obUaP "$2" "$tmp/$1.cubin" | head -n 1 | cut -d: -f1)
    printf "$4" | dd of="$tmp/$1.cubin" bs=1 seek=$((at + $3)) conv=notrunc 2>"$tmp/err"
}
finds one 'parts that no table explains: 2'
changed few '\x04\x2f\x08\x00' 8 '\005\000\000\000'
finds few 'names R[0-9]*, which the function does not have'
changed far '\x4d\x79\x00\x00\x00\x00\x00\x00' 0 '\107\171\000\000\000\000\001\000'
finds far 'goes to 0x[0-9a-f]*, which is outside the function'
changed never '\x4d\x79\x00\x00\x00\x00\x00\x00' 14 '\300\003'
finds never 'waits for barrier [0-9], which nothing on any way here sets'
changed unset '\x19\x79\x04\x00\x00\x00\x00\x00' 0 '\030\171\000\000\000\000\000\000\000\000\000\000'
finds unset 'reads R4, which nothing on any way here writes'
# A register of flags: one bit is set, the others are kept; so it need not have been written. Another one must have been.
changed flags '\x19\x79\x04\x00\x00\x00\x00\x00' 0 '\022\170\004\004\376\377\377\377\377\300\216\007'
"$n" sass --check "$tmp/flags.cubin" >"$tmp/out" 2>&1
if [ $? -eq 0 ] && [ ! -s "$tmp/out" ]; then ok; else fail "--check: flags" "$(head -n 3 "$tmp/out")"; fi
changed other '\x19\x79\x04\x00\x00\x00\x00\x00' 0 '\022\170\004\005\376\377\377\377\377\300\216\007'
finds other 'LOP3.*reads R5, which nothing on any way here writes'
"$n" sass --check --json "$tmp/few.cubin" >"$tmp/out" 2>&1
if [ $? -eq 1 ] && grep -q '"findings":\[{"kind":"register","offset":[0-9]*,"number":[0-9]*,"text":"' "$tmp/out"; then ok; else fail "--check --json" "$(head -c 600 "$tmp/out")"; fi
"$n" sass --check --json "$tmp/one.cubin" >"$tmp/out" 2>&1
if [ $? -eq 1 ] && grep -q '"instruction_count":[1-9][0-9]*,"live_unknown":"an instruction whose registers are not known","live_unknown_at":16,"findings"' "$tmp/out"
then ok; else fail "--check --json: unknown" "$(head -c 600 "$tmp/out")"; fi
says 2 "no --csv" "$n" sass --check --csv "$tmp/few.cubin"
head -c 2000 $s/nested_sm80.cubin >"$tmp/cut.cubin"
"$n" sass "$tmp/cut.cubin" >"$tmp/out" 2>"$tmp/err"
if [ $? -eq 3 ] && grep -q 'reach past its end' "$tmp/err"; then ok; else fail "a cut cubin" "$(cat "$tmp/err")"; fi
"$n" sass "$n" >"$tmp/out" 2>"$tmp/err"
if [ $? -eq 3 ] && grep -q 'no GPU code in it' "$tmp/err"; then ok; else fail "the tool itself as a cubin" "$(cat "$tmp/err")"; fi
# A cubin of a published package. Each target lies in its function.
real=../shared/corpus/cubin
if [ ! -d $real ]; then skip "needs ../shared"
elif ! have python3; then skip "needs python3"
else
    "$n" sass --json $real/bssy_target.cubin >"$tmp/out" 2>"$tmp/err"
    if out=$(python3 -c '
import json, sys
count = 0
for function in map(json.loads, sys.stdin):
    for i in function["instructions"]:
        count += "target" in i
        if i.get("target", 0) >= function["bytes"]: sys.exit("%x: %s" % (i["offset"], i["text"]))
sys.exit(count < 100)' <"$tmp/out" 2>&1); then ok; else fail "a target outside its function" "$out"; fi
    # 889,472 bytes in one function: live registers take a fraction of a second, not half a minute.
    if have timeout; then
        timeout 10 "$n" sass --live $real/slow_flow.cubin >"$tmp/out" 2>"$tmp/err"
        if [ $? -eq 0 ] && grep -q '254 registers, at most 252 live' "$tmp/out"; then ok; else fail "live registers in 10 s" "$(head -n 3 "$tmp/out" "$tmp/err")"; fi
    else skip "needs timeout"; fi
    "$n" sass $real/debug_shared_false_damage.cubin >"$tmp/out" 2>"$tmp/err"
    if [ $? -eq 0 ] && ! grep -q byte "$tmp/err"; then ok; else fail "a section without bytes is not damage" "$(cat "$tmp/err")"; fi
fi
"$n" sass --csv $s/three_sm90.cubin | awk -F, '$(NF - 1) != "" && NR > 1 {n++} END {exit n > 0}' && ok || fail "live registers nobody asked for"
finish
