# GPU code in programs: what ncurep cubin lists, extracts and compares, sass of it, and the gate check --code.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/data/samples/ncurep
old=$s/spills_old.fatbin new=$s/spills_new.fatbin
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C COLUMNS=100
export LC_ALL COLUMNS

# figures FILE OPTION...: rows of the CSV without the name of the file.
figures() { "$n" cubin --csv "$@" | sed 's/^[^,]*,//'; }
figures $new >"$tmp/new"
cat >"$tmp/want" <<'END'
Image,Arch,Kind,Registers,Shared Bytes,Frame Bytes,Local Loads,Local Stores,Bytes,Name
0,sm_80,kernel,8,0,0,0,0,384,extra
0,sm_80,kernel,24,0,8,1,1,6400,_Z3mixILi8EEvPKfPfi
0,sm_80,kernel,8,0,0,0,0,384,plain
1,sm_90,kernel,10,0,0,0,0,384,extra
1,sm_90,kernel,24,0,32,6,6,6400,_Z3mixILi8EEvPKfPfi
1,sm_90,kernel,8,0,0,0,0,384,plain
2,compute_90,ptx,,,,,,5870,
END
if cmp -s "$tmp/want" "$tmp/new"; then ok; else fail "cubin --csv" "$(diff "$tmp/want" "$tmp/new")"; fi
# counted WANT TEXT COMMAND...: how many lines of the output have a text.
counted() {
    want=$1 text=$2
    shift 2
    found=$("$@" 2>&1 | grep -c -e "$text")
    if [ "$found" = "$want" ]; then ok; else fail "$*: $found lines with \"$text\", not $want"; fi
}
counted 3 ",sm_90," figures $new --arch sm_90
counted 1 ",compute_90," figures $new --arch 90
counted 0 ",sm_80," figures $new --arch sm_90a
counted 2 ",_Z3mix" figures $new -k mix
counted 0 "extra\|ptx" figures $new -k mix
counted 2 ",_Z3mix" figures $new -k 'regex:mix<8>'
counted 1 '"local_load_count": 6' "$n" cubin --json $new
counted 1 '"registers": null' "$n" cubin --json $new

# The same in an archive, in a member of odd size, and in a library's section.
printf '!<arch>\n%-16s%-12s%-6s%-6s%-8s%-10s`\n' a/ 0 0 0 644 3 >"$tmp/lib.a"
printf 'xyz\n' >>"$tmp/lib.a"
printf '%-16s%-12s%-6s%-6s%-8s%-10s`\n' b/ 0 0 0 644 "$(wc -c <$new)" >>"$tmp/lib.a"
cat $new >>"$tmp/lib.a"
figures "$tmp/lib.a" >"$tmp/out"
if cmp -s "$tmp/want" "$tmp/out"; then ok; else fail "an archive" "$(diff "$tmp/want" "$tmp/out")"; fi
if have objcopy && echo 'int nothing;' | ${CC:-cc} -c -x c -o "$tmp/one.o" - 2>/dev/null &&
    objcopy --add-section .nv_fatbin=$new "$tmp/one.o" "$tmp/with.o" 2>/dev/null; then
    figures "$tmp/with.o" >"$tmp/out"
    if cmp -s "$tmp/want" "$tmp/out"; then ok; else fail "an object file" "$(diff "$tmp/want" "$tmp/out")"; fi
fi

# What is extracted reads as before. The folder need not be there; one level of it is made.
says 3 "$tmp/none/to: No such file or directory" "$n" cubin --to "$tmp/none/to" $new
exits 0 "--to" "$n" cubin --to "$tmp/to" $new
if [ "$(ls "$tmp/to" | tr '\n' ' ')" = "0.sm_80.cubin 1.sm_90.cubin 2.compute_90.ptx " ]; then ok; else fail "--to wrote $(ls "$tmp/to")"; fi
counted 1 ",sm_90,kernel,24,0,32,6,6,6400,_Z3mix" figures "$tmp/to/1.sm_90.cubin"
"$n" cubin --ptx $new >"$tmp/ptx"
if cmp -s "$tmp/ptx" "$tmp/to/2.compute_90.ptx" && grep -q '^\.target sm_90' "$tmp/ptx"; then ok; else fail "--ptx"; fi
"$n" sass -k mix --arch sm_90 $new >"$tmp/sass"
"$n" sass -k mix "$tmp/to/1.sm_90.cubin" >"$tmp/same"
if cmp -s "$tmp/sass" "$tmp/same" && [ "$(grep -c '  LDL' "$tmp/sass")" = 6 ]; then ok; else fail "sass of a fatbin" "$(head -n 5 "$tmp/sass")"; fi

# Two builds: what spills now, what is new and gone, what needs more.
says 1 "2 need more or spill now, 2 are the same" "$n" cubin --diff $old $new
counted 2 '^spills now .*  32 -> 24  .*  mix<8>\|^spills now .*  32 -> 24  .*mix' "$n" cubin --diff $old $new
counted 2 '^gone .* dropped$' "$n" cubin --diff $old $new
counted 2 '^new .* extra$' "$n" cubin --diff $old $new
counted 1 '"worse_count": 2' "$n" cubin --diff --json $old $new
counted 2 '"local_load_count_before": 0,' "$n" cubin --diff --json -k mix $old $new
says 0 "0 need more" "$n" cubin --diff $new $new
counted 2 '^needs more .* 24 -> 32 .* 1 -> 0\|^needs more .* 6 -> 0' "$n" cubin --diff -k mix $new $old
says 3 "no GPU code in it" "$n" cubin "$n"

# The gate.
says 1 "6 functions, 2 beyond the limits" "$n" check --code --no-spills $new
says 1 "6 loads and 6 stores of local memory" "$n" check --code --no-spills --arch sm_90 $new
says 0 "6 functions, 0 beyond the limits" "$n" check --code --no-spills --max-registers 32 $old
says 1 "32 registers, more than 31" "$n" check --code --max-registers 31 $old
says 1 "no function was checked" "$n" check --code --no-spills -k nobody $old
counted 1 '"tried_count": 6' "$n" check --code --json --no-spills $old
says 2 "needs --max-registers or --no-spills" "$n" check --code $old
says 2 "need --code" "$n" check --no-spills $s/saxpy.ncu-rep
says 2 "takes a name such as sm_90" "$n" check --code --no-spills --arch new $old
says 3 "no program, library, archive" "$n" check --code --no-spills $s/saxpy.ncu-rep

# Standard input is read whatever it is: a pipe or a file, a fatbin, a cubin or a report.
for f in $new $s/nested_sm80.cubin $s/saxpy.ncu-rep; do
    "$n" cubin --csv $f 2>&1 | sed 's/^[^,]*,//' >"$tmp/want2"
    "$n" cubin --csv - <$f 2>&1 | sed 's/^[^,]*,//' >"$tmp/out"
    cat $f | "$n" cubin --csv - 2>&1 | sed 's/^[^,]*,//' >"$tmp/out2"
    if [ -s "$tmp/want2" ] && cmp -s "$tmp/want2" "$tmp/out" && cmp -s "$tmp/out" "$tmp/out2"; then ok; else fail "cubin -: $f" "$(head -n 3 "$tmp/want2" "$tmp/out" "$tmp/out2")"; fi
done
"$n" check --code --max-registers 31 - <$old >"$tmp/out" 2>&1
if [ $? -eq 1 ] && grep -q "32 registers, more than 31" "$tmp/out"; then ok; else fail "check --code -" "$(cat "$tmp/out")"; fi

# What is wrong is said, and what is whole is shown.
head -c 20000 $new >"$tmp/cut.fatbin"
exits 3 "a cut fatbin" "$n" cubin "$tmp/cut.fatbin"
"$n" cubin --csv "$tmp/cut.fatbin" 2>"$tmp/err" | sed 's/^[^,]*,//' >"$tmp/out"
if [ "$(head -n 4 "$tmp/out")" = "$(head -n 4 "$tmp/want")" ] && grep -q 'byte [0-9]*: ' "$tmp/err"; then ok; else fail "a cut fatbin" "$(cat "$tmp/err" "$tmp/out")"; fi
says 3 "as the first file is one" "$n" cubin $new $s/saxpy.ncu-rep
says 3 "no program, library" "$n" cubin --diff $old $s/saxpy.ncu-rep
says 2 "takes two files" "$n" cubin --diff $old
says 2 "takes a name such as sm_90" "$n" cubin --arch 9x $old
says 2 "are of programs" "$n" cubin --arch sm_90 $s/saxpy.ncu-rep
says 2 "no --json" "$n" cubin --ptx --json $old
says 2 "is of reports" "$n" cubin --module 1 $old

# Another kind of file is named, in whatever way it is given.
mkdir -p "$tmp/kinds/folder"
printf '!<thin>\n/               0           0     0     0       14        `\n' >"$tmp/kinds/thin.a"
printf 'PK\3\4\24\0\0\0' >"$tmp/kinds/a.whl"
printf '\037\213\010\0' >"$tmp/kinds/a.gz"
printf '\317\372\355\376\007\0\0\001' >"$tmp/kinds/macho"
printf '\316\372\355\376\007\0\0\0' >"$tmp/kinds/macho32"
printf 'hello, \303\244\n' >"$tmp/kinds/text.txt"
: >"$tmp/kinds/empty"
while read -r file kind; do
    says 3 "this is $kind" "$n" cubin "$tmp/kinds/$file"
    says 3 "this is $kind" "$n" cubin $old "$tmp/kinds/$file"
    says 3 "this is $kind" "$n" cubin --diff $old "$tmp/kinds/$file"
    says 3 "this is $kind" "$n" sass "$tmp/kinds/$file"
    says 3 "this is $kind" "$n" lines "$tmp/kinds/$file"
    says 3 "this is $kind" "$n" check --code --no-spills "$tmp/kinds/$file"
    "$n" cubin - <"$tmp/kinds/$file" >"$tmp/out" 2>&1
    if [ $? -eq 3 ] && grep -q "this is $kind" "$tmp/out"; then ok; else fail "cubin - of $file" "$(cat "$tmp/out")"; fi
done <<EOF
thin.a a thin archive
a.whl a ZIP file
a.gz a gzip file
macho a Mach-O file
macho32 a Mach-O file of 32 bits
text.txt text
empty an empty file
EOF
says 3 'archive or fatbin: "ncurep cubin --to FOLDER" extracts its cubins' "$n" lines $old
says 3 "s a directory" "$n" cubin "$tmp/kinds/folder"
says 3 "No such file" "$n" cubin "$tmp/kinds/none"
printf 'NVX\0' >"$tmp/kinds/bytes"
says 3 "not a report" "$n" cubin "$tmp/kinds/bytes"
finish
