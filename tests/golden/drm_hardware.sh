# What drmtop and drmfdinfo show of devices besides their clients: from a made-up sysfs, and from a made-up NVML.
. tests/lib.sh
drmtop=${B:-build}/drmtop
drmfdinfo=${B:-build}/drmfdinfo
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT


# A card with a client, an idle one, and one without a PCI address.
d=sys/class/drm/card0/device
file $d/uevent 'DRIVER=amdgpu\nPCI_ID=1002:73BF\nPCI_SLOT_NAME=0000:03:00.0\n'
file $d/product_name 'Example 6900\n'
file $d/drm/renderD128/dev '226:128\n'
file $d/mem_info_vram_used '5476083712\n'
file $d/mem_info_vram_total '17163091968\n'
file $d/gpu_busy_percent '97\n'
file $d/pp_dpm_sclk '0: 500Mhz\n1: 2575Mhz *\n'
file $d/current_link_speed '16.0 GT/s PCIe\n'
file $d/current_link_width '16\n'
file $d/hwmon/hwmon4/freq1_input '2294000000\n'
file $d/hwmon/hwmon4/temp1_input '64000\n'
file $d/hwmon/hwmon4/power1_average '182000000\n'
file $d/hwmon/hwmon4/power1_cap '255000000\n'
file $d/hwmon/hwmon4/fan1_input '1420\n'
d=sys/class/drm/card1/device
file $d/uevent 'DRIVER=i915\nPCI_ID=8086:9A49\nPCI_SLOT_NAME=0000:00:02.0\n'
file sys/class/drm/card1/gt_act_freq_mhz '350\n'
file sys/class/drm/card1/gt_max_freq_mhz '1300\n'
d=sys/class/drm/card2/device
file $d/uevent 'DRIVER=panfrost\nOF_COMPATIBLE_0=rockchip,rk3399-mali\n'
file $d/devfreq/ff9a0000.gpu/cur_freq '200000000\n'
file sys/class/drm/card0-DP-1/status 'connected\n'
file proc/77/fdinfo/3 'drm-driver:\tamdgpu\ndrm-client-id:\t1\ndrm-pdev:\t0000:03:00.0\ndrm-engine-gfx:\t5 ns\ndrm-resident-vram:\t5 MiB\n'
file proc/77/comm 'starfall\n'
file proc/77/stat '77 (star) fall) S 1 77 77 0 -1 0 0 0 0 0 100 20 0 0 20 0 9 0 5000 900000 2560 0\n'
file proc/77/cgroup '0::/system.slice/docker-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.scope\n'
file proc/78/fdinfo/3 'drm-driver:\tpanfrost\ndrm-client-id:\t2\ndrm-engine-fragment:\t5 ns\n'
small="--interval 0.05 --root $tmp/proc"

$drmtop --once $small >"$tmp/out"
has "a device" '^0 amdgpu 0000:03:00.0  renderD128  Example 6900  1 client ' "$tmp/out"
has "the device itself" '^  busy 97%  mem 5.1G/16G  2294/2575 MHz  64 C  182/255 W  1420 rpm  PCIe 4 x16$' "$tmp/out"
has "an idle device" '^1 i915 0000:00:02.0  no client$' "$tmp/out"
has "what it does not say" '^  mem -  350/1300 MHz  - C  - W  - rpm  PCIe -$' "$tmp/out"
has "a device without an address" '^2 panfrost card2  rockchip,rk3399-mali  1 client ' "$tmp/out"
has "its clock" '^  mem -  200 MHz  - C' "$tmp/out"

# json FILTER: what is in the JSON, in one line.
$drmtop --json $small >"$tmp/json"
check "JSON" awk -v whole=1 -f tests/json.awk "$tmp/json"
[ "$(grep -c '"hardware": {' "$tmp/json")" -eq 3 ] && ok || fail "three devices in the JSON" "$(cat "$tmp/json")"
for line in '"vram_used_bytes": 5476083712' '"vram_total_bytes": 17163091968' '"clock_hz": 2294000000' '"max_clock_hz": 2575000000' \
    '"temperature_celsius": 64' '"power_watts": 182' '"fan_rpm": 1420' '"link_width": 16' '"busy_percent": 97' '"clients": 0' \
    '"source": "sysfs"' '"source": "fdinfo"' '"process_bytes": 10485760' '"unit": "docker:0123456789ab"' '"cpu_percent": 0'; do
    has "JSON" "$line\(,\|\$\)" "$tmp/json"
done
[ "$(grep -c '"fan_percent": null' "$tmp/json")" -eq 3 ] && ok || fail "a fact that is not known is null"
tr -d ' \n' <"$tmp/json" | grep -q '"types":\["graphics"\]' && ok || fail "the type of a client" "$(cat "$tmp/json")"
$drmfdinfo watch --json --count 1 $small >"$tmp/json"
check "JSON of watch" awk -f tests/json.awk "$tmp/json"
[ "$(sed -n 1p "$tmp/json" | grep -o '"power_watts":[0-9a-z]*' | tr '\n' ' ')" = '"power_watts":182 "power_watts":null "power_watts":null ' ] &&
    ok || fail "power in the JSON of watch" "$(cat "$tmp/json")"
$drmfdinfo watch --count 1 $small >"$tmp/out"
has "watch as text" '^0000:03:00.0 (1 client) gfx 0.0  busy 97%  mem 5.1G/16G  2294/2575 MHz' "$tmp/out"
has "an idle device in watch" '^0000:00:02.0 (0 clients)  mem -  350/1300 MHz' "$tmp/out"
[ "$($drmfdinfo watch --csv --count 1 $small | sed -n 2p | cut -d, -f17-)" = 'fdinfo,graphics,0.0,10485760,docker:0123456789ab,vram.resident=5242880,,,' ] && ok ||
    fail "CSV" "$($drmfdinfo watch --csv --count 1 $small)"

# Two devices of one driver without an address: which of them a client has open cannot be said.
file sys/class/drm/card3/device/uevent 'DRIVER=panfrost\n'
$drmtop --once $small >"$tmp/out"
has "a device that could be either" '^4 panfrost  1 client' "$tmp/out"
[ "$(grep -c '^[0-9] panfrost .*no client$' "$tmp/out")" -eq 2 ] && ok || fail "both are there" "$(cat "$tmp/out")"
rm -r "$tmp/sys/class/drm/card3"

# A file that goes away from one sample to the next takes only its own fact along.
rm "$tmp/sys/class/drm/card0/device/hwmon/hwmon4/temp1_input"
$drmtop --once $small >"$tmp/out"
has "a temperature that is gone" '2294/2575 MHz  - C  182/255 W' "$tmp/out"

# ROCm: processes that compute through /dev/kfd. 77 has the render node open, too, and its memory is in there already.
k=sys/class/kfd/kfd
file $k/topology/nodes/1/gpu_id '51140\n'
file $k/topology/nodes/1/properties 'domain 0\nlocation_id 768\n'
for pid in 77 4310; do
    file $k/proc/$pid/vram_51140 '1073741824\n'
    file $k/proc/$pid/sdma_51140 '2500\n'
    file $k/proc/$pid/stats_51140/cu_occupancy '12\n'
    file $k/proc/$pid/stats_51140/evicted_ms '7\n'
done
file proc/4310/comm 'llama\n'
$drmtop --csv $small >"$tmp/csv"
[ "$(awk -F, '$3 == 4310 {print $6 "|" $7 "|" $8 "|" $12 "|" $15 "|" $17 "|" $18 "|" $24 "|" $25}' "$tmp/csv")" = 'llama|0000:03:00.0|amdgpu|sdma|1073741824|kfd|compute|12|7' ] && ok ||
    fail "a process of /dev/kfd" "$(cat "$tmp/csv")"
[ "$(awk -F, '$3 == 77 {print $15 "|" $17}' "$tmp/csv" | sort | tr '\n' ' ')" = '5242880|fdinfo |kfd ' ] && ok || fail "memory counts once" "$(cat "$tmp/csv")"
$drmtop --json $small >"$tmp/json"
check "JSON of /dev/kfd" awk -v whole=1 -f tests/json.awk "$tmp/json"
has "its compute units" '"compute_units": 12,' "$tmp/json"
has "unknown for others" '"compute_units": null,' "$tmp/json"
[ "$($drmfdinfo watch --csv --count 1 $small --pid 4310 | sed 1d | cut -d, -f3,17)" = 4310,kfd ] && ok || fail "--pid of /dev/kfd"
# Its numbers of processes are the machine's, so elsewhere they say nothing.
file proc/self/status 'Name:\tx\nNSpid:\t7\n'
mkdir -p "$tmp/proc/self/ns"
ln -s 'pid:[4026532200]' "$tmp/proc/self/ns/pid"
lacks_kfd=$($drmtop --csv $small)
omits "in another PID namespace" ',kfd,' "$lacks_kfd"
rm -r "$tmp/sys/class/kfd" "$tmp/proc/self" "$tmp/proc/4310"

# NVML ---------------------------------------------------------------------------------------------------------------
if ! ${CC:-cc} -shared -fPIC -o "$tmp/nvml.so" tests/nvml.c 2>"$tmp/err"; then
    skip "needs a compiler that makes shared objects"
    finish
    exit
fi
nvml="--nvml $tmp/nvml.so"
file proc/4000/comm 'train\n'
$drmtop --once $small $nvml >"$tmp/out"
says 0 'NVML is shut down' env NVML_SAYS=shutdown $drmtop --once $small $nvml
has "a device of NVML" '^3 nvidia 0000:17:00.0 (NVML)  Made-up H100 80GB  3 clients ' "$tmp/out"
has "the device itself" '^  busy 87%  mem 40G/80G  1755/1980 MHz  58 C  512/700 W  - rpm  PCIe 5 x16$' "$tmp/out"
has "an idle device of NVML" '^4 nvidia 0000:65:00.0 (NVML)  Made-up T4  no client' "$tmp/out"
has "its process" '^4000  *[^ ]*  *3  *75.0  *1.0G  *-  train  *sm 75.0' "$tmp/out"
has "a process without a name" '^4001 .* 3  *40.0 .*?  *enc 40.0 sm 12.0' "$tmp/out"
has "a process that does nothing" '^4002 .* 0.0 .*idle' "$tmp/out"
has "other devices are there too" '^0 amdgpu' "$tmp/out"
$drmtop --json $small $nvml >"$tmp/json"
check "JSON with NVML" awk -v whole=1 -f tests/json.awk "$tmp/json"
has "the clock of the memory" '"memory_clock_hz": 2619000000,' "$tmp/json"
[ "$(grep -c '"source": "nvml"' "$tmp/json")" -eq 5 ] && ok || fail "two devices and three processes are marked" "$(cat "$tmp/json")"
[ "$($drmfdinfo watch --csv --count 1 $small $nvml | awk -F, '$3 == 4001 {print $8 "|" $15 "|" $17 "|" $18}')" = 'nvidia|1073741824|nvml|graphics compute media' ] &&
    ok || fail "CSV with NVML" "$($drmfdinfo watch --csv --count 1 $small $nvml)"
[ "$($drmfdinfo watch --csv --count 1 $small $nvml --pid 4000 | sed 1d | cut -d, -f3)" = 4000 ] && ok || fail "--pid with NVML"
$drmtop --once $small $nvml --pid 4000 >"$tmp/out"
has "--pid with NVML: what the device does for it" 'Made-up H100 80GB  1 client ' "$tmp/out"

$drmfdinfo export $small $nvml >"$tmp/out"
has "a device of NVML in the metrics" '^drm_device_info{device="0000:17:00.0",driver="nvidia",name="Made-up H100 80GB",card="",render="",source="nvml"} 1$' "$tmp/out"
has "its power" '^drm_device_power_watts{device="0000:17:00.0"} 512.34$' "$tmp/out"
has "its engine" '^drm_engine_busy_ratio{device="0000:17:00.0",engine="sm"} 0.86' "$tmp/out"
$drmfdinfo export $small --clients 9 >"$tmp/out"
has "the container of a client in the metrics" 'command="starfall",unit="docker:0123456789ab",engine="gfx"}' "$tmp/out"
# A device that both know: what NVML says counts, the rest is that of sysfs.
file sys/class/drm/card9/device/uevent 'DRIVER=nvidia\nPCI_ID=10DE:2330\nPCI_SLOT_NAME=0000:17:00.0\n'
file sys/class/drm/card9/device/drm/renderD137/dev '226:137\n'
file sys/class/drm/card9/device/current_link_width '4\n'
file sys/class/drm/card9/device/current_link_speed '2.5 GT/s PCIe\n'
file sys/class/drm/card9/device/hwmon/hwmon1/fan1_input '900\n'
$drmtop --once $small $nvml >"$tmp/out"
has "a device that both know" '^3 nvidia 0000:17:00.0 (NVML)  renderD137  Made-up H100 80GB  3 clients' "$tmp/out"
has "what both say of it" '^  busy 87%  mem 40G/80G  1755/1980 MHz  58 C  512/700 W  900 rpm  PCIe 5 x16$' "$tmp/out"
[ "$(grep -c 'H100' "$tmp/out")" -eq 1 ] && ok || fail "it is there once" "$(cat "$tmp/out")"
rm -r "$tmp/sys/class/drm/card9"

# says WORDS: a library that answers so, with text and JSON of drmtop.
nvml_says() {
    NVML_SAYS=$1 $drmtop --once $small $nvml >"$tmp/out" 2>"$tmp/err" && ok || fail "drmtop where NVML says $1" "$(cat "$tmp/err")"
    NVML_SAYS=$1 $drmtop --json $small $nvml >"$tmp/json" 2>"$tmp/err" && ok || fail "JSON where NVML says $1" "$(cat "$tmp/err")"
    check "JSON where NVML says $1" awk -v whole=1 -f tests/json.awk "$tmp/json"
}
nvml_prints() {
    NVML_SAYS=$1 $drmtop --once $small $nvml >"$tmp/out"
    NVML_SAYS=$1 $drmtop --json $small $nvml >"$tmp/json"
}
nvml_says lost
has "a lost device" '^  lost: it no longer answers$' "$tmp/out"
has "a lost device is said below" '^NVML device 1: lost$' "$tmp/out"
has "a lost device in the JSON" '"state": "lost"' "$tmp/json"
has "the other one stays" '^3 nvidia 0000:17:00.0 (NVML)' "$tmp/out"
nvml_says "lost lists-work"
has "a device lost between two calls" '^  lost: it no longer answers$' "$tmp/out"
nvml_says lost-at-start
has "a device lost before the start" '^  lost: it no longer answers$' "$tmp/out"
nvml_says no-handle
has "no right to a device" '^NVML device 1: processes not known: Insufficient Permissions$' "$tmp/out"
nvml_says no-rights
has "no right to the memory of two devices" '^2 figures of devices may not be read$' "$tmp/out"
has "no right to the memory" '^  busy 87%  mem -  1755' "$tmp/out"
tr -d ' \n' <"$tmp/json" | grep -q '"refused":\["vram_total_bytes"\]' && ok || fail "refused in the JSON" "$(cat "$tmp/json")"
nvml_prints full
has "a device that does nothing else" '^  busy 100%  mem 40G/80G  1755' "$tmp/out"
has "its process" '^4000 .* 3  *100.0  *1.0G' "$tmp/out"
has "its memory in the JSON" '"memory_busy_percent": 100\b' "$tmp/json"
nvml_prints busy-101
has "more than all is no figure" '^  mem 40G/80G  1755' "$tmp/out"
nvml_prints memory-101
has "nor is it of the memory" '"busy_percent": 87\b' "$tmp/json"
lacks "more than all of the memory" '"memory_busy_percent": 101' "$tmp/json"
nvml_says no-list
has "no right to the processes" '^NVML device 0: processes not known: Insufficient Permissions; NVML device 1: ' "$tmp/out"
lacks "no process" ' 4000 ' "$tmp/out"
nvml_says none
has "a device that says nothing" '^  mem -  - MHz  - C  - W  - rpm  PCIe -$' "$tmp/out"
nvml_says no-graphics
lacks "a device without graphics is fine" 'not known' "$tmp/out"
has "its process" '^4000 ' "$tmp/out"
nvml_says no-samples
has "no samples of a busy device: no figure" '^4000 .* 3  *-  *1.0G' "$tmp/out"
nvml_says count-is-fine
has "a count of samples without an error" '^4000 .* 3  *75.0  *1.0G' "$tmp/out"
nvml_says odd
has "what is no percentage is no figure" '^4001 .* 3  *-  ' "$tmp/out"
nvml_says no-pci
has "a device without an address" '^3 nvidia nvml0 (NVML)' "$tmp/out"
nvml_says many
[ "$(grep -c '^4[0-9][0-9][0-9] ' "$tmp/out")" -eq 602 ] && ok || fail "more processes than asked for at first" "$(grep -c '^4[0-9][0-9][0-9] ' "$tmp/out")"
for words in no-driver no-count; do
    NVML_SAYS=$words exits 3 "NVML says $words" $drmtop --once $small $nvml
done
${CC:-cc} -shared -fPIC -DOLD -DNO_SAMPLES -o "$tmp/old.so" tests/nvml.c
$drmtop --once $small --nvml "$tmp/old.so" >"$tmp/out"
has "an old library, without figures of processes" '^4000 .* 3  *-  *1.0G' "$tmp/out"
${CC:-cc} -shared -fPIC -DOLD -o "$tmp/old.so" tests/nvml.c
$drmtop --once $small --nvml "$tmp/old.so" >"$tmp/out"
has "an old library: computing" '^4000 .* 3  *75.0  *1.0G' "$tmp/out"
has "an old library: both" '^4001 .* 3  *40.0  *1.0G' "$tmp/out"
has "an old library: drawing" '^4002 .* 0.0  *-  .*idle' "$tmp/out"
exits 3 "a library that is not there" $drmtop --once $small --nvml "$tmp/nowhere.so"
echo 'int x;' | ${CC:-cc} -shared -fPIC -x c -o "$tmp/other.so" - 2>/dev/null
$drmfdinfo watch --count 1 $small --nvml "$tmp/other.so" 2>"$tmp/err"
[ $? -eq 3 ] && grep -q 'other.so: not NVML: it lacks nvmlInit_v2$' "$tmp/err" && ok || fail "a library that is no NVML" "$(cat "$tmp/err")"
exits 0 "--nvml none" $drmtop --once $small --nvml none
exits 2 "--nvml with --replay" $drmtop --replay examples/data/samples/drm/desktop --nvml none
finish
