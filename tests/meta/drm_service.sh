# drmfdinfo export as a service: its units, alert rules and dashboard are well formed, and use no metric that it does not write.
. tests/lib.sh
drmfdinfo=${B:-build}/drmfdinfo
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The metrics that there are.
mkdir -p "$tmp/proc"
$drmfdinfo export --openmetrics --interval 0.05 --root "$tmp/proc" --clients 1 >"$tmp/out"
$drmfdinfo export --openmetrics --interval 0.05 --root "$tmp/proc" --listen 127.0.0.1:0 --count 40 >/dev/null 2>"$tmp/err" &
server=$!
{
    sed -n 's/^# TYPE \([^ ]*\) .*/\1/p' "$tmp/out"
    if have curl; then
        tries=0
        until grep -q http "$tmp/err" || [ $tries -ge 100 ]; do tries=$((tries + 1)); sleep 0.05; done
        curl -s -m 5 --noproxy '*' "$(sed -n 's/.*\(http.*\)$/\1/p' "$tmp/err")" | sed -n 's/^# TYPE \([^ ]*\) .*/\1/p'
    else # those that only HTTP has
        printf 'drm_engine_busy_seconds_total\ndrm_engine_busy_missing_seconds_total\ndrm_clients_unseen_total\ndrm_device_energy_joules_total\n'
    fi
} | sort -u >"$tmp/known"
wait $server
if [ "$(wc -l <"$tmp/known")" -ge 30 ]; then ok; else fail "metrics" "$(cat "$tmp/known")"; fi
for file in packaging/prometheus/drm-alerts.yml tests/meta/drm-alerts-test.yml docs/grafana-drm.json; do
    grep -ohE '\bdrm_[a-z_]*[a-z]' $file | sort -u >"$tmp/used"
    unknown=$(comm -23 "$tmp/used" "$tmp/known")
    if [ -s "$tmp/used" ] && [ -z "$unknown" ]; then ok; else fail "$file: no such metric" "$unknown"; fi
done

if have promtool; then
    check "promtool: alert rules" promtool check rules packaging/prometheus/drm-alerts.yml
    sed "s,@RULES@,$PWD/packaging/prometheus/drm-alerts.yml," tests/meta/drm-alerts-test.yml >"$tmp/test.yml"
    check "promtool: what raises an alert" promtool test rules "$tmp/test.yml"
    sed 's/> 0\.95/> 0.97/' packaging/prometheus/drm-alerts.yml >"$tmp/other.yml"
    sed "s,@RULES@,$tmp/other.yml," tests/meta/drm-alerts-test.yml >"$tmp/test.yml"
    check "the test finds another threshold" sh -c "! promtool test rules '$tmp/test.yml'"
else skip "needs promtool"; fi

if have amtool; then
    routes=packaging/prometheus/alertmanager.yml
    check "amtool: routes" amtool check-config $routes
    # Each alert has a severity, and each severity a place to go.
    grep -o 'alert: .*\|severity: [a-z]*' packaging/prometheus/drm-alerts.yml | sed 's/.*: //' | paste - - >"$tmp/alerts"
    if [ "$(wc -l <"$tmp/alerts")" -ge 5 ]; then ok; else fail "alerts and their severities" "$(cat "$tmp/alerts")"; fi
    while read -r alert severity; do
        case $severity in warning) want=now ;; info) want=later ;; *) want= ;; esac
        equal "where $alert goes" "$want" "$(amtool config routes test --config.file=$routes alertname="$alert" severity="$severity" 2>/dev/null)"
    done <"$tmp/alerts"
    sed 's/receiver: now/receiver: nowhere/' $routes >"$tmp/routes.yml"
    check "amtool finds a place that is not there" sh -c "! amtool check-config '$tmp/routes.yml'"
else skip "needs amtool"; fi

if have systemd-analyze; then
    mkdir "$tmp/units"
    for unit in drmfdinfo.service drmfdinfo-textfile.service drmfdinfo-textfile.timer drmfdinfo-bpf.service run-gpuloupe.mount; do
        sed "s,/usr/[a-z/]*/drmfdinfo\(-bpf\)* ,$(cd "$(dirname "$drmfdinfo")" && pwd)/drmfdinfo ," packaging/systemd/$unit >"$tmp/units/$unit"
    done
    # It looks for the manual page, too, which need not be installed.
    for unit in "$tmp"/units/*; do
        out=$(systemd-analyze verify --man=no "$unit" 2>&1 | grep "$(basename "$unit")")
        if [ -z "$out" ]; then ok; else fail "systemd-analyze verify $(basename "$unit")" "$out"; fi
    done
    echo 'NoSuchSetting=1' >>"$tmp/units/drmfdinfo.service"
    holds "a wrong setting is found" NoSuchSetting "$(systemd-analyze verify --man=no "$tmp/units/drmfdinfo.service" 2>&1)"
else skip "needs systemd-analyze"; fi

# The rights of the unit suffice: nothing is hidden but what even they may not see, such as processes of another user namespace.
caps=$(sed -n 's/^AmbientCapabilities=//p' packaging/systemd/drmfdinfo.service | tr A-Z a-z | sed 's/cap_/+/g; s/ /,/g')
as() { setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps "-all,$1" --ambient-caps "-all,$1" --bounding-set "-all,$1" $drmfdinfo export --interval 0.05; }
if [ "$(id -u)" = 0 ] && have setpriv && as "$caps" >"$tmp/out" 2>/dev/null; then
    none=0
    for p in /proc/[0-9]*; do setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps "-all,$caps" --ambient-caps "-all,$caps" --bounding-set "-all,$caps" ls "$p/fdinfo" >/dev/null 2>&1 || none=$((none + 1)); done
    hidden=$(sed -n 's/^drm_processes_hidden //p' "$tmp/out" | tail -n 1)
    if [ -n "$hidden" ] && [ "$hidden" -le "$none" ]; then ok; else fail "it sees what its rights show: $hidden hidden, $none closed"; fi
else skip "needs the right to give away capabilities"; fi
finish
