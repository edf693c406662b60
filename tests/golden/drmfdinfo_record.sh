# drmfdinfo record on a folder of the shape of /proc that this test makes, and what a replay shows of it.
. tests/lib.sh
drmfdinfo=${B:-build}/drmfdinfo
drmtop=${B:-build}/drmtop
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
root=$tmp/root

# Two processes hold one client; a third has a client of its own and a file that is no client.
mkdir -p $root/100/fdinfo $root/200/fdinfo $root/300/fdinfo
echo shell >$root/100/comm
echo child >$root/200/comm
echo player >$root/300/comm
# The counters have a fixed width, so that a new text replaces the old one in a single write.
xe() { # cycles, total-cycles
    printf 'pos:\t0\nflags:\t02\nino:\t99\nnot a line\ndrm-driver:\txe\ndrm-client-id:\t7\ndrm-pdev:\t0000:00:02.0\ndrm-client-name:\tsecret\ndrm-comm:\tsecret\nxe-note:\tsecret\nxe-faults:\t12\npasid:\t5\ndrm-total-system:\t8 MiB\ndrm-cycles-rcs:\t%08d\ndrm-total-cycles-rcs:\t%08d\n' $1 $2
}
xe 1000 100000 >$root/100/fdinfo/4
xe 1000 100000 >$root/200/fdinfo/4
printf 'drm-driver:\tamdgpu\ndrm-client-id:\t9\ndrm-pdev:\t0000:03:00.0\ndrm-resident-vram:\t512 KiB\n' >$root/300/fdinfo/3
printf 'pos:\t0\nexp_name:\tsecret\n' >$root/300/fdinfo/5

exits 0 "record" $drmfdinfo record "$tmp/rec" --root $root --count 2 --interval 0.05
cat >"$tmp/want" <<END
drm-driver:	xe
drm-client-id:	7
drm-pdev:	0000:00:02.0
xe-faults:	12
drm-total-system:	8 MiB
drm-cycles-rcs:	00001000
drm-total-cycles-rcs:	00100000
END
[ "$(sed -n 1,2p "$tmp/rec/sweeps.txt")" = "$(printf '# processes 3\n# refused 0')" ] && ok || fail "the notes"
sed -n 3p "$tmp/rec/sweeps.txt" | grep -q '^@ 0 [123]00 [34]$' && ok || fail "the first time is 0" "$(sed -n 3p "$tmp/rec/sweeps.txt")"
awk '/^[@=]/ {on = 0} on {print} /^@ [0-9]* 100 4$/ && !n++ {on = 1}' "$tmp/rec/sweeps.txt" >"$tmp/out"
cmp -s "$tmp/out" "$tmp/want" && ok || fail "a text" "$(diff "$tmp/want" "$tmp/out")"
[ "$(grep -c '^@ ' "$tmp/rec/sweeps.txt")" -eq 6 ] && [ "$(grep -c '^=$' "$tmp/rec/sweeps.txt")" -eq 2 ] && ok ||
    fail "two sweeps of three texts" "$(cat "$tmp/rec/sweeps.txt")"
[ ! -e "$tmp/rec/processes.txt" ] && ok || fail "no names without --names"
if grep -q 'secret\|pos\|flags\|ino:\|not a line' "$tmp/rec/sweeps.txt"; then fail "lines that tell too much" "$(cat "$tmp/rec/sweeps.txt")"; else ok; fi

# A recording is not overwritten by accident.
cp "$tmp/rec/sweeps.txt" "$tmp/before"
exits 3 "record over a recording" $drmfdinfo record "$tmp/rec" --root $root --count 1
cmp -s "$tmp/before" "$tmp/rec/sweeps.txt" && ok || fail "the old recording is as it was"
exits 0 "record --force --names" $drmfdinfo record "$tmp/rec" --root $root --count 2 --interval 0.05 --force --names
user=$(ls -ld $root/100 | awk '{print $3}')
printf '100\t%s\tshell\n200\t%s\tchild\n300\t%s\tplayer\n' "$user" "$user" "$user" >"$tmp/want"
sort "$tmp/rec/processes.txt" | cmp -s - "$tmp/want" && ok || fail "names of processes" "$(cat "$tmp/rec/processes.txt")"
grep -q 'drm-client-name:	secret' "$tmp/rec/sweeps.txt" && ok || fail "--names keeps the names of clients"

# What drmtop shows of the recording is what it shows of the folder, except for the times.
$drmtop --once --interval 0.05 --root $root --csv | cut -d, -f3- >"$tmp/live"
$drmtop --once --replay "$tmp/rec" --csv | cut -d, -f3- >"$tmp/replayed"
cmp -s "$tmp/live" "$tmp/replayed" && ok || fail "the replay differs" "$(diff "$tmp/live" "$tmp/replayed")"
grep -q '^[12]00,2,.*,rcs=0.000,,8388608,fdinfo,graphics,,,,system.total=8388608,,,$' "$tmp/replayed" && ok || fail "one client of two processes" "$(cat "$tmp/replayed")"
exits 0 "record --force without --names" $drmfdinfo record "$tmp/rec" --root $root --count 1 --force
[ ! -e "$tmp/rec/processes.txt" ] && ok || fail "the names of the old recording are gone"
mkdir -p "$tmp/taken/sweeps.txt"
echo kept >"$tmp/taken/processes.txt"
exits 3 "record --force where a folder is in the way" $drmfdinfo record "$tmp/taken" --root $root --count 1 --force
[ "$(cat "$tmp/taken/processes.txt")" = kept ] && ok || fail "a recording that fails keeps the old names"

# amdgpu of Linux 5.14 to 5.18, which has keys of its own.
mkdir -p "$tmp/old/400/fdinfo"
printf 'pos:\t0\nflags:\t02\npdev:\t0000:03:00.0\npasid:\t32771\nvram mem:\t1536 kB\nsecret mem:\t1 kB\ngfx0:\t12.50%%\nname:\tsecret\n' >"$tmp/old/400/fdinfo/3"
exits 0 "record of an old kernel" $drmfdinfo record "$tmp/oldrec" --root "$tmp/old" --count 2 --interval 0.05
if grep -q secret "$tmp/oldrec/sweeps.txt"; then fail "what an old kernel says besides" "$(cat "$tmp/oldrec/sweeps.txt")"; else ok; fi
$drmtop --once --interval 0.05 --root "$tmp/old" --csv | cut -d, -f7- >"$tmp/live"
$drmtop --once --replay "$tmp/oldrec" --csv | cut -d, -f7- >"$tmp/replayed"
cmp -s "$tmp/live" "$tmp/replayed" && grep -q '^0000:03:00.0,amdgpu,32771,,0,gfx,12.500,gfx=12.500,1572864,,fdinfo,graphics,' "$tmp/live" && ok ||
    fail "an old kernel" "$(cat "$tmp/live")" "$(cat "$tmp/replayed")"

# A recording in progress: sweeps reach the disk one by one, SIGINT ends it cleanly, figures are those of the texts.
sweeps() { grep -c '^=$' "$tmp/run/sweeps.txt" 2>/dev/null || true; }
wait_for() { # number of sweeps
    waited=0
    while [ "$(sweeps)" != '' ] && [ "$(sweeps)" -lt "$1" ] && [ $waited -lt 100 ]; do
        sleep 0.1
        waited=$((waited + 1))
    done
}
# Sends SIGINT to $pid, and SIGKILL if that does not end it within five seconds; its exit code is in $code.
interrupt() {
    kill -INT $pid
    waited=0
    while kill -0 $pid 2>/dev/null && [ $waited -lt 50 ]; do
        sleep 0.1
        waited=$((waited + 1))
    done
    kill -KILL $pid 2>/dev/null
    wait $pid
    code=$?
}
mkdir "$tmp/run"
: >"$tmp/run/started"
$drmfdinfo record "$tmp/run" --root $root --interval 0.1 --names >"$tmp/out" 2>&1 &
pid=$!
sleep 0.2
wait_for 2
for at in 100 200; do xe 3500 110000 >"$tmp/text"; dd if="$tmp/text" of=$root/$at/fdinfo/4 conv=notrunc 2>/dev/null; done
wait_for $(($(sweeps) + 3))
[ -s "$tmp/run/processes.txt" ] && ok || fail "names reach the disk while it records"
interrupt
[ $code -eq 0 ] && grep -q '^[0-9]* sweeps with [0-9]* texts' "$tmp/out" && ok || fail "SIGINT ends record" "exit code $code" "$(cat "$tmp/out")"
[ "$(tail -n 1 "$tmp/run/sweeps.txt")" = = ] && ok || fail "the last sweep is whole"
figures=$($drmfdinfo watch --replay "$tmp/run" --csv | awk -F, '$9 == 7 {print $14}' | sort -u | tr '\n' ' ')
[ "$figures" = 'rcs=0.000 rcs=25.000 ' ] && ok || fail "a quarter of the cycles, once" "$figures"

# watch ends cleanly too, and -o FILE is in place then.
$drmfdinfo watch --root $root --interval 0.1 --json -o "$tmp/watch" &
pid=$!
sleep 0.6
interrupt
[ $code -eq 0 ] && [ "$(wc -l <"$tmp/watch")" -ge 2 ] && ok || fail "SIGINT ends watch" "exit code $code" "$(cat "$tmp/watch")"
check "JSON of watch" awk -f tests/json.awk "$tmp/watch"
grep -q '"time":"20[0-9-]*T[0-9:.]*Z"' "$tmp/watch" && ok || fail "the time of day in the JSON of a live watch"

exits 2 "record without a folder" $drmfdinfo record
exits 2 "record to two folders" $drmfdinfo record a b
exits 2 "record --json" $drmfdinfo record "$tmp/x" --json
exits 3 "record below what is no folder" $drmfdinfo record "$tmp/watch/x" --count 1
exits 3 "record of no root" $drmfdinfo record "$tmp/x" --root "$tmp/nowhere" --count 1
finish
