# The verbs of the tool ncurep on the bundled samples: what is printed, and the exit codes.
. tests/lib.sh
tool=${B:-build}/ncurep
samples=examples/data/samples/ncurep
if [ ! -x "$tool" ]; then
    skip "needs the tool ncurep"
    finish
    exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT


prints list "$tool" list $samples/orchard.ncu-rep <<'END'
examples/data/samples/ncurep/orchard.ncu-rep: 4 results on Example GPU 90, made by 2025.1.0.0
ID  Kernel  Grid  Block  Device  Duration  Metrics
 0  one     1024    256       0  18.43 us       60
 1  two     1024    256       0  23.04 us       60
 2  three   1024    256       0  27.65 us       60
 3  one     1024    256       0  32.26 us       60
END
prints 'list, chosen by name, skip and count' "$tool" list --csv -k one -s 1 -c 1 $samples/orchard.ncu-rep <<'END'
File,ID,Process ID,Process Name,Host Name,Kernel Name,Context,Stream,Block Size,Grid Size,Device,CC,Duration ns,Metrics
examples/data/samples/ncurep/orchard.ncu-rep,3,4242,apple_sort,127.0.0.1,one,1,7,"(256, 1, 1)","(1024, 1, 1)",0,9.0,32256,60
END
prints 'raw, wide' "$tool" raw --csv --metrics 'gpu__time*,launch__grid_size' --launch-skip-before-match 2 $samples/orchard.ncu-rep <<'END'
"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","gpu__time_duration.sum","launch__grid_size"
"","","","","","","","","","","","us",""
"2","4242","apple_sort","127.0.0.1","three","1","7","(256, 1, 1)","(1024, 1, 1)","0","9.0","27.648000","1024"
"3","4242","apple_sort","127.0.0.1","one","1","7","(256, 1, 1)","(1024, 1, 1)","0","9.0","32.256000","1024"
END
prints 'raw, base units' "$tool" raw --csv --print-units base --metrics gpu__time_duration.sum -k two $samples/orchard.ncu-rep <<'END'
"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","gpu__time_duration.sum"
"","","","","","","","","","","","ns"
"1","4242","apple_sort","127.0.0.1","two","1","7","(256, 1, 1)","(1024, 1, 1)","0","9.0","23040"
END
prints 'raw, long, exact' "$tool" raw --csv --long --exact --metrics 'regex:^gpu__time,regex:x' -k regex:t.o $samples/orchard.ncu-rep <<'END'
File,ID,Process ID,Process Name,Host Name,Kernel Name,Context,Stream,Block Size,Grid Size,Device,CC,Metric Name,Metric Unit,Metric Value
END
prints 'raw for people' "$tool" raw -k two --metrics dram__bytes_read.sum,launch__grid_size $samples/orchard.ncu-rep <<'END'
examples/data/samples/ncurep/orchard.ncu-rep: 4 results on Example GPU 90, made by 2025.1.0.0

1  two (1024, 1, 1)x(256, 1, 1), Context 1, Stream 7, Device 0, CC 9.0
Metric Name           Metric Unit  Metric Value
dram__bytes_read.sum  Mbyte            4.195840
launch__grid_size                          1024
END
prints blocks "$tool" blocks $samples/mixed.ncu-rep <<'END'
Block  Offset  Header  Payload  Contents
    0      10     738        0  session
    1     752      54     5846  1 source
    2    6656    2127     5751  1 kernel, 60 strings
    3   14538     100       71  1 range
    4   14713      55       95  1 command list
    5   14867      55       74  1 graph
    6   15000      45      217  1 graph, 1 string
END
prints cubin "$tool" cubin $samples/orchard.ncu-rep <<'END'
  Reference   CC  Bytes  Functions  Pieces
94489280513  9.0   9376          3       1
END
prints unknown "$tool" unknown $samples/orchard.ncu-rep <<'END'
every field is known
END
# Four fields behind those of the file's header, which has 2 bytes: a varint, 8 bytes, a text, 4 bytes.
{
    printf 'NVR\0\034\0\0\0\010\007\240\006\254\002\251\006\001\0\0\0\0\0\0\0\262\006\003abc\275\006\005\0\0\0'
    tail -c +11 $samples/saxpy.ncu-rep
} >"$work/unknown.ncu-rep"
prints 'unknown fields' "$tool" unknown "$work/unknown.ncu-rep" <<'END'
file 0, field 100 at byte 10: 300 (varint)
file 0, field 101 at byte 14: 1 (8 bytes)
file 0, field 102 at byte 24: 3 bytes
file 0, field 103 at byte 30: 5 (4 bytes)
END
prints 'unknown fields as rows' "$tool" unknown --csv "$work/unknown.ncu-rep" <<'END'
of,i,path,offset,wire,value or bytes
file,0,100,10,0,300
file,0,101,14,1,1
file,0,102,24,2,3
file,0,103,30,5,5
END
says 0 'FFMA: ' "$tool" raw --print-metric-instances details --metrics sass__inst_executed_per_opcode -c 1 $samples/orchard.ncu-rep
says 0 'Example GPU 90' "$tool" session $samples/orchard.ncu-rep
says 0 '"Session Attribute","Value"' "$tool" session --csv $samples/orchard.ncu-rep
says 0 '     0  gpu__time_duration.sum' "$tool" strings $samples/orchard.ncu-rep
says 0 ',1,4242,apple_sort,127.0.0.1,two,' "$tool" list --nvtx-include 'load/sort/' --csv $samples/orchard.ncu-rep
says 0 'no result is chosen' "$tool" list -k nobody $samples/orchard.ncu-rep
# A report that is cut or damaged: every page for people, JSON and the HTML page say so; a complete one says nothing.
# CSV holds only its table. What is missing is known as far as the header of the cut block is there.
head -c 6700 $samples/saxpy.ncu-rep >"$work/cut.ncu-rep"
head -c 25000 $samples/orchard.ncu-rep >"$work/two.ncu-rep"
{ head -c 22410 $samples/orchard.ncu-rep; printf '\377\377\377'; tail -c +22414 $samples/orchard.ncu-rep; } >"$work/wrong.ncu-rep"
{ head -c 22320 $samples/orchard.ncu-rep; printf '\377\377\377\377\377\377'; tail -c +22327 $samples/orchard.ncu-rep; } >"$work/half.ncu-rep"
unknown='This report is cut: its blocks are whole up to byte 6656 of 6700; 0 results can be read, how many are missing is unknown.'
known='This report is cut: its blocks are whole up to byte 22316 of 25000; 2 results can be read, at least 1 is missing.'
for verb in list raw details session summary source; do
    "$tool" $verb --json "$work/cut.ncu-rep" >"$work/out" 2>/dev/null
    if grep -q '"damage": {' "$work/out" && grep -q '"bytes_whole": 6656,' "$work/out" && grep -q '"message": "the file is cut' "$work/out" &&
        grep -q '"results_missing_at_least": 0,' "$work/out" && ! grep -q bytes_missing "$work/out"; then ok
    else fail "damage in the JSON of $verb" "$(head -n 5 "$work/out")"; fi
    "$tool" $verb --json "$work/two.ncu-rep" >"$work/out" 2>/dev/null
    if grep -q '"results_read": 2,' "$work/out" && grep -q '"results_missing_at_least": 1,' "$work/out" && awk -v whole=1 -f tests/json.awk "$work/out" >/dev/null; then ok
    else fail "what is missing in the JSON of $verb" "$(tail -n 20 "$work/out")"; fi
    "$tool" $verb "$work/cut.ncu-rep" 2>/dev/null | grep -c -F "$unknown" >"$work/out"
    prints "damage in the text of $verb" cat "$work/out" <<'END'
1
END
    "$tool" $verb "$work/two.ncu-rep" 2>/dev/null | tail -n 2 | sed 's|^.*ncu-rep: ||' >"$work/out"
    prints "damage at the end of the text of $verb" cat "$work/out" <<END
$known
  byte 22316: the file is cut: its last block is not complete
END
    if "$tool" $verb "$work/two.ncu-rep" -o "$work/out" 2>/dev/null; then fail "exit code of $verb, cut"; else ok; fi
    "$tool" $verb --csv "$work/two.ncu-rep" >"$work/out" 2>"$work/err"
    code=$?
    if [ $code -eq 3 ] && grep -q 'byte 22316' "$work/err" && ! grep -q 'is cut' "$work/out"; then ok; else fail "damage in the CSV of $verb"; fi
    for how in '' --json; do
        "$tool" $verb $how $samples/saxpy.ncu-rep >"$work/out" 2>/dev/null
        if grep -q -i 'damage\|is cut' "$work/out"; then fail "no damage on the page of $verb $how"; else ok; fi
    done
done
for damaged in 'wrong:3 results can be read, 1 cannot.' 'half:byte 22316 of 32403 and what follows cannot be read; 2 results can be read, how many are missing is unknown.'; do
    "$tool" list "$work/${damaged%%:*}.ncu-rep" 2>/dev/null | grep '^This' >"$work/out"
    prints "damage of ${damaged%%:*}.ncu-rep" cat "$work/out" <<END
This report is damaged: ${damaged#*:}
END
done
# diff says so for each of the two, by name.
says 0 "$work/two.ncu-rep: $known" sh -c '"$0" diff "$1" "$1" 2>/dev/null; true' "$tool" "$work/two.ncu-rep"
says 0 '"damage": {' sh -c '"$0" diff --json "$1" "$1" 2>/dev/null; true' "$tool" "$work/two.ncu-rep"
says 0 '**This report is cut: ' sh -c '"$0" details --md "$1" 2>/dev/null; true' "$tool" "$work/two.ncu-rep"
"$tool" html "$work/cut.ncu-rep" -o "$work/cut.html" 2>/dev/null
if grep -q -F "<p role=\"alert\"><strong>$unknown</strong><br/>byte 6656: the file is cut" "$work/cut.html"; then ok
else fail 'damage on the page of HTML' "$(grep alert "$work/cut.html")"; fi
says 0 'ncurep raw -k saxpy' "$tool" --help

exits 0 'nothing chosen is fine' "$tool" list -k nobody $samples/orchard.ncu-rep
exits 0 'check of a sample' "$tool" check $samples/orchard.ncu-rep $samples/saxpy.ncu-rep
exits 0 'several files' "$tool" list $samples/*.ncu-rep
exits 0 help "$tool" --help
# Settings of the user interface, in a block of their own at the end: of every kind, and those of 2023 and later.
{ cat $samples/saxpy.ncu-rep; printf '\053\000\000\000\032\047\122\045\010\001\042\003Run\112\002\020\007\152\003\010\254\002'
    printf '\162\006Python\172\004Some\200\001\005\062\002\010\000\050\000'; } >"$work/set.ncu-rep"
prints 'session: settings' sh -c '"$0" session "$1" | sed -n "/^Profiler Settings/,/^\$/p"' "$tool" "$work/set.ncu-rep" <<'END'
Profiler Settings
  Activity              Run
  Apply Rules           no
  NVTX                  yes
  CPU Call Stack Type   Python
  Sampling Interval     7
  PM Sampling Interval  300
  Setting 15            Some
  Setting 16            5

END
prints 'session: settings, JSON' sh -c '"$0" session --json "$1" | sed -n "/\"profiler_settings\"/,/}/p"' "$tool" "$work/set.ncu-rep" <<'END'
    "profiler_settings": {
      "Activity": "Run",
      "Apply Rules": "no",
      "NVTX": "yes",
      "CPU Call Stack Type": "Python",
      "Sampling Interval": "7",
      "PM Sampling Interval": "300",
      "Setting 15": "Some",
      "Setting 16": "5"
    },
END
"$tool" session --csv $samples/saxpy.ncu-rep >"$work/out"
prints 'session: settings, CSV' "$tool" session --csv "$work/set.ncu-rep" <"$work/out"
"$tool" html "$work/set.ncu-rep" -o "$work/set.html"
says 0 'Setting 16' sed -n '/>Profiler Settings</,/<\/table>/p' "$work/set.html"
says 0 '300' sed -n '/>Profiler Settings</,/<\/table>/p' "$work/set.html"
# What does not belong to a chosen result is left out.
prints 'blocks, chosen' "$tool" blocks -k regex:saxpy $samples/mixed.ncu-rep <<'END'
Block  Offset  Header  Payload  Contents
    2    6656    2127     5751  1 kernel, 60 strings
END
prints 'cubin, nothing chosen' "$tool" cubin --csv -k none $samples/orchard.ncu-rep <<'END'
reference,revision,bytes,functions,pieces
END
prints 'strings, chosen' "$tool" strings -c 1 --metrics 'gpu__time*,dram__bytes_*' $samples/orchard.ncu-rep <<'END'
     0  gpu__time_duration.sum
    19  dram__bytes_read.sum
    20  dram__bytes_write.sum
    21  dram__bytes_read.sum.per_second
END
prints 'dump, chosen' sh -c '"$0" dump -s 3 --metrics gpu__time_duration.sum "$1" | grep -E "\"line\":\"(result|metric|module)\"" | cut -c1-50' "$tool" $samples/orchard.ncu-rep <<'END'
{"line":"module","i":0,"reference":94489280513,"en
{"line":"result","i":3,"kind":"kernel","block":5,"
{"line":"metric","result":3,"i":0,"id":0,"name":"g
END
prints 'session, chosen' sh -c '"$0" session --csv "$2" "$3" "$1" | grep -c -E "^.?4242|^.?Device Attribute.?,"' "$tool" $samples/orchard.ncu-rep -k none <<'END'
0
END
prints 'session, all' sh -c '"$0" session --csv "$2" "$3" "$1" | grep -c -E "^.?4242|^.?Device Attribute.?,"' "$tool" $samples/orchard.ncu-rep -k one <<'END'
2
END
if [ "$("$tool" check --csv -k none $samples/orchard.ncu-rep 2>/dev/null | grep -c ',holds,')" -lt "$("$tool" check --csv $samples/orchard.ncu-rep | grep -c ',holds,')" ]; then ok
else fail 'check, chosen'; fi
prints 'lines for people' sh -c '"$0" lines --text "$1" | head -n 8' "$tool" $samples/three_sm90.cubin <<'END'
examples/data/samples/ncurep/three_sm90.cubin

three, 384 bytes
Offset  Line        Inlined into  PTX
0x0000  three.cu:7                 72
0x0010  three.cu:8                 82
0x0020  three.cu:8                 84
0x0030  three.cu:8                 72
END
for verb in lines dump; do # one after the other, and from standard input
    "$tool" $verb $samples/orchard.ncu-rep >"$work/one"
    "$tool" $verb $samples/saxpy.ncu-rep >>"$work/one"
    "$tool" $verb $samples/orchard.ncu-rep - <$samples/saxpy.ncu-rep >"$work/two"
    if [ -s "$work/one" ] && cmp -s "$work/one" "$work/two"; then ok; else fail "$verb of two files"; fi
done
exits 2 'no verb' "$tool"
# What is wrong in a report is reported once.
head -c 9000 examples/data/samples/ncurep/orchard.ncu-rep >"$work/cut"
exits 3 '--import of a cut report' "$tool" --import "$work/cut" --page raw
if [ "$(printf '%s\n' "$exits_out" | grep -c 'the file is cut')" -eq 1 ]; then ok; else fail '--import of a cut report: what it says' "$exits_out"; fi
# A report instead of a verb: the list, and what to try next. A typo gets a suggestion. Each verb has its own help.
exits 0 'a report instead of a verb' "$tool" examples/data/samples/ncurep/orchard.ncu-rep
case $exits_out in *three*'ncurep details'*) ok ;; *) fail 'a report instead of a verb: what it shows' "$exits_out" ;; esac
for pair in 'detials:is it details?' 'lst:is it list?' 'xyzzy:no such file' 'raw --metrcs:is it --metrics?' 'raw --zzz:unknown option --zzz'; do
    # shellcheck disable=SC2086
    exits 2 "${pair%%:*}" "$tool" ${pair%%:*} examples/data/samples/ncurep/orchard.ncu-rep
    case $exits_out in *"${pair#*:}"*) ok ;; *) fail "${pair%%:*}: what it says" "$exits_out" ;; esac
done
for verb in $("$tool" --help | sed -n '/^verbs/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    exits 0 "$verb --help" "$tool" $verb --help
    case $exits_out in "usage: ncurep $verb "*) ok ;; *) fail "$verb --help: what it says" "$exits_out" ;; esac
    if printf '%s\n' "$exits_out" | awk 'length($0) > 80 {bad = 1} END {exit bad}'; then ok; else fail "$verb --help is wider than 80 columns"; fi
done
exits 2 'another verb' "$tool" lsit $samples/orchard.ncu-rep
exits 2 'no file' "$tool" list
exits 2 'a bad expression' "$tool" list -k 'regex:a(' $samples/orchard.ncu-rep
exits 2 'a bad filter' "$tool" list --nvtx-include 'regex:a(/' $samples/orchard.ncu-rep
exits 2 'a bad word' "$tool" raw --print-units metric $samples/orchard.ncu-rep
exits 2 'a bad number' "$tool" list -s x $samples/orchard.ncu-rep
exits 3 'no such file' "$tool" list "$work/none"
exits 3 'no report' "$tool" list Makefile
# keeps CODE NAME ARGUMENT...: with this exit code -o leaves the old file, and nothing beside it.
keeps() {
    mkdir "$work/kept"
    echo old >"$work/kept/file"
    keeps_code=$1 keeps_name=$2
    shift 2
    exits "$keeps_code" "$keeps_name" "$tool" "$@" -o "$work/kept/file"
    if [ "$(cat "$work/kept/"*)" = old ]; then ok; else fail "$keeps_name: the old file is gone" "$(ls -l "$work/kept")"; fi
    rm -r "$work/kept"
}
for verb in list raw details source summary session strings blocks unknown check export; do
    for form in '' --json --csv; do
        # shellcheck disable=SC2086
        keeps 3 "$verb $form of nothing" $verb $form "$work/none" Makefile
    done
done
keeps 3 'a page of nothing' html "$work/none"
keeps 3 'a trace of nothing' export --trace "$work/none"
keeps 3 'instances of nothing' export --table instances "$work/none"
keeps 3 'sections of a folder that is not there' details --json --section-folder "$work/none" $samples/orchard.ncu-rep
keeps 3 'a comparison with nothing' diff --json "$work/none" $samples/orchard.ncu-rep
echo old >"$work/one"
exits 3 'one of two reports' "$tool" list --csv -o "$work/one" "$work/none" $samples/orchard.ncu-rep
if [ "$(wc -l <"$work/one")" -eq 5 ]; then ok; else fail 'what could be read of two reports is written' "$(cat "$work/one")"; fi
keeps 2 'options that do not go together' export --folded nvtx --trace $samples/orchard.ncu-rep
head -c 9000 $samples/orchard.ncu-rep >"$work/cut"
exits 3 'a cut report' "$tool" list "$work/cut"
says 3 'the file is cut' "$tool" list "$work/cut"
exits 0 'its dump' "$tool" dump "$work/cut"
exits 3 'check of it' "$tool" check "$work/cut"
if out=$("$tool" list --csv - <$samples/orchard.ncu-rep) && [ "$(printf '%s\n' "$out" | wc -l)" -eq 5 ]; then ok; else fail 'standard input' "$out"; fi

mkdir "$work/cubins"
exits 0 'extract cubins' "$tool" cubin --to "$work/cubins" $samples/orchard.ncu-rep
if cmp -s "$work/cubins/94489280513.cubin" $samples/three_sm90.cubin; then ok; else fail 'the extracted cubin is the one that was put in'; fi
exits 1 'no such module' "$tool" cubin --module 5 $samples/orchard.ncu-rep

if have python3; then
    set -- $samples/*.ncu-rep
    for verb in list raw session strings blocks unknown cubin check; do
        if "$tool" $verb --json "$@" 2>/dev/null | python3 -c 'import json,sys; sys.exit(len(json.load(sys.stdin)) != int(sys.argv[1]))' $#; then ok
        else fail "JSON of $verb"; fi
    done
    # As in the oldest reports: symbols of functions with run-time addresses.
    python3 - $samples/orchard.ncu-rep $samples/three_sm90.cubin "$work/old.ncu-rep" <<'END'
import struct, sys
report, cubin = bytearray(open(sys.argv[1], "rb").read()), open(sys.argv[2], "rb").read()
at, table, count = report.index(cubin), struct.unpack_from("<Q", cubin, 40)[0], struct.unpack_from("<H", cubin, 60)[0]
for i in range(count):
    kind, _, _, offset, size = struct.unpack_from("<IQQQQ", cubin, table + 64 * i + 4)
    for symbol in range(offset, offset + size, 24) if kind == 2 else ():
        if cubin[symbol + 4] & 15 == 2:
            struct.pack_into("<Q", report, at + symbol + 8, 0x7F0012340000)
open(sys.argv[3], "wb").write(report)
END
    "$tool" source --json $samples/orchard.ncu-rep | grep '"opcode"' >"$work/want"
    "$tool" source --json "$work/old.ncu-rep" | grep '"opcode"' >"$work/got"
    if grep -q '"opcode": "' "$work/want" && cmp -s "$work/want" "$work/got" && ! cmp -s $samples/orchard.ncu-rep "$work/old.ncu-rep"; then ok
    else fail 'machine code of the oldest reports' "$(diff "$work/want" "$work/got")"; fi
else
    skip "needs python3"
fi
finish
