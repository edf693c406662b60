# The listing of machine code: text with every column, JSON, CSV, what is refused.
# UPDATE=1 sh tests/golden/ncurep_sass.sh writes the expected listings anew; read the difference before you keep it.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/samples/ncurep
want=tests/golden/ncurep_sass
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# page NAME COMMAND...: the output is that of the file NAME.
page() {
    page_file=$want/$1
    shift
    "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    [ -z "$UPDATE" ] || cp "$tmp/out" "$page_file"
    if cmp -s "$tmp/out" "$page_file" && [ ! -s "$tmp/err" ]; then ok
    else fail "$*" "$(diff "$page_file" "$tmp/out")" "$(cat "$tmp/err")"; fi
}

page nested.txt "$n" sass --blocks --live --ranges --scheduling --encodings $s/nested_sm80.cubin
page three.txt "$n" sass -k two --live $s/three_sm90.cubin
page three.json "$n" sass -k two --json --ranges --blocks --scheduling --encodings $s/three_sm90.cubin
page three.csv "$n" sass -k two --csv $s/three_sm90.cubin
page debug.txt "$n" sass --live $s/debug_sm80.cubin

[ "$(echo 0000000000000f000000000500117802 | "$n" sass --arch sm_80 --hex - 2>&1)" = "MOV R17, 0x5" ] && ok || fail "the example of --help"
for format in --json --csv; do
    echo 0000000000000f000000000500117802 | "$n" sass --arch sm_80 --hex $format - >"$tmp/out" 2>"$tmp/err"
    if [ $? -eq 2 ] && [ ! -s "$tmp/out" ] && grep -q 'plain lines' "$tmp/err"; then ok; else fail "--hex $format" "$(cat "$tmp/out" "$tmp/err")"; fi
done
head -c 2000 $s/nested_sm80.cubin >"$tmp/cut.cubin"
"$n" sass "$tmp/cut.cubin" >"$tmp/out" 2>"$tmp/err"
if [ $? -eq 3 ] && grep -q 'reach past its end' "$tmp/err"; then ok; else fail "a cut cubin" "$(cat "$tmp/err")"; fi
finish
