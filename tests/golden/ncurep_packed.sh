# Compressed reports: every verb reads the report in them; frames of every form; cut and damaged ones; the limit; a tool
# that was built without libzstd.
. tests/lib.sh
tool=${B:-build}/ncurep
top=$(pwd)
case $tool in /*) ;; *) tool=$top/$tool ;; esac
samples=$top/examples/data/samples/ncurep
if [ ! -x "$tool" ]; then skip "needs the tool ncurep"; finish; exit; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
verbs='list raw html details source session strings blocks unknown cubin check summary export dump lines'

# Without libzstd: a plain sentence, exit code 3.
mkdir "$work/plain" "$work/packed"
cp "$samples/orchard.ncu-rep" "$work/plain/r"
printf '\050\265\057\375 a frame' >"$work/frame"
objects=$(find examples/tools/ncurep examples/shared/cli examples/shared/rules examples/shared/report examples/shared/write -name '*.c' | sed "/input\/pack.c/d; /input\/images.c/d; /input\/demangle.c/d; s,^examples/\(.*\)c\$,$top/${B:-build}/obj/\1o,")
if ! ls $objects >/dev/null 2>&1; then skip "needs the object files of the tool"
elif check 'building without libzstd' ${CC:-cc} -std=c99 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -I. -Iexamples/shared -DVERSION='"0"' -o "$work/without" examples/shared/report/input/pack.c \
    examples/shared/report/input/images.c examples/shared/report/input/demangle.c $objects -lm; then
    for verb in $verbs anonymize slice salvage unpack; do
        exits 3 "$verb without libzstd" "$work/without" $verb "$work/frame" -o "$work/o"
        case $exits_out in *"has no libzstd"*) ok ;; *) fail "$verb without libzstd: what it says" "$exits_out" ;; esac
    done
    exits 3 'pack without libzstd' "$work/without" pack "$work/plain/r" -o "$work/o"
    exits 0 'what is not compressed, without libzstd' "$work/without" list "$work/plain/r"
fi

if ! "$tool" pack "$work/plain/r" -o "$work/packed/r" 2>"$work/errors"; then
    skip "needs libzstd at build time"
    finish
    exit
fi

# Every verb.
for verb in $verbs; do
    (cd "$work/plain" && "$tool" $verb r) >"$work/1" 2>"$work/e1"
    (cd "$work/packed" && "$tool" $verb r) >"$work/2" 2>"$work/e2"
    same "$verb" "$work/1" "$work/2"
    alike "$verb: messages" "$work/e1" "$work/e2"
    [ -s "$work/1" ] || fail "$verb: prints nothing"
    (cd "$work/packed" && "$tool" $verb - <r) >"$work/2" 2>&1
    if [ $? -eq 0 ] && [ -s "$work/2" ]; then ok; else fail "$verb in a pipe" "$(cat "$work/2")"; fi
done
for verb in slice salvage anonymize unpack "merge $samples/saxpy.ncu-rep" "diff $samples/orchard.ncu-rep"; do
    exits 0 "$verb" "$tool" $verb "$work/packed/r" -o "$work/2"
    case $verb in unpack) same unpack "$work/plain/r" "$work/2" ;; diff*) ;; *) exits 0 "$verb: sound" "$tool" check "$work/2" ;; esac
done
(cd "$work/plain" && "$tool" dump --cut 20000 r) >"$work/1" 2>&1
(cd "$work/packed" && "$tool" dump --cut 20000 r) >"$work/2" 2>&1
same 'dump --cut' "$work/1" "$work/2"
exits 0 'as ncu' "$tool" --import "$work/packed/r" --page raw --csv
exits 3 'follow' "$tool" follow --for 1 "$work/packed/r"

# The limit.
size=$(wc -c <"$work/plain/r" | tr -d ' ')
exits 0 'just the size' "$tool" list --max-size "$size" "$work/packed/r"
for verb in $verbs "unpack -o $work/o"; do
    exits 3 "$verb: a byte more than allowed" "$tool" $verb --max-size $((size - 1)) "$work/packed/r"
    case $exits_out in *"larger than $((size - 1)) bytes"*) ok ;; *) fail "$verb: what it says" "$exits_out" ;; esac
done
for n in 0 x 5q -1 '' 99999999999999999999 17179869184T; do exits 2 "--max-size '$n'" "$tool" list --max-size "$n" "$work/packed/r"; done

if ! have zstd; then
    skip "needs zstd"
    finish
    exit
fi
# A small file that unpacks to a lot: memory stays small, and the limit ends it.
head -c 300000000 /dev/zero | zstd -q -c >"$work/bomb"
exits 3 'much in little' sh -c "ulimit -v 131072; '$tool' list --max-size 4M '$work/bomb'"
case $exits_out in *"larger than 4194304 bytes"*) ok ;; *) fail 'much in little: what it says' "$exits_out" ;; esac
exits 0 'unpacking in little memory' sh -c "ulimit -v 131072; '$tool' unpack '$work/bomb' -o /dev/null"
# A frame that asks for 2 GiB of memory.
printf '\050\265\057\375\000\250\001\000\000' >"$work/window"
exits 3 'a large window' "$tool" list --max-size 1G "$work/window"
case $exits_out in *"asks for a window larger than 1073741824 bytes"*) ok ;; *) fail 'a large window: what it says' "$exits_out" ;; esac

# Frames of every form.
cd "$work" || exit
r=plain/r
skippable() { printf "\\$1\\052\\115\\030\\004\\000\\000\\000skip"; }
head -c 9000 $r >a
tail -c +9001 $r >b
zstd -q -c $r >f.size
zstd -q -c <$r >f.pipe
zstd -q -c --no-content-size <$r >f.nosize
zstd -q -c --no-check $r >f.nocheck
zstd -q -c --no-check --no-content-size <$r >f.bare
zstd -q -c --ultra -22 --long=27 <$r >f.long
zstd -q -c -1 $r >f.fast
{ zstd -q -c a; zstd -q -c --no-check b; } >f.two
{ : | zstd -q -c; cat f.two; : | zstd -q -c; } >f.empty
{ skippable 120; cat f.size; } >f.before
{ zstd -q -c a; skippable 137; skippable 120; zstd -q -c b; } >f.between
{ cat f.size; skippable 137; } >f.after
i=0
: >f.many
while [ $i -lt 33 ]; do tail -c +$((i * 1000 + 1)) $r | head -c 1000 | zstd -q -c >>f.many; i=$((i + 1)); done
for f in f.*; do
    exits 0 "unpack $f" "$tool" unpack $f -o u
    same "unpack $f" $r u
    exits 0 "check $f" "$tool" check $f
done
"$tool" unpack - -o u <f.between
same 'unpack from a pipe' $r u
# Cut: exit code 3 at every length, except where the cut leaves complete frames.
for f in f.size f.bare f.between f.after; do
    whole=$(wc -c <$f | tr -d ' ')
    n=4
    while [ $n -lt "$whole" ]; do
        head -c $n $f >cut
        "$tool" unpack cut -o u 2>errors
        code=$?
        if [ $code -ne 3 ]; then
            # Then the remaining frames are complete: zstd agrees.
            if [ $code -eq 0 ] && zstd -q -d -c cut >v 2>/dev/null && cmp -s u v; then ok; else fail "$f cut after $n bytes: exit code $code"; fi
        elif [ -s errors ]; then ok; else fail "$f cut after $n bytes: nothing is said"; fi
        n=$((n + 1 + whole / 60))
    done
done
# What came before the cut can be saved.
"$tool" raw --csv --long --exact $r | sort >all
for part in 9 8 7 6 5; do
    head -c $(($(wc -c <f.many) * part / 10)) f.many >cut
    exits 0 "salvage, cut after $part tenths" "$tool" salvage cut -o saved
    exits 0 "salvage, cut after $part tenths: sound" "$tool" dump saved
    "$tool" raw --csv --long --exact saved | sed 's/^saved,/plain\/r,/' | sort >got
    if [ "$(wc -l <got)" -gt 50 ] && [ -z "$(comm -13 all got)" ]; then ok; else fail "salvage, cut after $part tenths" "$(comm -13 all got)"; fi
done
# Damaged: with a checksum always reported, without one never worse than a different report.
for f in f.size f.bare; do
    whole=$(wc -c <$f | tr -d ' ')
    n=4
    while [ $n -lt "$whole" ]; do
        { head -c $n $f; printf '\125'; tail -c +$((n + 2)) $f; } >spoiled
        "$tool" list spoiled >out 2>errors
        code=$?
        if cmp -s spoiled $f; then ok
        elif [ $f = f.size ] && [ $code -eq 0 ]; then fail "$f spoiled at $n: exit code 0"
        elif [ $code -eq 0 ] || [ $code -eq 3 ]; then ok
        else fail "$f spoiled at $n: exit code $code" "$(cat errors)"; fi
        n=$((n + 1 + whole / 60))
    done
done
for f in f.after f.before; do # followed or preceded by what is not a frame
    { cat $f; printf 'nothing'; } >spoiled
    exits 3 "$f and something else" "$tool" list spoiled
done
# --export by the name's end; frames that remember more than 128 MiB, as far as --max-size goes.
f=$top/examples/data/samples/ncurep/orchard.ncu-rep
check "export, packed" "$tool" --import "$f" -f -o exported.ncu-repz
check "and unpacked" "$tool" unpack exported.ncu-repz -o exported.ncu-rep
same "is the same" exported.ncu-rep "$f"
check "export of some results" "$tool" --import "$f" -f -c 1 -o one.ncu-repz
says 0 ": 1 result on" "$tool" list one.ncu-repz
if have zstd; then
    zstd -q --long=28 <"$f" >long.ncu-repz
    says 0 ": 4 results on" "$tool" list long.ncu-repz
    says 3 "its frame asks for a window larger than 134217728 bytes (--max-size allows up to 2 GiB)" "$tool" list --max-size 200M long.ncu-repz
else skip "needs zstd"; fi
cd "$top" || exit
finish
