# What drmfdinfo export writes, judged by promtool, and scraped by a real Prometheus on this machine in both formats.
. tests/lib.sh
if ! have promtool || ! have prometheus || ! have curl; then
    skip "needs prometheus and curl"
    finish
    exit
fi
drmfdinfo=${B:-build}/drmfdinfo
tmp=$(mktemp -d)
server='' scraper=''
trap 'kill $server $scraper 2>/dev/null; wait; rm -rf "$tmp"' EXIT
file sys/class/drm/card0/device/uevent 'DRIVER=amdgpu\nPCI_ID=1002:73BF\nPCI_SLOT_NAME=0000:03:00.0\n'
file sys/class/drm/card0/device/product_name 'Example "6900" \\ x\n'
file sys/class/drm/card0/device/mem_info_vram_used '5476083712\n'
file sys/class/drm/card0/device/mem_info_vram_total '17163091968\n'
file sys/class/drm/card0/device/gpu_busy_percent '97\n'
file sys/class/drm/card0/device/mem_info_gtt_used '524288\n'
file sys/class/drm/card0/device/mem_info_gtt_total '8589934592\n'
file sys/class/drm/card0/device/mem_busy_percent '41\n'
file sys/class/drm/card0/device/pp_dpm_sclk '0: 500Mhz\n1: 2575Mhz *\n'
for link in current max; do
    file sys/class/drm/card0/device/${link}_link_speed '16.0 GT/s PCIe\n'
    file sys/class/drm/card0/device/${link}_link_width '16\n'
done
file sys/class/drm/card0/device/hwmon/hwmon4/freq2_input '1000000000\n'
file sys/class/drm/card0/device/hwmon/hwmon4/temp1_input '64000\n'
for place in 2junction 3mem; do
    file sys/class/drm/card0/device/hwmon/hwmon4/temp${place%%[a-z]*}_label "${place#?}\n"
    file sys/class/drm/card0/device/hwmon/hwmon4/temp${place%%[a-z]*}_input '70000\n'
done
file sys/class/drm/card0/device/hwmon/hwmon4/energy1_input '17000000\n'
file sys/class/drm/card0/device/hwmon/hwmon4/power1_average '182000000\n'
file sys/class/drm/card0/device/hwmon/hwmon4/power1_cap '255000000\n'
file sys/class/drm/card0/device/hwmon/hwmon4/fan1_input '1420\n'
file sys/class/drm/card0/device/hwmon/hwmon4/pwm1 '102\n'
file proc/7/comm 'a"b\\c\n'
file proc/7/fdinfo/3 'drm-driver:\tamdgpu\ndrm-client-id:\t1\ndrm-pdev:\t0000:03:00.0\ndrm-engine-gfx:\t5 ns\ndrm-resident-vram:\t3 MiB\ndrm-total-vram:\t4 MiB\ndrm-shared-vram:\t0\ndrm-memory-vram:\t3 MiB\ndrm-purgeable-vram:\t1 MiB\ndrm-active-vram:\t2 MiB\n'
file proc/self/status 'Name:\tx\nNSpid:\t7\n'
mkdir -p "$tmp/proc/self/ns"
ln -s 'pid:[4026531836]' "$tmp/proc/self/ns/pid"
small="--openmetrics --interval 0.2 --root $tmp/proc --clients 10"

$drmfdinfo export $small >"$tmp/out"
check "promtool: a file" promtool check metrics <"$tmp/out"
# Every metric that can be there is there.
want=$(grep '^# TYPE' "$tmp/out" | grep -vc ' drm_device_engine_busy_ratio ') # of this machine's PMUs only
got=$(grep -v '^#' "$tmp/out" | sed 's/[{ ].*//' | sort -u | wc -l)
[ "$want" -eq "$got" ] && [ "$want" -ge 25 ] && ok || fail "$want families, $got with a sample" "$(cat "$tmp/out")"
sed 's/^# HELP drm_device_clients .*//' "$tmp/out" >"$tmp/bad"
if promtool check metrics <"$tmp/bad" >/dev/null 2>&1; then fail "promtool finds nothing in a text without HELP"; else ok; fi

$drmfdinfo export $small --listen 127.0.0.1:0 --count 300 2>"$tmp/err" &
server=$!
tries=0
while ! grep -q http "$tmp/err" && [ $tries -lt 100 ]; do
    tries=$((tries + 1))
    sleep 0.05
done
at=$(sed -n 's|.*http://\(.*\)/metrics$|\1|p' "$tmp/err")
curl -s -m 5 --noproxy '*' "http://$at/metrics" >"$tmp/out"
check "promtool: over HTTP" promtool check metrics <"$tmp/out"

# A port that is free now; should another take it meanwhile, Prometheus says so and the test fails.
port=$(( 20000 + $$ % 20000 ))
printf 'scrape_configs:\n- job_name: gpu\n  scrape_interval: 1s\n  static_configs:\n  - targets: ["%s"]\n' "$at" >"$tmp/prometheus.yml"
prometheus --config.file="$tmp/prometheus.yml" --storage.tsdb.path="$tmp/data" --web.listen-address=127.0.0.1:$port >"$tmp/log" 2>&1 &
scraper=$!
ask() { curl -s -m 5 --noproxy '*' --data-urlencode "query=$1" "http://127.0.0.1:$port/api/v1/query"; }
# knows NAME QUERY TEXT: waits, for 20 s at most, until the answer has it.
knows() {
    tries=0
    while ! ask "$2" | grep -q -- "$3"; do
        tries=$((tries + 1))
        if [ $tries -ge 100 ] || ! kill -0 $scraper 2>/dev/null; then
            fail "$1: no '$3'" "$(ask "$2")" "$(tail -n 5 "$tmp/log")"
            return
        fi
        sleep 0.2
    done
    ok
}
knows "the scrape works" 'up{job="gpu"}' '"1"\]'
knows "the power" 'drm_device_power_watts{device="0000:03:00.0"}' '"182"\]'
knows "a name that needs escapes" 'drm_device_info' '"name":"Example \\"6900\\" \\\\ x"'
knows "a client" 'drm_client_resident_bytes{pid="7",client="1",region="vram"}' '"3145728"\]'
knows "a command that needs escapes" 'drm_client_engine_busy_ratio' '"command":"a\\"b\\\\c"'
knows "the energy" 'drm_device_energy_joules_total' '"17"\]'
knows "the counter" 'drm_engine_busy_seconds_total{engine="gfx"}' '"0"\]'
knows "all samples are taken: none twice, none out of order" 'scrape_samples_post_metric_relabeling == scrape_samples_scraped' '"gpu"'
curl -s -m 5 --noproxy '*' "http://127.0.0.1:$port/api/v1/metadata?metric=drm_device_power_watts" >"$tmp/out"
grep -q '"type":"gauge","help":"Power drawn.","unit":"watts"' "$tmp/out" && ok || fail "type, help and unit reach Prometheus: OpenMetrics" "$(cat "$tmp/out")"
# Each query of the dashboard gives something.
sed -n 's/^ *"expr": "\(.*\)",\{0,1\}$/\1/p' docs/grafana-drm.json | sed 's/\\"/"/g; s/\$device/.*/g; s/\$instance/.*/g; s/\$__rate_interval/30s/g' >"$tmp/queries"
[ "$(wc -l <"$tmp/queries")" -ge 8 ] && ok || fail "queries of the dashboard" "$(cat "$tmp/queries")"
while read -r query; do knows "the dashboard's $query" "$query" '"value":\['; done <"$tmp/queries"
finish
