# nvsection watch: a page at every save, however an editor saves; in a browser, cell by cell.
. tests/lib.sh
tool=${B:-build}/nvsection
tmp=$(mktemp -d)
server=
trap 'kill $server 2>/dev/null; rm -rf "$tmp"' EXIT
report=examples/data/samples/ncurep/saxpy.ncu-rep
section() { printf 'Identifier: "Mine"\nDisplayName: "%s"\nHeader { Metrics { Label: "%s" Name: "gpu__time_duration.sum" } }\n' "$1" "$2"; }
section One Time >"$tmp/a.section"
exits 2 "a report is needed" $tool watch "$tmp/a.section"
exits 3 "no such file" $tool watch "$tmp/none.section" --report $report
exits 3 "no such report" $tool watch "$tmp/a.section" --report "$tmp/none" -c 1
exits 2 "--listen and --json" $tool watch "$tmp/a.section" --report $report --listen 0 --json
exits 2 "--interval" $tool watch "$tmp/a.section" --report $report --interval 0
exits 0 "one page" $tool watch "$tmp/a.section" --report $report -c 1
$tool preview -m $report "$tmp/a.section" >"$tmp/preview" 2>/dev/null
$tool watch "$tmp/a.section" --report $report -c 1 >"$tmp/page" 2>/dev/null
if cmp -s "$tmp/preview" "$tmp/page"; then ok; else fail "the page is that of preview" "$(diff "$tmp/preview" "$tmp/page")"; fi
if have python3; then
    $tool watch "$tmp/a.section" --report $report -c 1 --json >"$tmp/page.json" 2>/dev/null
    check "--json is JSON" python3 -m json.tool "$tmp/page.json" "$tmp/json"
fi

# until WORD FILE: waits for it, ten seconds at most.
until_has() {
    tries=0
    while ! grep -q "$1" "$2" 2>/dev/null && [ $tries -lt 200 ]; do
        tries=$((tries + 1))
        sleep 0.05
    done
    if grep -q "$1" "$2"; then ok; else fail "nothing matches $1" "$(cat "$2")"; fi
}
$tool watch "$tmp/a.section" --report $report --interval 0.02 >"$tmp/pages" 2>"$tmp/err" &
server=$!
until_has 'Section: One' "$tmp/pages"
section Two Time >"$tmp/a.section" # saved in place
until_has 'Section: Two' "$tmp/pages"
section Three Time >"$tmp/new"
mv "$tmp/new" "$tmp/a.section" # by another file that takes its name
until_has 'Section: Three' "$tmp/pages"
mv "$tmp/a.section" "$tmp/a.section~" # by one written after the old one is moved away
sleep 0.2
section Four Time >"$tmp/a.section"
until_has 'Section: Four' "$tmp/pages"
equal "a file that is away for a moment is no mistake" '' "$(grep 'a.section' "$tmp/err")"
printf 'Hedr {\n' >>"$tmp/a.section"
until_has 'unknown field: Hedr' "$tmp/err"
section Five Time >"$tmp/a.section"
until_has 'Section: Five' "$tmp/pages"
kill -TERM $server
wait $server
code=$?
server=
if [ $code = 0 ]; then ok; else fail "exit code $code after a page without findings"; fi
if [ "$(grep -c 'Section:' "$tmp/pages")" = 5 ]; then ok; else fail "a page for each save that can be read" "$(grep 'Section:' "$tmp/pages")"; fi

if ! have curl; then
    skip "needs curl"
    finish
    exit
fi
section Six Time >"$tmp/a.section"
$tool watch "$tmp/a.section" --report $report --interval 0.02 --listen 0 2>"$tmp/err" &
server=$!
until_has 'http:' "$tmp/err"
url=$(sed -n 's|^nvsection: \(http://127.0.0.1:[0-9]*\)/$|\1|p' "$tmp/err")
get() { curl -s -m 5 --noproxy '*' -D "$tmp/head" -o "$tmp/body" "$@"; }
get "$url/"
has "the frame" '<iframe id="now" src="page">' "$tmp/body"
get "$url/page"
has "the page" '<h[1-6][^>]*>.*Six' "$tmp/body"
get "$url/state"
has "the state" '^{"page":1,"code":0,"title":"nvsection","problems":\[' "$tmp/body"
get "$url/none"
has "nothing there" '^HTTP/1.1 404' "$tmp/head"
get -H 'Host: 127.0.0.1.example.com' "$url/page"
has "a name of the network" '^HTTP/1.1 404' "$tmp/head"
get -H 'Host: localhost:80' "$url/page"
has "a name of this machine" '^HTTP/1.1 200' "$tmp/head"
printf 'Hedr {\n' >>"$tmp/a.section"
tries=0
until get "$url/state" && grep -q Hedr "$tmp/body" || [ $tries -ge 100 ]; do
    tries=$((tries + 1))
    sleep 0.05
done
has "problems" 'a.section:4:1: error: unknown field: Hedr' "$tmp/body"
get "$url/page"
has "the last page stays" '<h[1-6][^>]*>.*Six' "$tmp/body"
section Six Time >"$tmp/a.section"
# A browser takes more addresses than tools/mutants.py leaves its tests.
if have chromium && have python3 && [ "$(ulimit -v)" = unlimited ]; then
    python3 tests/watch_page.py "$url/" "$tmp/a.section" >"$tmp/out" 2>&1
    if [ "$(grep -c '^ok' "$tmp/out")" = 4 ] && [ "$(wc -l <"$tmp/out")" = 4 ]; then ok; else fail "in a browser" "$(cat "$tmp/out")"; fi
else skip "needs chromium, python3 and addresses without a limit"; fi
kill -INT $server
wait $server
server=
finish
