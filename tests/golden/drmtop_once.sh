# What drmtop prints without a terminal: text, JSON, CSV, options, exit codes.
. tests/lib.sh
drmtop=${B:-build}/drmtop
drmfdinfo=${B:-build}/drmfdinfo
rec=examples/data/samples/drm/desktop
want=tests/golden
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
esc=$(printf '\033')


page drmtop_once.txt $drmtop --once --replay $rec --sweep 8
page drmtop_once.txt $drmtop --replay $rec --sweep 8
page drmtop_process.txt $drmtop --once --replay $rec --sweep 8 --tree process --sort memory
page drmtop_device.txt $drmtop --once --replay $rec --sweep 8 --tree device --sort pid --reverse
page drmtop_filter.txt $drmtop --once --replay $rec --filter LUMEN --sort pid

# A first sweep has no figures: a dash, not a zero.
if $drmtop --once --replay $rec --sweep 1 | grep -q ' 0\.0[% ]'; then fail "no figure is shown as 0"; else ok; fi
if $drmtop --once --replay $rec --sweep 1 | grep -q 'gfx  *\[  *-\]'; then ok; else fail "no figure in a bar"; fi

# Colour: only when asked for or on a terminal.
if $drmtop --once --replay $rec | grep -q "$esc"; then fail "escape sequences in a pipe"; else ok; fi
if $drmtop --once --replay $rec --color always | grep -q "$esc"; then ok; else fail "--color always has no colour"; fi

# JSON is JSON and says what the canonical output says.
$drmtop --json --replay $rec --sweep 8 >"$tmp/json"
check "JSON" awk -v whole=1 -f tests/json.awk "$tmp/json"
check "the checker knows what is no JSON" sh -c "! printf '{\"a\":1,}' | awk -v whole=1 -f tests/json.awk >/dev/null"
[ "$(grep -c '"client_id"' "$tmp/json")" -eq 11 ] && ok || fail "11 clients in the JSON"
grep -q '"hidden": 3,' "$tmp/json" && grep -q '"all": 216,' "$tmp/json" && ok || fail "processes in the JSON"
canonical=$($drmfdinfo dump --sweeps $rec/sweeps.txt | sed -n 8p)
want=$(printf '%s\n' "$canonical" | sed 's/.*"client_id":40,\([^]]*\]\)\([^]]*\).*/\2/; s/"name":"compute".*//; s/.*"figure":\([0-9.]*\).*/\1/')
got=$(awk '/"client_id": 40,/ {on=1} on && /"percent"/ {gsub(/[^0-9.]/, ""); print; exit}' "$tmp/json")
if awk "BEGIN {exit !(\"$want\" != \"\" && \"$got\" != \"\" && ($want) - ($got) < 1e-9 && ($got) - ($want) < 1e-9)}"; then ok
else fail "the figure of client 40" "canonical $want, JSON $got"; fi

prints "JSON before the devices" sh -c "$drmtop --json --replay $rec --sweep 8 | sed '/\"devices\"/,\$d'" <<'END'
{
  "time": null,
  "seconds": 7.000124275,
  "interval": 1.000027733,
  "processes": {
    "all": 216,
    "hidden": 3,
    "with_clients": 11
  },
  "lost": {
    "processes_no_descriptor": 0,
    "files_no_descriptor": 0,
    "files_no_memory": 0,
    "histories_no_memory": 0,
    "processes_hidepid": null,
    "processes_namespace": null
  },
  "files_found_by": null,
END
equal "JSON of a second sweep" '"time": null, "seconds": 0.999998529, "interval": 0.999998529,' "$($drmtop --json --replay $rec | sed -n 2,4p | tr -s ' \n' ' ' | sed 's/^ //; s/ $//')"
equal "JSON of a first sweep" '"time": null, "seconds": 0, "interval": null,' "$($drmtop --json --replay $rec --sweep 1 | sed -n 2,4p | tr -s ' \n' ' ' | sed 's/^ //; s/ $//')"

# CSV: 25 fields a line; the same figure.
$drmtop --csv --replay $rec --sweep 8 >"$tmp/csv"
[ "$(awk -F, '{print NF}' "$tmp/csv" | sort -u)" = 25 ] && ok || fail "25 fields in each line of CSV" "$(cat "$tmp/csv")"
[ "$(wc -l <"$tmp/csv")" -eq 12 ] && ok || fail "titles and 11 clients in the CSV"
[ "$(awk -F, '$9 == 40 {print $13}' "$tmp/csv")" = "$(awk "BEGIN {printf \"%.3f\", $want}")" ] && ok || fail "the figure of client 40 in CSV"
[ "$(awk -F, '$9 == 52 {print $12 "|" $13 "|" $14}' "$tmp/csv")" = '||npu-amdxdna=' ] && ok || fail "a client without a figure in CSV"
[ "$(awk -F, '$9 == 46 {print $22}' "$tmp/csv")" = 'memory.total=67395584 memory.shared=0 memory.resident=67395584 memory.purgeable=0 memory.active=67108864' ] && ok ||
    fail "all that is printed of memory, in CSV" 

# -o FILE holds what would have been printed, and nothing else is printed.
$drmtop --once --replay $rec --sweep 8 -o "$tmp/file" >"$tmp/out" 2>&1
[ ! -s "$tmp/out" ] && cmp -s "$tmp/file" tests/golden/drmtop_once.txt && ok || fail "-o FILE"

# amdgpu before Linux 5.19: percentages, without a driver's name, given from the first sample on.
mkdir -p "$tmp/old/8/fdinfo"
printf 'pos:\t0\nflags:\t02\nmnt_id:\t26\nino:\t541\npdev:\t0000:03:00.0\npasid:\t32771\nvram mem:\t2048 kB\ngfx0:\t12.5%%\ncompute1:\t40.0%%\n' \
    >"$tmp/old/8/fdinfo/5"
$drmtop --json --root "$tmp/old" >"$tmp/json"
grep -q '"driver": "amdgpu"' "$tmp/json" && grep -q '"percent": 12.05[,}]*$' "$tmp/json" && grep -q '"percent": 40[,}]*$' "$tmp/json" && ok ||
    fail "amdgpu before Linux 5.19" "$(cat "$tmp/json")"

# Names may hold anything.
mkdir -p "$tmp/root/77/fdinfo"
printf 'a\033[2J\nb,"\302\233c\377\n' >"$tmp/root/77/comm"
printf 'drm-driver:\tx\033]0;t\007y\ndrm-client-id:\t1\ndrm-client-name:\t\033c\ndrm-engine-\033c:\t1 ns\n' >"$tmp/root/77/fdinfo/3"
for form in '' --json --csv; do
    $drmtop --once --interval 0.05 --root "$tmp/root" $form >"$tmp/out"
    if LC_ALL=C tr -d '\n' <"$tmp/out" | LC_ALL=C grep -q "$(printf '[\001-\037]')"; then fail "control characters in the output $form" "$(cat -v "$tmp/out")"
    else ok; fi
    grep -q 77 "$tmp/out" && ok || fail "a client with a strange name $form" "$(cat -v "$tmp/out")"
done
$drmtop --json --interval 0.05 --root "$tmp/root" >"$tmp/json"
check "JSON of strange names" awk -v whole=1 -f tests/json.awk "$tmp/json"

# Whole command lines, where there is one.
$drmtop --once --interval 0.05 --root "$tmp/root" --full | grep -q 'a.x1b.2J' && ok || fail "--full without a command line"
: >"$tmp/root/77/cmdline"
$drmtop --once --interval 0.05 --root "$tmp/root" --full | grep -q 'a.x1b.2J' && ok || fail "--full with an empty command line"
printf 'player\000--fast\000film\000' >"$tmp/root/77/cmdline"
$drmtop --once --interval 0.05 --root "$tmp/root" --full | grep -q 'player --fast film' && ok || fail "--full"

# When nobody uses a GPU.
mkdir "$tmp/empty"
$drmtop --once --interval 0.05 --root "$tmp/empty" | grep -q '^no GPU or NPU client is open$' && ok || fail "nobody uses a GPU"
mkdir -p "$tmp/empty/driver/nvidia"
echo "NVRM version: made up" >"$tmp/empty/driver/nvidia/version"
for tool in "$drmtop --once" "$drmfdinfo watch --count 1"; do
    $tool --interval 0.05 --root "$tmp/empty" | grep -q '^no GPU or NPU client is open; .* use nvidia-smi$' && ok || fail "$tool where NVIDIA's driver is"
done
mkdir -p "$tmp/empty/77/fd" "$tmp/empty/77/fdinfo"
$drmfdinfo watch --count 1 --interval 0.05 --root "$tmp/empty" --pid 77 | grep -q '^these processes hold no GPU or NPU client' && ok || fail "watch of one without"
# More clients than descriptors: all of them are there. Too few to list even one process: that is reported.
mkdir "$tmp/many"
i=0
while [ $i -lt 200 ]; do
    i=$((i + 1))
    mkdir -p "$tmp/many/$i/fdinfo"
    printf 'drm-driver:\tx\ndrm-client-id:\t%d\ndrm-engine-e:\t%d ns\n' $i $i >"$tmp/many/$i/fdinfo/3"
done
(ulimit -n 64; $drmtop --json --interval 0.05 --root "$tmp/many" >"$tmp/json")
[ "$(grep -c '"client_id"' "$tmp/json")" -eq 200 ] && grep -q '"files_no_descriptor": 0' "$tmp/json" && ok ||
    fail "200 clients with 64 descriptors" "$(head -n 20 "$tmp/json")"
(ulimit -n 5; $drmtop --json --interval 0.05 --root "$tmp/many") >"$tmp/json" 2>"$tmp/err"
grep -q '"processes_no_descriptor": 200' "$tmp/json" && ok || fail "no descriptor left, in JSON" "$(head -n 20 "$tmp/json")" "$(cat "$tmp/err")"
(ulimit -n 5; $drmtop --once --interval 0.05 --root "$tmp/many") >"$tmp/out" 2>&1
grep -q 'out of file descriptors: 200 processes not listed' "$tmp/out" && ok || fail "no descriptor left, as text" "$(cat "$tmp/out")"
(ulimit -n 5; $drmfdinfo watch --count 1 --interval 0.05 --root "$tmp/many") >"$tmp/out" 2>&1
grep -q 'out of file descriptors: 200 processes not listed' "$tmp/out" && ok || fail "no descriptor left, watch" "$(cat "$tmp/out")"

# Some processes alone: no others are read.
$drmtop --json --interval 0.05 --root "$tmp/many" --pid 7 -p 42 >"$tmp/json"
[ "$(grep -o '"client_id": [0-9]*' "$tmp/json" | tr '\n' ' ')" = '"client_id": 7 "client_id": 42 ' ] && grep -q '"all": 2,' "$tmp/json" && ok ||
    fail "--pid" "$(grep -n 'client_id\|"all"' "$tmp/json")"

# Users, devices and columns.
pids() { "$@" | sed -n '/PID/,$p' | sed '1d; /^$/,$d' | awk '{print $1}' | tr '\n' ' '; }
[ "$(pids $drmtop --once --replay $rec --sweep 8 -u ml)" = '3702 5120 3766 ' ] && ok || fail "-u" "$($drmtop --once --replay $rec --sweep 8 -u ml)"
[ "$(pids $drmtop --once --replay $rec --sweep 8 -u ml --user kiosk -d 3)" = '5310 5342 ' ] && ok || fail "-u and -d"
[ "$(pids $drmtop --once --replay $rec --sweep 8 -d c5:00.1)" = '3702 3766 ' ] && ok || fail "-d by address"
[ "$(pids $drmtop --once --replay $rec --sweep 8 -d panthor -d 0000:c5:00.1)" = '3702 5310 5342 3766 ' ] && ok || fail "-d twice"
$drmtop --once --replay $rec --sweep 8 -d xe >"$tmp/out"
[ "$(grep -c '^[0-9] .* clients' "$tmp/out")" -eq 1 ] && grep -q '^1 xe ' "$tmp/out" && ok || fail "-d shows one device, with its number" "$(cat "$tmp/out")"
$drmtop --once --replay $rec --sweep 8 -u nobody-here | grep -q '^no client of these processes, users and devices$' && ok || fail "-u of nobody"
$drmtop --json --replay $rec --sweep 8 -d xe -u mira >"$tmp/json"
[ "$(grep -c '"client_id"' "$tmp/json")" -eq 3 ] && [ "$(grep -c '"hardware"' "$tmp/json")" -eq 1 ] && ok || fail "-d and -u in JSON" "$(grep '"client_id"\|"hardware"' "$tmp/json")"
$drmtop --once --replay $rec --sweep 8 --columns command,type,pid >"$tmp/out"
grep -q '^ *PID  TYPE  COMMAND$' "$tmp/out" && grep -q '^4310  GC    starfall$' "$tmp/out" && grep -q '^5310  -     panelkiosk$' "$tmp/out" && ok ||
    fail "--columns" "$(cat "$tmp/out")"
[ "$($drmfdinfo watch --csv --count 1 --replay $rec -d panthor -u kiosk | cut -d, -f3 | tr '\n' ' ')" = 'pid 5310 5342 ' ] && ok || fail "watch -d -u"
$drmfdinfo watch --count 1 --replay $rec -u nobody-here | grep -q '^no client of these processes, users and devices$' && ok || fail "watch -u of nobody"
mkdir -p "$tmp/busy/proc"
cp -r "$tmp/many/7" "$tmp/many/8" "$tmp/busy/proc"
# stat PID TICKS START, in one step
stat() {
    printf '%s (x) S 1 1 1 0 -1 0 0 0 0 0 %s 20 0 0 20 0 9 0 %s 900000 2560 0\n' "$@" >"$tmp/stat"
    mv "$tmp/stat" "$tmp/busy/proc/$1/stat"
}
stat 7 100 5000
stat 8 100 5000
$drmfdinfo watch --csv --interval 0.1 --count 300 --root "$tmp/busy/proc" >"$tmp/csv" &
watch=$!
until [ "$(grep -c ',7,1,' "$tmp/csv")" -ge 2 ] || ! kill -0 $watch 2>/dev/null; do sleep 0.05; done
stat 7 130 5000
stat 8 900 9000 # another process now, of the same number
until [ "$(awk -F, '$3 == 7 && $19 > 0' "$tmp/csv" | wc -l)" -ge 1 ] || ! kill -0 $watch 2>/dev/null; do sleep 0.05; done
sleep 0.2
kill $watch
wait $watch 2>/dev/null
# 0.3 s of CPU time in one interval of about 0.1 s; 8 has no figure then, 0 before.
awk -F, '$3 == 7 && $19 > 10 && $19 < 3000 && $20 == 10485760 { seven = 1 } $3 == 8 && $19 == "0.0" { idle = 1 }
    $3 == 8 && idle && $19 == "" && $20 == 10485760 { none = 1 } $3 == 8 && $19 > 0 { bad = 1 } END { exit !(seven && none && !bad) }' "$tmp/csv" && ok ||
    fail "CPU and memory of a process" "$(cut -d, -f2,3,19,20 "$tmp/csv")"
$drmtop --once --interval 0.05 --root "$tmp/busy/proc" --columns pid,cpu,rss --sort cpu | grep -q '^ *7  *0.0  *10M$' && ok || fail "both in the table"
printf '7 (x) S 1 1 1 0 -1 0 0 0 0 0 130\n' >"$tmp/busy/proc/7/stat"
$drmtop --once --interval 0.05 --root "$tmp/busy/proc" --columns pid,cpu,rss | grep -q '^ *7  *-  *-$' && ok || fail "half a stat file"

# NVIDIA's driver beside others.
mkdir -p "$tmp/root/driver/nvidia"
echo "NVRM version: made up" >"$tmp/root/driver/nvidia/version"
$drmtop --once --interval 0.05 --root "$tmp/root" | grep -q "NVIDIA's driver prints no usage here: use nvidia-smi" && ok || fail "NVIDIA's driver beside others"

# The tree of parents: 15 has no client and lies between 10 and 20; 50 and 60 say of each other that they are the parent.
process() { # PID PARENT BUSY
    file family/$1/stat "$1 (a) b) S $2 $1 $1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 5 4096 10 0\n"
    file family/$1/comm "job$1\n"
    [ -z "${3:-}" ] || file family/$1/fdinfo/3 "drm-driver:\tamdgpu\ndrm-client-id:\t$1\ndrm-pdev:\t0000:03:00.0\ndrm-engine-gfx:\t$3 ns\n"
}
process 10 1 5; process 15 10; process 20 15 5; process 30 20 5; process 40 10 5; process 70 1 5; process 50 60 5; process 60 50 5
file family/20/fdinfo/4 'drm-driver:\tamdgpu\ndrm-client-id:\t21\ndrm-pdev:\t0000:03:00.0\ndrm-engine-gfx:\t5 ns\n'
tree() { $drmtop --once --interval 0.05 --root "$tmp/family" --sort pid --columns pid,command "$@" | sed -n '/PID/,$p' | sed 's/^ *//; s/ *$//; /^$/,$d'; }
equal "the tree of parents" 'PID  COMMAND
10  job10
20  |- job20 (2 clients)
30  |  `- job30
40  `- job40
60  job60
50  `- job50
70  job70' "$(tree --tree parent)"
equal "in another order" '10  job10
40  |- job40
20  `- job20 (2 clients)
30     `- job30' "$(tree --tree parent --reverse | tail -n 4)"
equal "what passes the filter, under the nearest that does" '10  job10
30  `- job30' "$(tree --tree parent -p 10 -p 30 | tail -n 2)"
$drmtop --once --replay $rec --sweep 8 --tree parent --sort pid >"$tmp/out"
lacks "a recording knows no parents" '|-\|`-' "$tmp/out"

# Exit code 1 where no client is seen while processes are closed even to this user.
if ! ls /proc/[0-9]*/fdinfo 2>&1 | grep -q 'Permission denied'; then exits 0 "this machine" $drmtop --once --interval 0.05
elif [ -e /dev/dri ]; then skip "needs the right to look into every process"
else exits 1 "this machine" $drmtop --once --interval 0.05; fi

# Some clients print no total: the sum of the others is not what all of them asked for.
file total/20/fdinfo/3 'drm-driver:\tamdgpu\ndrm-client-id:\t20\ndrm-pdev:\t0000:03:00.0\ndrm-memory-vram:\t4 MiB\n'
file total/21/fdinfo/3 'drm-driver:\tamdgpu\ndrm-client-id:\t21\ndrm-pdev:\t0000:03:00.0\ndrm-total-vram:\t3 MiB\ndrm-shared-vram:\t1 MiB\ndrm-resident-vram:\t2 MiB\n'
holds "a total of one client" '2 clients  vram 6.0M (shared 1.0M)$' "$($drmtop --once --interval 0.05 --root "$tmp/total")"
file total/20/fdinfo/3 'drm-driver:\tamdgpu\ndrm-client-id:\t20\ndrm-pdev:\t0000:03:00.0\ndrm-total-vram:\t7 MiB\ndrm-resident-vram:\t4 MiB\n'
holds "totals of two clients" '2 clients  vram 6.0M (asked 10M, shared 1.0M)$' "$($drmtop --once --interval 0.05 --root "$tmp/total")"

exits 0 "--help" $drmtop --help
exits 0 "--version" $drmtop --version
exits 2 "an unknown option" $drmtop --nonsense
exits 2 "an operand" $drmtop firefox
for good in "--speed 0.1" "--speed 100" "--interval 0.05" "--interval 3600" "--columns auto" "--columns pid,busy" "--sweep 14"; do
    holds "$good" '^0 amdgpu ' "$($drmtop --once --replay $rec $good)"
done
for bad in "--speed 0.099" "--speed 100.001" "--interval 0.049" "--interval 3600.001" "--sweep 0" "--columns pid,,size"; do
    exits 2 "$bad" $drmtop --once --replay $rec $bad
done
exits 2 "--sort by what is no column" $drmtop --sort size
exits 2 "an interval of 0" $drmtop --interval 0
exits 2 "an interval that is no number" $drmtop --interval 1s
exits 2 "--speed 0" $drmtop --replay $rec --speed 0
exits 2 "--root and --replay" $drmtop --root / --replay $rec
exits 2 "--sweep without --replay" $drmtop --sweep 3
exits 2 "--look with --replay" $drmtop --look 1 --replay $rec
exits 2 "--pid with --replay" $drmtop --pid 1 --replay $rec
exits 2 "--pid that is no number" $drmtop --pid firefox
exits 2 "--columns that are none" $drmtop --columns pid,size
exits 2 "no column" $drmtop --columns ,
exits 2 "--look 0" $drmtop --look 0
exits 3 "no such recording" $drmtop --once --replay "$tmp/nowhere"
exits 3 "no such root" $drmtop --once --root "$tmp/nowhere"
exits 3 "a sweep that the recording lacks" $drmtop --once --replay $rec --sweep 15
exits 3 "output to a folder that is not there" $drmtop --once --replay $rec -o "$tmp/nowhere/file"
finish
