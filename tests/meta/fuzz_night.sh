# tools/fuzz_night.sh goes on with the target after the one that the last night ended with, keeps its counts, and says what was found.
. tests/lib.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$tmp/tree/tools" "$tmp/tree/fuzz"
cp tools/fuzz_night.sh "$tmp/tree/tools/"
for target in replay one three two; do : >"$tmp/tree/fuzz/$target.c"; done
# In place of the fuzzer: a run takes a second, does ten executions, finds what is in the file "found".
cat >"$tmp/tree/tools/fuzz.sh" <<'END'
sleep "$TIME"
echo 'target with executions coverage corpus finds'
echo "$1 replay 10 - 5 0"
[ ! -f found ] || { echo '    new finds'; exit 1; }
END
night() { (cd "$tmp/tree" && env TIME="$1" SLICE=1 B=build sh tools/fuzz_night.sh); }
order() { cut -d' ' -f1 "$tmp/tree/build/corpus/nights.txt" | tr '\n' ' '; }
says 0 'one replay 10' night 1
equal "the first night" 'one ' "$(order)"
says 0 'three replay 10' night 1
says 0 'two replay 10' night 1
says 0 'one replay 20' night 1
equal "four nights" 'one three two one ' "$(order)"
: >"$tmp/tree/found"
says 1 'new finds' night 1
rm "$tmp/tree/found"
echo 'exit 2' >"$tmp/tree/tools/fuzz.sh"
check "a fuzzer that cannot run ends the night" sh -c "cd '$tmp/tree' && TIME=9 B=build sh tools/fuzz_night.sh; [ \$? = 2 ]"
finish
