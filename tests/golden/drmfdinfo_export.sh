# drmfdinfo export: what is in the text, how a file is written, what is answered over HTTP.
. tests/lib.sh
drmfdinfo=${B:-build}/drmfdinfo
tmp=$(mktemp -d)
trap '[ -z "${server:-}" ] || kill $server 2>/dev/null; rm -rf "$tmp"' EXIT

file sys/class/drm/card0/device/uevent 'DRIVER=amdgpu\nPCI_ID=1002:73BF\nPCI_SLOT_NAME=0000:03:00.0\n'
file sys/class/drm/card0/device/product_name 'Example "6900"\\x\n'
file sys/class/drm/card0/device/mem_info_vram_used '5476083712\n'
file sys/class/drm/card0/device/gpu_busy_percent '97\n'
file sys/class/drm/card1/device/uevent 'DRIVER=etnaviv\n'
file sys/class/drm/card2/device/uevent 'DRIVER=etnaviv\n'
file sys/class/drm/card3/device/uevent 'DRIVER=amdgpu\nPCI_SLOT_NAME=0000:04:00.0\n'
file sys/class/drm/card3/device/power/runtime_status 'suspended\n'
i=0
while [ $i -lt 5 ]; do
    i=$((i + 1))
    file proc/$i/comm "job $i\n"
    file proc/$i/fdinfo/3 "drm-driver:\tamdgpu\ndrm-client-id:\t$i\ndrm-pdev:\t0000:03:00.0\ndrm-engine-gfx:\t5 ns\ndrm-resident-vram:\t$i MiB\n"
done
file proc/9/comm 'a"b\\c\033\377\n'
file proc/9/fdinfo/3 'drm-driver:\tx\ndrm-engine-"odd\\:\t5 ns\n'
file proc/9/fdinfo/4 'drm-driver:\tx\ndrm-engine-"odd\\:\t5 ns\n'
small="--openmetrics --interval 0.05 --root $tmp/proc"

$drmfdinfo export $small >"$tmp/out" 2>"$tmp/err" && ok || fail "export" "$(cat "$tmp/err")"
has "a device" '^drm_device_info{device="0000:03:00.0",driver="amdgpu",name="Example \\"6900\\"\\\\x",card="card0",render="",source="sysfs"} 1$' "$tmp/out"
has "its clients" '^drm_device_clients{device="0000:03:00.0"} 5$' "$tmp/out"
has "its memory" '^drm_device_memory_used_bytes{device="0000:03:00.0"} 5476083712$' "$tmp/out"
has "a percentage as a ratio" '^drm_device_busy_ratio{device="0000:03:00.0"} 0.97$' "$tmp/out"
has "an engine" '^drm_engine_busy_ratio{device="0000:03:00.0",engine="gfx"} 0$' "$tmp/out"
has "a region" '^drm_region_resident_bytes{device="0000:03:00.0",region="vram"} 15728640$' "$tmp/out"
has "two devices of one driver" '^drm_device_info{device="card2",driver="etnaviv",' "$tmp/out"
lacks "numbers by the order of discovery" 'device="[^"]*#' "$tmp/out"
has "a sleeping device" '^drm_device_awake{device="0000:04:00.0"} 0$' "$tmp/out"
has "a name that needs escapes" '^drm_engine_busy_ratio{device="x",engine="\\"odd\\\\"} 0$' "$tmp/out"
lacks "what is not known" '^drm_device_temperature_celsius{' "$tmp/out"
lacks "no series a client unless asked for" '^drm_client_' "$tmp/out"
lacks "no counter in a file" ' counter$' "$tmp/out"
[ "$(tail -n 1 "$tmp/out")" = '# EOF' ] && ok || fail "the last line" "$(tail -n 3 "$tmp/out")"
# Each family has HELP, TYPE and its samples together, no series is there twice, and each unit ends the name.
families() {
    awk '/^# HELP/ { name = $3; if (name in known) print "twice: " name; known[name]; next }
        /^# TYPE/ { if ($3 != name) print "TYPE without HELP: " $0; next }
        /^# UNIT/ { if (substr($3, length($3) - length($4)) != "_" $4) print "unit: " $0; next }
        /^# EOF/ { next }
        { series = $0; sub(/ [^ ]*$/, "", series); if (series in seen) print "twice: " series; seen[series]
          n = $0; sub(/[{ ].*/, "", n); if (n != name && n != name "_total" && n != name "_info") print "out of place: " $0 }' "$1"
}
[ -z "$(families "$tmp/out")" ] && ok || fail "families" "$(families "$tmp/out")"

# A driver that is named like a device gets a number of its own.
file twins/1/fdinfo/3 'drm-driver:\tx\ndrm-pdev:\t0000:03:00.0\ndrm-client-id:\t1\ndrm-engine-a:\t5 ns\n'
file twins/2/fdinfo/3 'drm-driver:\t0000:03:00.0\ndrm-client-id:\t2\ndrm-engine-b:\t5 ns\n'
$drmfdinfo export --openmetrics --interval 0.05 --root "$tmp/twins" >"$tmp/out"
equal "twins" '0000:03:00.0 0000:03:00.0#2 ' "$(sed -n 's/^drm_engine_busy_ratio{device="\(.*\)",engine="[ab]"} 0$/\1/p' "$tmp/out" | sort | tr '\n' ' ')"

# Every fact of a device, in the unit that its name says.
c=full/sys/class/drm/card0/device
file $c/uevent 'DRIVER=amdgpu\nPCI_ID=1002:73BF\nPCI_SLOT_NAME=0000:03:00.0\n'
while read -r name text; do file "$c/$name" "$text\n"; done <<'END'
mem_info_vram_used 5476083712
mem_info_vram_total 17163091968
mem_info_gtt_used 524288
mem_info_gtt_total 8589934592
gpu_busy_percent 97
mem_busy_percent 41
pp_dpm_sclk 0: 500Mhz\n1: 2575Mhz *
current_link_speed 8.0 GT/s PCIe
current_link_width 4
max_link_speed 16.0 GT/s PCIe
max_link_width 16
hwmon/hwmon4/freq1_input 2294000000
hwmon/hwmon4/freq2_input 1000000000
hwmon/hwmon4/temp1_label junction
hwmon/hwmon4/temp1_input 81000
hwmon/hwmon4/temp2_label edge
hwmon/hwmon4/temp2_input 64000
hwmon/hwmon4/temp3_label mem
hwmon/hwmon4/temp3_input 70000
hwmon/hwmon4/power1_average 123456005
hwmon/hwmon4/power1_cap 250123004
hwmon/hwmon4/energy1_input 17000005
hwmon/hwmon4/fan1_input 1420
hwmon/hwmon4/pwm1 102
END
file full/proc/1/fdinfo/3 'drm-driver:\tamdgpu\ndrm-client-id:\t1\ndrm-pdev:\t0000:03:00.0\ndrm-resident-vram:\t3 MiB\ndrm-total-vram:\t4 MiB\ndrm-shared-vram:\t0\ndrm-memory-vram:\t5 MiB\ndrm-purgeable-vram:\t1 MiB\ndrm-active-vram:\t2 MiB\ndrm-resident-gtt:\t7 MiB\n'
prints "every fact" sh -c "$drmfdinfo export --openmetrics --interval 0.05 --root '$tmp/full/proc' | grep -v '^#' | grep -e '^drm_device_[^i]' -e '^drm_region'" <<'END'
drm_device_clients{device="0000:03:00.0"} 1
drm_device_awake{device="0000:03:00.0"} 1
drm_device_memory_used_bytes{device="0000:03:00.0"} 5476083712
drm_device_memory_size_bytes{device="0000:03:00.0"} 17163091968
drm_device_gtt_used_bytes{device="0000:03:00.0"} 524288
drm_device_gtt_size_bytes{device="0000:03:00.0"} 8589934592
drm_device_clock_hertz{device="0000:03:00.0"} 2294000000
drm_device_max_clock_hertz{device="0000:03:00.0"} 2575000000
drm_device_memory_clock_hertz{device="0000:03:00.0"} 1000000000
drm_device_temperature_celsius{device="0000:03:00.0"} 64
drm_device_junction_temperature_celsius{device="0000:03:00.0"} 81
drm_device_memory_temperature_celsius{device="0000:03:00.0"} 70
drm_device_power_watts{device="0000:03:00.0"} 123.456005
drm_device_power_limit_watts{device="0000:03:00.0"} 250.123004
drm_device_fan_speed_rpm{device="0000:03:00.0"} 1420
drm_device_fan_speed_ratio{device="0000:03:00.0"} 0.4
drm_device_pcie_link_width_lanes{device="0000:03:00.0"} 4
drm_device_pcie_link_max_width_lanes{device="0000:03:00.0"} 16
drm_device_pcie_link_transfers_per_second{device="0000:03:00.0"} 8000000000
drm_device_pcie_link_max_transfers_per_second{device="0000:03:00.0"} 16000000000
drm_device_busy_ratio{device="0000:03:00.0"} 0.97
drm_device_memory_busy_ratio{device="0000:03:00.0"} 0.41
drm_region_total_bytes{device="0000:03:00.0",region="vram"} 4194304
drm_region_shared_bytes{device="0000:03:00.0",region="vram"} 0
drm_region_resident_bytes{device="0000:03:00.0",region="vram"} 3145728
drm_region_resident_bytes{device="0000:03:00.0",region="gtt"} 7340032
drm_region_memory_bytes{device="0000:03:00.0",region="vram"} 5242880
drm_region_purgeable_bytes{device="0000:03:00.0",region="vram"} 1048576
drm_region_active_bytes{device="0000:03:00.0",region="vram"} 2097152
END

# Clients are bounded: the busiest first, then those with most memory.
$drmfdinfo export $small --clients 2 >"$tmp/out"
[ "$(grep -o '^drm_client_resident_bytes{.*' "$tmp/out" | sed 's/.*pid="\([0-9]*\)",client="\([0-9]*\)".*command="\([^"]*\)".*/\1 \2 \3/' | tr '\n' ' ')" = '5 5 job 5 4 4 job 4 ' ] &&
    ok || fail "--clients 2" "$(grep '^drm_client' "$tmp/out")"
has "how many are left out" '^drm_clients_left_out 5$' "$tmp/out"
$drmfdinfo export $small --clients 100 >"$tmp/out"
has "a client without an id" '^drm_client_engine_busy_ratio{device="x",pid="9",client="",user="[^"]*",command="a\\"b\\\\c\\\\x1b\\\\xff",engine="\\"odd\\\\"} 0$' "$tmp/out"
has "its twin is left out" '^drm_clients_left_out 1$' "$tmp/out"
[ -z "$(families "$tmp/out")" ] && ok || fail "families of clients" "$(families "$tmp/out")"

# -o: the old file stays until the new one is whole.
echo old >"$tmp/gpu.prom"
exits 0 "-o" $drmfdinfo export $small -o "$tmp/gpu.prom"
has "the file" '^# EOF' "$tmp/gpu.prom"
[ "$(ls "$tmp" | grep -c gpu)" -eq 1 ] && ok || fail "nothing but the file" "$(ls "$tmp")"
echo old >"$tmp/gpu.prom"
exits 3 "no such root" $drmfdinfo export --root "$tmp/nowhere" -o "$tmp/gpu.prom"
[ "$(cat "$tmp/gpu.prom")" = old ] && ok || fail "a failure leaves the old file"
$drmfdinfo export $small -o /dev/stdout | grep -q '^# EOF$' && ok || fail "-o /dev/stdout"
if [ -c /dev/full ]; then
    exits 3 "a full disk" $drmfdinfo export $small -o /dev/full
    exits 3 "a full standard output" sh -c "$drmfdinfo export $small >/dev/full"
fi
exits 3 "a folder that is not there" $drmfdinfo export $small -o "$tmp/nowhere/gpu.prom"
exits 2 "--listen and -o" $drmfdinfo export --listen 1234 -o "$tmp/gpu.prom"
exits 2 "--json" $drmfdinfo export --json
exits 2 "an operand" $drmfdinfo export file
exits 2 "--clients 0" $drmfdinfo export --clients 0
says 2 'from 1 to 10000' $drmfdinfo export --clients 10001
says 0 '# EOF' $drmfdinfo export $small --clients 10000
for where in localhost:1 x 127.0.0.1 127.0.0.1:70000 127.0.0.1: :80 ::1:80 '[::1' ''; do
    exits 2 "--listen '$where'" $drmfdinfo export --listen "$where"
done

# HTTP.
if ! have curl; then
    skip "needs curl"
    finish
    exit
fi
file proc/6/fdinfo/3 'drm-driver:\txe\ndrm-client-id:\t6\ndrm-pdev:\t0000:00:02.0\ndrm-cycles-rcs:\t1000\ndrm-total-cycles-rcs:\t2000\n'
$drmfdinfo export $small --listen 127.0.0.1:0 --count 400 2>"$tmp/err" &
server=$!
tries=0
while ! grep -q http "$tmp/err" && [ $tries -lt 100 ]; do
    tries=$((tries + 1))
    sleep 0.05
done
url=$(sed -n 's|^drmfdinfo: \(http://127.0.0.1:[0-9]*\)/metrics$|\1|p' "$tmp/err")
get() { curl -s -m 5 --noproxy '*' -D "$tmp/head" -o "$tmp/body" "$@"; }
exits 3 "an address that is taken" $drmfdinfo export --listen "${url#http://}"
get "$url/metrics" && ok || fail "GET /metrics" "$(cat "$tmp/err")"
has "a type Prometheus reads" '^Content-Type: text/plain; version=0.0.4' "$tmp/head"
has "a counter with its suffix" '^# TYPE drm_engine_busy_seconds_total counter$' "$tmp/body"
# The work that a counter counts: 0.5 s of an engine, once. It stays when the client goes.
sed 's/engine-gfx:.*/engine-gfx: 500000005 ns/' "$tmp/proc/1/fdinfo/3" >"$tmp/3"
cp "$tmp/3" "$tmp/proc/1/fdinfo/3"
tries=0
while get "$url/metrics" && ! grep -q '^drm_engine_busy_seconds_total{device="0000:03:00.0",engine="gfx"} 0.5$' "$tmp/body" && [ $tries -lt 60 ]; do
    tries=$((tries + 1))
    sleep 0.05
done
has "half a second of work" '^drm_engine_busy_seconds_total{device="0000:03:00.0",engine="gfx"} 0\.5$' "$tmp/body"
# Cycles are half of an interval of 0.05 s.
printf 'drm-driver:\txe\ndrm-client-id:\t6\ndrm-pdev:\t0000:00:02.0\ndrm-cycles-rcs:\t1050\ndrm-total-cycles-rcs:\t2100\n' >"$tmp/3"
cp "$tmp/3" "$tmp/proc/6/fdinfo/3"
sleep 0.2
get "$url/metrics"
awk '/^drm_engine_busy_seconds_total{device="0000:00:02.0",engine="rcs"}/ { found = $2 > 0.01 && $2 < 0.3 } END { exit !found }' "$tmp/body" && ok ||
    fail "cycles as seconds" "$(grep rcs "$tmp/body")"
for i in 1 2 3 4 5; do echo gone >"$tmp/proc/$i/fdinfo/3"; done # a file stays readable when its folder goes
rm -r "$tmp"/proc/[1-5]
sleep 0.2
get -H 'Accept: application/openmetrics-text; version=1.0.0' "$url/metrics?x=1"
has "OpenMetrics where it is asked for" '^Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8' "$tmp/head"
has "a counter without its suffix" '^# TYPE drm_engine_busy_seconds counter$' "$tmp/body"
has "its sample" '^drm_engine_busy_seconds_total{device="0000:03:00.0",engine="gfx"} 0\.5$' "$tmp/body"
has "no client left" '^drm_device_clients{device="0000:03:00.0"} 0$' "$tmp/body"
[ -z "$(families "$tmp/body")" ] && ok || fail "families over HTTP" "$(families "$tmp/body")"
get "$url/" && has "a page for people" 'href="/metrics"' "$tmp/body"
get "$url/other"
has "another path" '^HTTP/1.1 404' "$tmp/head"
get -X POST "$url/metrics"
has "another method" '^HTTP/1.1 405' "$tmp/head"
get -I "$url/metrics"
has "HEAD" '^Content-Length: [1-9]' "$tmp/head"
get -H "X: $(printf '%9000s' x)" "$url/metrics"
[ $? -ne 0 ] && get "$url/metrics" && ok || fail "a request of 9 KB is dropped, and the next is answered"
# Connections that say nothing take no place for ever, and do not stop the others.
for i in 1 2 3; do sleep 1 | curl -s -m 2 --noproxy '*' telnet://${url#http://} >/dev/null 2>&1 & done
sleep 0.1
get "$url/metrics" && ok || fail "an answer beside three silent connections"
kill -TERM $server
wait $server
[ $? -eq 0 ] && ok || fail "SIGTERM ends it with 0"
server=
finish
