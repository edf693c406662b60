# What drmtop and drmfdinfo say when they cannot see all, or when nothing matches; and that a label is no matter of order.
. tests/lib.sh
drmtop=${B:-build}/drmtop
drmfdinfo=${B:-build}/drmfdinfo
rec=examples/data/samples/drm/desktop
tmp=$(mktemp -d)
tmp=$(cd "$tmp" && pwd -P)
trap 'rm -rf "$tmp"' EXIT
quick="--interval 0.05"

# A made-up /proc, seen through hidepid: process 1 is not there.
info() { file "$1/self/mountinfo" "22 27 0:21 / /proc rw - proc proc rw\n31 27 0:5 / $tmp/$1 rw,nosuid - proc proc rw$2\n"; }
file hide/self/status 'Name:\tx\nNSpid:\t77\n'
ln -s 'pid:[4026531836]' "$tmp/link"
mkdir -p "$tmp/hide/self/ns"
cp -P "$tmp/link" "$tmp/hide/self/ns/pid"
for option in hidepid=invisible hidepid=2 hidepid=ptraceable hidepid=4; do
    info hide ",gid=4,$option"
    says 1 'mounted with hidepid' $drmtop --once $quick --root "$tmp/hide"
done
says 1 'no GPU or NPU client can be seen' $drmtop --once $quick --root "$tmp/hide"
says 1 'mounted with hidepid' $drmfdinfo watch $quick --count 1 --root "$tmp/hide"
says 1 'no GPU or NPU client can be seen' $drmtop --once $quick --root "$tmp/hide" -p 77
says 1 'no GPU or NPU client can be seen' $drmfdinfo watch $quick --count 1 --root "$tmp/hide" -p 77
exits 1 "JSON" $drmtop --json $quick --root "$tmp/hide"
$drmtop --json $quick --root "$tmp/hide" >"$tmp/json" 2>/dev/null
has "the number of hidden processes is not known" '"hidden": null,' "$tmp/json"
has "why" '"processes_hidepid": true,' "$tmp/json"
$drmfdinfo watch --json $quick --count 1 --root "$tmp/hide" >"$tmp/json.watch" 2>/dev/null
has "watch neither" '"processes":{"all":0,"hidden":null,"with_clients":0}' "$tmp/json.watch"
has "the namespace is the first" '"processes_namespace": false$' "$tmp/json"
$drmfdinfo export --openmetrics $quick --root "$tmp/hide" >"$tmp/out"
has "a metric" '^drm_processes_unseen{reason="hidepid"} 1$' "$tmp/out"
has "the other reason" '^drm_processes_unseen{reason="namespace"} 0$' "$tmp/out"
lacks "no count where none is known" '^drm_processes_hidden ' "$tmp/out"
$drmfdinfo record "$tmp/rec" $quick --count 2 --root "$tmp/hide" >"$tmp/out"
has "a recording" '^# unseen hidepid$' "$tmp/rec/sweeps.txt"
says 1 'mounted with hidepid' $drmtop --once --replay "$tmp/rec"
# A path whose name is escaped in mountinfo.
file 'a \b/self/mountinfo' "31 27 0:5 / $tmp/a\\\\040\\\\134b rw,nosuid - proc proc rw,hidepid=2\n"
says 1 'mounted with hidepid' $drmtop --once $quick --root "$tmp/a \\b"

# Who sees process 1 sees all; options that do not hide; another file system; no word about it.
mkdir "$tmp/hide/1"
says 0 'no GPU or NPU client is open' $drmtop --once $quick --root "$tmp/hide"
rmdir "$tmp/hide/1"
for option in '' ,hidepid=0 ,hidepid=1 ,hidepid=noaccess ,hidepid=off; do
    info hide "$option"
    says 0 'no GPU or NPU client is open' $drmtop --once $quick --root "$tmp/hide"
done
file hide/self/mountinfo '31 27 0:5 / /elsewhere rw - proc proc rw,hidepid=2\n31'
$drmtop --json $quick --root "$tmp/hide" >"$tmp/json"
has "not known" '"processes_hidepid": null,' "$tmp/json"
has "no process hidden that is known" '"hidden": 0,' "$tmp/json"

# Another PID namespace, its own /proc and that of the machine seen from inside.
ln -sf 'pid:[4026532200]' "$tmp/hide/self/ns/pid"
says 1 'one PID namespace' $drmtop --once $quick --root "$tmp/hide"
file hide/self/status 'NSpid:\t77\t1\n'
file hide/self/status 'Name:\tx\nNSpid:\t77\t1\n'
says 0 'no GPU or NPU client is open' $drmtop --once $quick --root "$tmp/hide"
mkdir -p "$tmp/hide/1/ns"
cp -P "$tmp/link" "$tmp/hide/1/ns/pid"
$drmtop --json $quick --root "$tmp/hide" >"$tmp/json"
has "the machine's" '"processes_namespace": false$' "$tmp/json"

# The kernel's own.
if unshare -m true 2>/dev/null && have setpriv; then
    mkdir "$tmp/proc"
    chmod 755 "$tmp"
    says 1 'mounted with hidepid' unshare -m sh -c "mount -t proc -o hidepid=2 proc $tmp/proc && setpriv --reuid 65534 --regid 65534 --clear-groups $drmtop --once $quick --root $tmp/proc"
    says 1 'to look into them (root sees more)' setpriv --reuid 65534 --regid 65534 --clear-groups $drmtop --once $quick
    says 1 'one PID namespace' unshare -p -f --mount-proc $drmtop --once $quick
else skip "needs the right to mount"; fi

# Confinement must not take away the sight of other processes, nor may they be hidden without a word.
$drmtop --json $quick -p $$ >"$tmp/json" 2>/dev/null
has "a process of the same user" '"hidden": 0,' "$tmp/json"
$drmfdinfo watch --json $quick --count 1 -p $$ >"$tmp/json" 2>/dev/null
has "the same in watch" '"processes":{"all":1,"hidden":0,"with_clients":0}' "$tmp/json"

# CAP_SYS_PTRACE alone, as the unit has it: /proc/PID/fd of others is closed, their texts are not.
alone="setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps -all,+sys_ptrace --ambient-caps -all,+sys_ptrace --bounding-set -all,+sys_ptrace"
if [ "$(id -u)" -eq 0 ] && $alone ls /proc/$$/fdinfo >/dev/null 2>&1 && ! $alone ls /proc/$$/fd >/dev/null 2>&1; then
    $alone $drmtop --json $quick -p $$ >"$tmp/json" 2>/dev/null
    has "no process is hidden" '"hidden": 0,' "$tmp/json"
    setpriv --reuid 65534 --regid 65534 --clear-groups $drmtop --json $quick -p $$ >"$tmp/json" 2>/dev/null
    has "without it this one is" '"hidden": 1,' "$tmp/json"
    setpriv --reuid 65534 --regid 65534 --clear-groups $drmfdinfo watch --json $quick --count 1 -p $$ >"$tmp/json" 2>/dev/null
    says 1 'no GPU or NPU client can be seen' setpriv --reuid 65534 --regid 65534 --clear-groups $drmtop --once $quick -p $$
    has "watch counts it" '"hidden":1,' "$tmp/json"
else skip "needs root, setpriv and Linux 5.14"; fi

# Nothing matches: it is said, and 1 is returned.
says 1 'no such process' $drmtop --once $quick --root "$tmp/rec" -p 99999
says 1 'no such process' $drmfdinfo watch $quick --count 1 --root "$tmp/rec" -p 99999
$drmtop --json $quick --root "$tmp/rec" -p 99999 >"$tmp/json" 2>/dev/null
has "a process that is not there is not counted" '"all": 0,' "$tmp/json"
mkdir -p "$tmp/rec/99999/fd" "$tmp/rec/99999/fdinfo"
says 1 'hold no GPU or NPU client' $drmtop --once $quick --root "$tmp/rec" -p 99999
says 1 'hold no GPU or NPU client' $drmfdinfo watch $quick --count 1 --root "$tmp/rec" -p 99999
says 1 'no client of these' $drmtop --once --replay $rec -u nobody-such
says 1 'no client of these' $drmtop --once --replay $rec -d foo
says 1 'nothing passes the filter' $drmtop --once --replay $rec --filter no-such-thing
for form in --json --csv; do
    says 1 'no client of these' $drmtop $form --replay $rec -d foo
    says 1 'nothing matched' $drmfdinfo watch $form --count 1 --replay $rec -u nobody-such
done
says 1 'nothing matched' $drmfdinfo watch --count 1 --replay $rec -d foo
exits 0 "a device that is there" $drmfdinfo watch --count 1 --replay $rec -d xe
exits 0 "a device that is there, once" $drmtop --once --replay $rec -d xe

# Two devices of one driver without a PCI address, each with a client; then one of them alone.
if mkdir -p "$tmp/two/proc/7/fd" "$tmp/two/proc/8/fd" && mknod "$tmp/two/proc/7/fd/3" c 226 0 2>/dev/null &&
    mknod "$tmp/two/proc/8/fd/3" c 226 1 2>/dev/null; then
    for i in 0 1; do
        d=two/sys/devices/platform/fdab000$i.npu
        file $d/uevent 'DRIVER=rocket\nOF_COMPATIBLE_0=rockchip,rk3588-rknn-core\n'
        file two/sys/class/drm/card$i/dev "226:$i\n"
        mkdir -p "$tmp/two/sys/dev/char"
        ln -s "../../../devices/platform/fdab000$i.npu" "$tmp/two/sys/class/drm/card$i/device"
        ln -s "../../class/drm/card$i" "$tmp/two/sys/dev/char/226:$i"
        file two/proc/$((7 + i))/fdinfo/3 "drm-driver:\trocket\ndrm-client-id:\t$i\ndrm-engine-npu:\t5 ns\n"
    done
    two="--openmetrics $quick --root $tmp/two/proc"
    $drmfdinfo export $two >"$tmp/out"
    has "the first" '^drm_device_clients{device="fdab0000.npu"} 1$' "$tmp/out"
    has "the second" '^drm_device_clients{device="fdab0001.npu"} 1$' "$tmp/out"
    has "its engine" '^drm_engine_busy_ratio{device="fdab0001.npu",engine="npu"} 0$' "$tmp/out"
    rm -r "$tmp/two/proc/7"
    $drmfdinfo export $two >"$tmp/out"
    has "the second keeps its name" '^drm_device_clients{device="fdab0001.npu"} 1$' "$tmp/out"
    has "and so does the first" '^drm_device_clients{device="fdab0000.npu"} 0$' "$tmp/out"
    $drmtop --json $quick --root "$tmp/two/proc" -d fdab0001.npu >"$tmp/json"
    has "a device by its label" '"device": "fdab0001.npu",' "$tmp/json"
    lacks "that device alone" 'fdab0000' "$tmp/json"
else skip "needs the right to make device nodes"; fi
finish
