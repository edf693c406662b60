# The verbs of ncurep that write reports, on the bundled samples.
. tests/lib.sh
tool=${B:-build}/ncurep
samples=examples/data/samples/ncurep
if [ ! -x "$tool" ]; then skip "needs the tool ncurep"; finish; exit; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# metrics REPORT: every value, without the name of the file
metrics() { "$tool" raw --csv --long --exact "$@" | sed 's/^[^,]*,//'; }

# slice
exits 0 slice "$tool" slice -k one -s 1 --metrics 'gpu__time*,launch__grid_size' -o "$work/s" $samples/orchard.ncu-rep
prints 'slice: what is left' "$tool" raw --csv "$work/s" <<'END'
"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","gpu__time_duration.sum","launch__grid_size"
"","","","","","","","","","","","us",""
"0","4242","apple_sort","127.0.0.1","one","1","7","(256, 1, 1)","(1024, 1, 1)","0","9.0","32.256000","1024"
END
prints 'slice: modules that are used' "$tool" cubin --csv "$work/s" <<'END'
reference,revision,bytes,functions,pieces
94489280513,589824,9376,3,1
END
exits 0 'slice is sound' "$tool" check "$work/s"
exits 0 'slice without modules' "$tool" slice --sources none -o "$work/n" $samples/orchard.ncu-rep
if [ "$(wc -c <"$work/n")" -lt 23000 ]; then ok; else fail 'slice without modules is not smaller'; fi
exits 0 'slice of everything' "$tool" slice --sources all -o "$work/a" $samples/mixed.ncu-rep
metrics $samples/mixed.ncu-rep >"$work/1"
metrics "$work/a" >"$work/2"
same 'slice of everything: the same metrics' "$work/1" "$work/2"
exits 0 'onto itself' "$tool" slice -c 1 -o "$work/a" "$work/a"
prints 'onto itself: one result' sh -c "'$tool' list --csv '$work/a' | wc -l | tr -d ' '" <<'END'
2
END
"$tool" slice -c 1 $samples/orchard.ncu-rep >"$work/p"
exits 0 'through a pipe' "$tool" check "$work/p"
head -c 20000 $samples/orchard.ncu-rep >"$work/cut"
echo old >"$work/o"
exits 3 'slice of a cut report' "$tool" slice -o "$work/o" "$work/cut"
prints 'slice of a cut report leaves the old file' cat "$work/o" <<'END'
old
END
exits 2 'slice of two' "$tool" slice -o "$work/o" "$work/s" "$work/s"
exits 2 'slice: sources' "$tool" slice --sources some -o "$work/o" "$work/s"

# merge
exits 0 merge "$tool" merge $samples/saxpy.ncu-rep $samples/orchard.ncu-rep -o "$work/m"
exits 0 'merge is sound' "$tool" check "$work/m"
# Both have a device 0: what the new report says about it comes from the first.
{ metrics $samples/saxpy.ncu-rep; metrics $samples/orchard.ncu-rep | sed 1d; } | sed 's/^[0-9]*,//; s/,0,[0-9.]*,/,/' >"$work/1"
metrics "$work/m" | sed 's/^[0-9]*,//; s/,0,[0-9.]*,/,/' >"$work/2"
same 'merge: all metrics' "$work/1" "$work/2"
exits 0 'merge: twice the same' "$tool" merge $samples/orchard.ncu-rep $samples/orchard.ncu-rep -o "$work/m"
prints 'merge: a module once' "$tool" cubin --csv "$work/m" <<'END'
reference,revision,bytes,functions,pieces
94489280513,589824,9376,3,1
END
# Equal devices are named once, and what differs in many reports is one note.
for i in 1 2 3; do cp $samples/mixed.ncu-rep "$work/m$i"; done
says 0 "mixed.ncu-rep and 3 more: the session differs" "$tool" merge $samples/canopy.ncu-rep $samples/mixed.ncu-rep "$work/m1" "$work/m2" "$work/m3" -o "$work/m"
prints 'merge: two notes for five reports' sh -c "'$tool' merge $samples/canopy.ncu-rep $samples/mixed.ncu-rep '$work/m1' '$work/m2' '$work/m3' -o '$work/m' 2>&1 | grep -c note:" <<'END'
2
END
says 0 "results on Example GPU 80, made by" "$tool" list "$work/m"
exits 2 'merge of one' "$tool" merge $samples/orchard.ncu-rep -o "$work/m"
exits 3 'merge with what is not there' "$tool" merge $samples/orchard.ncu-rep "$work/none" -o "$work/m"

# merge --join
"$tool" slice --metrics 'regex:^[a-k]' -o "$work/x" $samples/orchard.ncu-rep 2>"$work/errors"
"$tool" slice --metrics 'regex:^[i-z]' -o "$work/y" $samples/orchard.ncu-rep 2>>"$work/errors"
exits 0 join "$tool" merge --join "$work/x" "$work/y" -o "$work/j"
metrics $samples/orchard.ncu-rep | sort >"$work/1"
metrics "$work/j" | sort >"$work/2"
same 'join: all metrics' "$work/1" "$work/2"
exits 3 'join of different runs' "$tool" merge --join $samples/orchard.ncu-rep $samples/saxpy.ncu-rep -o "$work/j"
"$tool" slice -k one -o "$work/x" $samples/orchard.ncu-rep 2>"$work/errors"
"$tool" slice -k two -c 2 -o "$work/y" $samples/orchard.ncu-rep 2>>"$work/errors"
exits 3 'join of different numbers of results' "$tool" merge --join "$work/x" "$work/y" -o "$work/j"

# salvage: at every length the complete results, and never more
whole=$(wc -c <$samples/orchard.ncu-rep)
"$tool" raw --csv --long --exact $samples/orchard.ncu-rep | sed 's/^[^,]*,//' | sort >"$work/all"
last=0
for size in 700 8000 12000 14900 15273 18000 21000 23000 26000 29000 $((whole - 1)) $whole; do
    head -c $size $samples/orchard.ncu-rep >"$work/cut"
    [ $size -lt 10000 ] || exits 0 "salvage of $size bytes" "$tool" salvage "$work/cut" -o "$work/w"
    [ $size -ge 10000 ] || { exits 3 "salvage of $size bytes, no result among them," "$tool" salvage "$work/cut" -o "$work/none"; continue; }
    exits 0 "salvage of $size bytes is sound" "$tool" dump "$work/w"
    metrics "$work/w" | sort >"$work/got"
    if [ -z "$(comm -13 "$work/all" "$work/got")" ]; then ok; else fail "salvage of $size bytes: other metrics" "$(comm -13 "$work/all" "$work/got")"; fi
    now=$(wc -l <"$work/got")
    if [ "$now" -ge $last ]; then ok; else fail "salvage of $size bytes: fewer metrics than of less"; fi
    last=$now
done
same 'salvage of a whole report' "$work/all" "$work/got"

# salvage of a damaged metric: it alone is lost
cp $samples/saxpy.ncu-rep "$work/bad"
printf '\377' | dd of="$work/bad" bs=1 seek=9671 conv=notrunc 2>/dev/null
check 'salvage of a metric' "$tool" salvage "$work/bad" -o "$work/w"
"$tool" salvage "$work/bad" -o "$work/w" 2>"$work/err"
if grep -q '^saved 1 results and 1 .*; left out 1 metrics that are malformed$' "$work/err" && grep -q ': byte 9671: ' "$work/err"; then ok
else fail 'salvage says that a metric is lost' "$(cat "$work/err")"; fi
"$tool" raw --csv --long $samples/saxpy.ncu-rep | cut -d , -f 2- >"$work/1"
"$tool" raw --csv --long "$work/w" | cut -d , -f 2- | diff "$work/1" - >"$work/2"
if [ "$(grep -c '^<' "$work/2")" -eq 1 ] && [ "$(grep -c '^>' "$work/2")" -eq 0 ]; then ok; else fail 'salvage loses one metric' "$(cat "$work/2")"; fi
check 'salvage of a metric: check' "$tool" check "$work/w"
# salvage of damage: either the output can be read, and a second salvage changes nothing, or exit 3 and nothing is written
size=$(wc -c <$samples/saxpy.ncu-rep)
at=5
while [ $at -lt "$size" ]; do
    for byte in '\377' '\007'; do
        cp $samples/saxpy.ncu-rep "$work/bad"
        printf "$byte" | dd of="$work/bad" bs=1 seek=$at conv=notrunc 2>/dev/null
        rm -f "$work/w" "$work/v"
        "$tool" salvage "$work/bad" -o "$work/w" 2>"$work/err"
        code=$?
        if [ $code -eq 0 ]; then
            if "$tool" dump "$work/w" >/dev/null 2>"$work/err" && "$tool" salvage "$work/w" -o "$work/v" 2>/dev/null && cmp -s "$work/w" "$work/v"; then ok
            else fail "salvage of damage at byte $at" "$(head -n 3 "$work/err")"; fi
        elif [ $code -eq 3 ] && [ ! -e "$work/w" ] && [ -s "$work/err" ]; then ok
        else fail "salvage of damage at byte $at: exit code $code" "$(head -n 3 "$work/err")"; fi
    done
    at=$((at + 197))
done

# export
cd $samples || exit
tool=$OLDPWD/$tool
[ -x "$tool" ] || tool=${tool#"$OLDPWD/"}
prints 'export: metrics' "$tool" export -k two --metrics 'gpu__time*,launch__grid_size' orchard.ncu-rep <<'END'
file,result,kernel,metric,unit,kind,value,text,instance_count
orchard.ncu-rep,1,two,gpu__time_duration.sum,nsecond,f64,23040,,0
orchard.ncu-rep,1,two,launch__grid_size,,u64,1024,,1
END
prints 'export: results' "$tool" export --table results mixed.ncu-rep -c 2 <<'END'
file,result,kind,process,process_name,host,thread,call,kernel,demangled,mangled,grid_x,grid_y,grid_z,block_x,block_y,block_z,context,stream,device,cc,created,duration_ns,module
mixed.ncu-rep,0,kernel,4242,/opt/orchard/bin/apple_sort,127.0.0.1,777,100,saxpyish,saxpyish,saxpyish,1024,1,1,256,1,1,1,7,0,8.0,1750000000,18432,94489280513
mixed.ncu-rep,1,range,4242,/opt/orchard/bin/apple_sort,127.0.0.1,777,300,range,,,,,,,,,1,,0,8.0,1750000100,40960,
END
prints 'export: instances, JSON Lines' "$tool" export --json --table instances --metrics launch__grid_size mixed.ncu-rep -c 1 <<'END'
{"file":"mixed.ncu-rep","result":0,"metric":"launch__grid_size","instance":0,"id_meaning":null,"id_kind":"u64","id":0,"id_text":null,"kind":"u64","value":1024,"text":null}
END
prints 'export: ranges, folded' "$tool" export --folded nvtx mixed.ncu-rep -c 2 <<'END'
load;saxpyish 18432
range 40960
END
prints 'export: calls, folded' "$tool" export --folded calls orchard.ncu-rep -c 2 <<'END'
main;sort_apples(int);one 18432
main;sort_apples(int);two 23040
END
prints 'export: trace' "$tool" export --trace mixed.ncu-rep -c 2 <<'END'
{"displayTimeUnit":"ns","traceEvents":[{"name":"saxpyish","cat":"kernel","ph":"X","pid":4242,"tid":777,"ts":0,"dur":18.432},{"name":"load","cat":"nvtx","ph":"X","pid":4242,"tid":777,"ts":0,"dur":18.432},{"name":"range","cat":"kernel","ph":"X","pid":4242,"tid":777,"ts":18.432,"dur":40.96}]}
END
exits 2 'export: two files' "$tool" export --trace --folded nvtx mixed.ncu-rep
exits 2 'export: table' "$tool" export --table rules mixed.ncu-rep
cd "$OLDPWD" || exit

# pack, unpack, and reading what is packed
orchard=$samples/orchard.ncu-rep
if ! "$tool" pack $orchard -o "$work/z" 2>"$work/errors"; then
    case $(cat "$work/errors") in *"has no libzstd"*) skip "needs libzstd at build time" ;; *) fail "pack" "$(cat "$work/errors")" ;; esac
else
    if [ "$(wc -c <"$work/z")" -lt 8000 ]; then ok; else fail "pack: not smaller"; fi
    exits 0 unpack "$tool" unpack "$work/z" -o "$work/u"
    same 'pack and unpack' $orchard "$work/u"
    "$tool" list $orchard | sed 1d >"$work/1"
    "$tool" list "$work/z" | sed 1d >"$work/2"
    same 'list of a packed report' "$work/1" "$work/2"
    "$tool" list - <"$work/z" | sed 1d >"$work/2"
    same 'list of a packed report in a pipe' "$work/1" "$work/2"
    exits 0 'slice of a packed report' "$tool" slice --sources all "$work/z" -o "$work/s"
    exits 3 'unpack what is not packed' "$tool" unpack $orchard -o "$work/u"
    echo old >"$work/u"
    for size in 5 100 3000 $(($(wc -c <"$work/z") - 1)); do
        head -c "$size" "$work/z" >"$work/cut"
        exits 3 "unpack, cut after $size bytes" "$tool" unpack "$work/cut" -o "$work/u"
        exits 3 "list, cut after $size bytes" "$tool" list "$work/cut"
    done
    prints 'a failed unpack leaves the old file' cat "$work/u" <<'END'
old
END
    for at in 6 200 4000; do
        { head -c $at "$work/z"; printf 'spoiled'; tail -c +$((at + 8)) "$work/z"; } >"$work/bad"
        exits 3 "unpack, spoiled at $at" "$tool" unpack "$work/bad" -o "$work/u"
    done
    if have zstd; then
        zstd -q -c $orchard >"$work/frame"
        zstd -q -c --no-check --no-content-size <$orchard >"$work/plain"
        { head -c 9000 $orchard | zstd -q -c; tail -c +9001 $orchard | zstd -q -c -19; } >"$work/two"
        { printf '\120\052\115\030\005\000\000\000extra'; cat "$work/frame"; printf '\137\052\115\030\000\000\000\000'; } >"$work/skip"
        zstd -q -c --ultra -22 --long=27 $orchard >"$work/long"
        for z in frame plain two skip long; do
            exits 0 "unpack $z" "$tool" unpack "$work/$z" -o "$work/u"
            same "unpack $z" $orchard "$work/u"
            exits 0 "check $z" "$tool" check "$work/$z"
        done
        zstd -q -d -c "$work/z" >"$work/u"
        same 'zstd -d of what pack made' $orchard "$work/u"
    else
        skip "needs zstd"
    fi
fi
finish
