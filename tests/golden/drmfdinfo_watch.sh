# drmfdinfo watch on the bundled recording, and drmfdinfo show.
. tests/lib.sh
drmfdinfo=${B:-build}/drmfdinfo
rec=examples/data/samples/drm/desktop
want=tests/golden
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT


page drmfdinfo_watch.txt $drmfdinfo watch --replay $rec --count 7
page drmfdinfo_show.txt $drmfdinfo show examples/data/samples/drm/xe.txt

# 14 sweeps make 13 intervals; each client has a line in each.
$drmfdinfo watch --replay $rec --json >"$tmp/json"
check "JSON lines" awk -f tests/json.awk "$tmp/json"
texts=$($drmfdinfo dump --sweeps $rec/sweeps.txt | sed 1d | grep -o '"client_id":' | wc -l)
[ "$(grep -c '"devices":\[{' "$tmp/json")" -eq 13 ] && [ "$(grep -c '"lost":{"processes_no_descriptor":0,' "$tmp/json")" -eq 13 ] &&
    ok || fail "the sums of each interval"
sed -n '1s/.*"name":"gfx","percent":\([0-9.]*\).*/\1/p' "$tmp/json" >"$tmp/sum"
want=$($drmfdinfo dump --sweeps $rec/sweeps.txt | sed 's/"processes":.*//' | sed -n '2s/.*"devices":\[{"device":"0000:03:00.0",[^}]*"busy":{[^}]*"figure":\([0-9.]*\).*/\1/p')
awk -v got="$(cat "$tmp/sum")" -v want="$want" 'BEGIN { exit !(want != "" && got - want < 1e-9 && want - got < 1e-9) }' && ok ||
    fail "the sum of a device" "$(cat "$tmp/sum"), canonical $want"
grep '"pid":' "$tmp/json" >"$tmp/clients" && mv "$tmp/clients" "$tmp/json"
[ "$(wc -l <"$tmp/json")" -eq "$texts" ] && ok || fail "a line a client and interval" "$(wc -l <"$tmp/json") lines, $texts clients"
$drmfdinfo watch --replay $rec --csv >"$tmp/csv"
[ "$(awk -F, '{print NF}' "$tmp/csv" | sort -u)" = 25 ] && ok || fail "25 fields in each line of CSV"
[ "$(wc -l <"$tmp/csv")" -eq $((texts + 1)) ] && ok || fail "a line of CSV a client and interval"
[ "$(sed 1d "$tmp/csv" | cut -d, -f2 | sort -un | wc -l)" -eq 13 ] && ok || fail "13 intervals"
# The same figures in both, in the same order.
sed 's/.*"engines":\[{"name":"[^"]*","percent":\([^,]*\),.*/\1/' "$tmp/json" >"$tmp/a"
sed 1d "$tmp/csv" | cut -d, -f14 | sed 's/^[^=]*=\([^ ]*\).*/\1/; s/^$/null/' >"$tmp/b"
if paste "$tmp/a" "$tmp/b" | awk '($1 == "null") != ($2 == "null") || ($1 != "null" && ($1 - $2 > 0.0006 || $2 - $1 > 0.0006)) {print; bad = 1} END {exit bad || NR < 100}' >"$tmp/c"; then ok
else fail "JSON and CSV disagree" "$(cat "$tmp/c")"; fi
[ "$($drmfdinfo watch --replay $rec --csv --pid 1251 --count 3 | cut -d, -f3,4,6 | sort -u)" = "$(printf '1204,2,lumen-shell\npid,processes,command')" ] &&
    ok || fail "--pid of a process that shares a client" "$($drmfdinfo watch --replay $rec --csv --pid 1251 --count 3)"
$drmfdinfo watch --replay $rec --csv --count 2 -o "$tmp/file" >"$tmp/out" && [ ! -s "$tmp/out" ] &&
    [ "$(wc -l <"$tmp/file")" -eq 19 ] && ok || fail "-o FILE"

# show points at what it does not understand.
printf 'drm-driver:\tx\nnonsense\ndrm-engine-gfx:\t12 ms\ndrm-total-vram:\t1 KiB\ndrm-new: 1\n' >"$tmp/text"
$drmfdinfo show "$tmp/text" >"$tmp/out" 2>"$tmp/err"
[ $? -eq 1 ] && ok || fail "show exits 1 when lines are not understood"
for place in '2:1: error' '3:17: error' '5:1: warning'; do
    grep -q "^$tmp/text:$place: " "$tmp/err" && ok || fail "$place" "$(cat "$tmp/err")"
done
$drmfdinfo show --json "$tmp/text" >"$tmp/json" 2>/dev/null
check "JSON of show" awk -f tests/json.awk "$tmp/json"
[ "$(grep -o '"line":' "$tmp/json" | wc -l)" -eq 3 ] && ok || fail "three problems in the JSON of show" "$(cat "$tmp/json")"
[ "$($drmfdinfo show --csv - <"$tmp/text" 2>/dev/null)" = "$(printf 'file,key,name,value\n<stdin>,driver,,x\n<stdin>,total,vram,1024')" ] &&
    ok || fail "CSV of show" "$($drmfdinfo show --csv - <"$tmp/text")"
# amdgpu in Linux 5.14 to 5.18 names no driver and has a dialect of its own.
printf 'pos:\t0\npdev:\t0000:03:00.0\npasid:\t32771\nvram mem:\t1536 kB\ngtt mem:\t256 kB\ncpu mem:\t0 kB\ngfx0:\t12.50%%\n' >"$tmp/old"
says 0 "old: client of driver amdgpu, device 0000:03:00.0, id 32771" $drmfdinfo show "$tmp/old"
says 0 "12.50 %" $drmfdinfo show "$tmp/old"
says 0 '"load_percent":12.5,' $drmfdinfo show --json "$tmp/old"
printf 'nonsense\n' >>"$tmp/old"
says 1 "old:8:1: error: " $drmfdinfo show "$tmp/old"
# Many bad lines take linear time and give a short report.
awk 'BEGIN {print "drm-driver: x"; for (i = 0; i < 200000; i++) print "bad"}' >"$tmp/many"
$drmfdinfo show "$tmp/many" >"$tmp/out" 2>"$tmp/err"
[ "$(wc -l <"$tmp/err")" -eq 61 ] && grep -q '199980 more lines' "$tmp/err" && ok || fail "a report of 20 lines" "$(tail -n 3 "$tmp/err")"
for lines in 20 21; do
    { echo 'drm-driver: x'; yes bad | head -n $lines; } >"$tmp/many"
    equal "$lines bad lines" "20 $((lines - 20))" "$($drmfdinfo show "$tmp/many" 2>&1 | awk '/ error: / { n++ } / more lines/ { m++ } END { print n, m + 0 }')"
done
printf 'pos:\t0\nflags:\t02\n' >"$tmp/file"
exits 1 "show of a file that is no DRM client" $drmfdinfo show "$tmp/file"
exits 0 "show of a text that is cut" $drmfdinfo show --cut examples/data/samples/drm/xe.txt
exits 3 "show of a file that is not there" $drmfdinfo show "$tmp/nowhere"
echo old >"$tmp/old"
exits 3 "CSV of a file that is not there" $drmfdinfo show --csv -o "$tmp/old" "$tmp/nowhere"
[ "$(cat "$tmp/old")" = old ] && ok || fail "it leaves the old file" "$(cat "$tmp/old")"

exits 0 "--help" $drmfdinfo --help
$drmfdinfo export --help >"$tmp/out"
grep -q '^  drmfdinfo export --openmetrics -o' "$tmp/out" && grep -q '^  --clients N ' "$tmp/out" && ! grep -q 'record\|--pid' "$tmp/out" &&
    ok || fail "help of a verb" "$(cat "$tmp/out")"
$drmfdinfo watch --help >"$tmp/out"
[ "$(grep -c '^  drmfdinfo watch' "$tmp/out")" -eq 4 ] && grep -q 'ten seconds' "$tmp/out" && grep -q -- '--pid N' "$tmp/out" && ok ||
    fail "help of watch" "$(cat "$tmp/out")"
exits 2 "no verb" $drmfdinfo
exits 2 "an unknown verb" $drmfdinfo look
exits 2 "watch with an operand" $drmfdinfo watch $rec
exits 2 "watch --count 0" $drmfdinfo watch --count 0
exits 2 "watch --pid me" $drmfdinfo watch --pid me
exits 2 "watch of two sources" $drmfdinfo watch --root / --replay $rec
exits 2 "show without a file" $drmfdinfo show
exits 3 "watch of no recording" $drmfdinfo watch --replay "$tmp"
equal "a root that is not there, once" "drmfdinfo: $tmp/no: cannot open the directory of processes" "$($drmfdinfo watch --root "$tmp/no" --count 1 2>&1)"
# Exit code 1 where no client is seen while processes are closed even to this user.
if ! ls /proc/[0-9]*/fdinfo 2>&1 | grep -q 'Permission denied'; then exits 0 "watch of this machine" $drmfdinfo watch --interval 0.05 --count 1
elif [ -e /dev/dri ]; then skip "needs the right to look into every process"
else exits 1 "watch of this machine" $drmfdinfo watch --interval 0.05 --count 1; fi
mkdir "$tmp/one"
printf '@ 0 1 1\ndrm-driver:\tx\n=\n' >"$tmp/one/sweeps.txt"
exits 3 "watch of a single sweep" $drmfdinfo watch --replay "$tmp/one"

# A job of 0.8 s is seen at an interval of 0.2 s, in the middle of the 3 s between two full looks.
mkdir -p "$tmp/live/1/fdinfo"
printf 'drm-driver:\tx\ndrm-client-id:\t1\n' >"$tmp/live/1/fdinfo/3"
$drmfdinfo watch --csv --interval 0.2 --count 10 --root "$tmp/live" >"$tmp/csv" &
watch=$!
sleep 0.5
mkdir -p "$tmp/live/new/fdinfo"
printf 'drm-driver:\tx\ndrm-client-id:\t2\ndrm-engine-e:\t5 ns\n' >"$tmp/live/new/fdinfo/3"
mv "$tmp/live/new" "$tmp/live/2"
sleep 0.8
rm -r "$tmp/live/2"
wait $watch
[ "$(awk -F, '$9 == 2' "$tmp/csv" | wc -l)" -ge 2 ] && ok || fail "a short job" "$(cat "$tmp/csv")"

# Ten intervals of 0.2 s are no shorter.
awk -F, 'NR == 2 { first = $2 } { last = $2 } END { exit !(last - first > 1.7) }' "$tmp/csv" && ok || fail "the time of ten intervals" "$(cat "$tmp/csv")"

# More engines and regions than most have.
awk 'BEGIN { print "drm-driver:\tx"; for (i = 1; i <= 70; i++) printf "drm-engine-e%d:\t%d ns\n", i, i; for (i = 1; i <= 65; i++) printf "drm-total-r%d:\t%d KiB\n", i, i }' >"$tmp/text"
equal "70 engines, 65 regions" "70 65" "$($drmfdinfo show --json "$tmp/text" | awk '{ print gsub(/"ns":/, ""), gsub(/"total":/, "") }')"

# Clocks below 1 MHz keep their unit.
printf 'drm-driver:\tx\ndrm-maxfreq-a:\t999999\ndrm-maxfreq-b:\t2 MHz\n' >"$tmp/text"
[ "$($drmfdinfo show "$tmp/text" | grep -c ' 999999 Hz$\| 2 MHz$')" -eq 2 ] && ok || fail "clocks" "$($drmfdinfo show "$tmp/text")"
exits 2 "--look with --replay" $drmfdinfo watch --look 1 --replay $rec
# Every key and every mistake in it, as each verb and format tells of it; and dump of samples of one client, of sweeps and of pairs.
want=$PWD/tests/golden
case $drmfdinfo in /*) ;; *) drmfdinfo=$PWD/$drmfdinfo ;; esac
cd "$tmp" || exit 1
printf '%b\n' 'drm-driver:\tamdgpu' 'drm-client-id:\t7' 'drm-client-name:\ta "b"' 'drm-pdev:\t0000:03:00.0' 'drm-engine-gfx:\t1500000000 ns' \
    'drm-engine-gfx:\t2000 ns' 'drm-engine-capacity-gfx:\t0' 'drm-cycles-enc:\t5' 'drm-total-cycles-enc:\t10' 'drm-maxfreq-enc:\t3 MHz' \
    'drm-total-vram:\t8 KiB' 'drm-shared-vram:\t3 KiB' 'drm-resident-vram:\t6 KiB' 'drm-purgeable-vram:\t2 KiB' 'drm-active-vram:\t1 KiB' \
    'drm-memory-gtt:\t5 MiB' 'amd-evicted-vram:\t9 KiB' 'drm-new:\t4' 'nonsense' ': x' 'drm-engine-a b:\t1 ns' 'drm-engine-:\t1 ns' \
    'drm-engine-x:\t1 ms' 'drm-maxfreq-x:\t1 ns' 'drm-cycles-x:' 'drm-total-x:\t1 ns' 'drm-client-id:\tx' 'drm-cycles-y:\t1 ns' \
    'drm-total-cycles-y:\t-1' 'drm-engine-capacity-y:\tx' 'drm-pdev:\t3' 'a\0000b: 1' 'ab:\t1\00002' >keys
printf 'drm-total-cy' >>keys
sample() { # NS CYCLES OF CAPACITY REGION_KIB
    printf '%b\n' 'drm-driver:\tx' 'drm-pdev:\t0000:03:00.0' 'drm-client-id:\t7' "drm-engine-gfx:\t$1 ns" "drm-engine-capacity-gfx:\t$4" \
        "drm-cycles-enc:\t$2" "drm-total-cycles-enc:\t$3" "drm-cycles-vec:\t$2" 'drm-maxfreq-vec:\t1 KHz' \
        "drm-total-vram:\t$5 KiB" 'drm-shared-vram:\t4 KiB' 'drm-resident-vram:\t6 KiB' 'drm-purgeable-vram:\t3 KiB' 'drm-active-vram:\t2 KiB'
}
sample 1000000 100 1000 2 8 >before
sample 251000000 350 2000 2 9 >after
{ echo '@ -1000000000'; cat before; echo '@ 0'; cat after; echo '@ 250000000'; sample 251000000 350 2000 3 7; } >series
{
    echo '# processes 3'
    echo '@ 0 10 3'; cat before; echo '@ 0 11 4'; cat before; echo '@ 0 12 3'; printf 'drm-driver:\ty\n'; echo =
    echo '@ 1000000000 10 3'; cat after; echo '@ 1000000000 12 3'; printf 'drm-driver:\ty\ndrm-engine-e:\t7 ns\n'; echo =
} >sweeps
golden drmfdinfo_keys sh -c 'for how in "show --csv" "show --json" "show" "dump" "dump --cut"; do echo "== $how"; '"$drmfdinfo"' $how keys 2>&1; echo; done'
golden drmfdinfo_dump sh -c "$drmfdinfo dump --series series; $drmfdinfo dump --sweeps sweeps; $drmfdinfo dump --pair before after --ns 500000000
    $drmfdinfo dump --pair before after --ns 0; $drmfdinfo dump --pair after before --ns 9223372036854775807"
says 2 'exclude each other' "$drmfdinfo" dump --pair --series before after
says 2 'takes two files and --ns N' "$drmfdinfo" dump --pair before --ns 1
says 2 'takes two files and --ns N' "$drmfdinfo" dump --pair before after
says 2 'from 0 to 9223372036854775807' "$drmfdinfo" dump --pair before after --ns 9223372036854775808
says 3 'nowhere: ' "$drmfdinfo" dump --pair before nowhere --ns 1
says 3 'nowhere: ' "$drmfdinfo" dump before nowhere
finish
