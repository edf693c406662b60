# The HTML page of ncurep: the expected pages of the bundled reports, numbers as on the details page, and what a browser
# makes of names that are markup.
# UPDATE=1 sh tests/golden/ncurep_html.sh writes the expected pages anew; read the difference before you keep it.
. tests/lib.sh
b=${B:-build}
n=$b/ncurep
s=examples/data/samples/ncurep
want=tests/golden/ncurep_pages
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C COLUMNS=80 PATH=/usr/bin:/bin
export LC_ALL COLUMNS PATH

# The page without style and script.
html() {
    "$n" html "$@" >"$tmp/page"
    sed -e '/^<style>$/,/^<\/style>$/d' -e '/^<script>$/,/^<\/script>$/d' -e "s/'sha256-[^']*'/HASH/" -e 's/ncurep [0-9.]*[0-9]/ncurep VERSION/' "$tmp/page"
}
page saxpy.html html --section-folder examples/data/sections --resolve-source-file $s/nested.cu $s/saxpy.ncu-rep
page compared.html html --rules --baseline $s/saxpy.ncu-rep --match order -c 2 $s/orchard.ncu-rep
page charts.html html -c 1 --section 'regex:SpeedOfLight_.*|PmSampling|Memory.*|WarpStateStats|Occupancy' $s/canopy.ncu-rep
page blocks.html html -c 1 --section-folder examples/data/samples/sections $s/canopy.ncu-rep
page mixed.html html --section-folder examples/data/sections $s/mixed.ncu-rep

for report in saxpy orchard mixed canopy; do
    $n html $s/$report.ncu-rep -o "$tmp/page.html"
    awk -f tests/html_numbers.awk "$tmp/page.html" >"$tmp/a"
    $n details --csv $s/$report.ncu-rep | awk -v csv=1 -f tests/html_numbers.awk >"$tmp/b"
    if [ -s "$tmp/b" ] && cmp -s "$tmp/a" "$tmp/b"; then ok; else fail "numbers of $report" "$(diff "$tmp/b" "$tmp/a")"; fi
done

$n html --baseline $s/orchard.ncu-rep --match order $s/canopy.ncu-rep >"$tmp/page.html"
if grep -q 'data-v="Infinity"' "$tmp/page.html" && ! grep -q 'data-v="-*[in]' "$tmp/page.html"; then ok; else fail "a change from zero is a number to the script"; fi

$n html --baseline $s/orchard.ncu-rep $s/saxpy.ncu-rep >"$tmp/page.html"
if grep -q 'No kernel matches one in the baseline' "$tmp/page.html" && grep -q 'Only in the baseline' "$tmp/page.html"; then ok
else fail "a baseline of other kernels"; fi

# A kernel whose code nothing was counted in has no source page; it says so, and where the code is.
$n slice --metrics 'gpu__time*' $s/canopy.ncu-rep -o "$tmp/plain.ncu-rep"
for pair in "$tmp/plain.ncu-rep 2" "$s/canopy.ncu-rep 0" "$s/mixed.ncu-rep 0"; do
    $n html "${pair% *}" >"$tmp/page.html"
    equal "kernels of $(basename "${pair% *}") without counters of their code" "${pair#* } </html>" \
        "$(grep -c 'The report has no instruction counters of this kernel: ncu --section SourceCounters collects them' "$tmp/page.html") $(tail -n 1 "$tmp/page.html")"
done

exits 2 "two reports" $n html $s/saxpy.ncu-rep $s/orchard.ncu-rep
exits 2 "no report" $n html
# Several baselines: each has its name, its number and its colour beside values, bars and points.
$n html --match order --baseline $s/canopy_before.ncu-rep --baseline $s/saxpy.ncu-rep $s/canopy.ncu-rep >"$tmp/page.html"
for of in '<small><i class="c2"></i>1 canopy_before.ncu-rep</small><small><i class="c3"></i>2 saxpy.ncu-rep</small>' '<small><i class="c3"></i>2 saxpy.ncu-rep: no such kernel</small>' \
    '<td class="vs"><small><i class="c2"></i>1 86294.94 cycle <b>-23.66%</b></small><small><i class="c3"></i>2 25804.75 cycle <b>+155.28%</b></small>' \
    '<tr class="vs"><th><td><i class="c3"></i>2 82.40 % <b>-5.02%</b><td><svg class="c3" aria-hidden="true"><rect width="82.4%"/></svg>' \
    '<g class="p hollow c2"><title>Double: 67.19 G/s at 0.06816 a byte, in canopy_before.ncu-rep</title>' 'Change from 2' '<p class="about">Baseline 2: saxpy.ncu-rep.' \
    '">1: 56, 2: 16</text>' '<circle class="dot c2 was" r="4" cx="131.7"' '<polyline class="l c2 r0" data-n="1" points="44,24 ' '<text class="k" x="446" y="174.1">1</text>' \
    '<div class="row vs"><div><span><i class="c2"></i>1 canopy_before.ncu-rep</span> <b>30.59 % <b>-0.36%</b></b></div>' 'aria-label="DRAM writes over time, canopy_before.ncu-rep"' \
    '<polyline class="l area c2"' '<div class="vs"><i class="c2"></i>1 canopy_before.ncu-rep<svg' '<b>39.5%</b> <small class="vs"><i class="c2"></i>1 47.0%</small></li>'; do
    if grep -qF "$of" "$tmp/page.html"; then ok; else fail "several baselines: $of"; fi
done
# What a baseline lacks is said once: it has no place in the tables and charts of the kernel, which the other one has.
sed -n '/<article class="view kernel" id="k1"/,/<\/article>/p' "$tmp/page.html" >"$tmp/kernel"
if [ "$(grep -c '1 canopy_before.ncu-rep' "$tmp/kernel")" -gt 20 ] && [ "$(grep -c '<i class="c3">' "$tmp/kernel")" -eq 1 ] && ! grep -q '>2 -<' "$tmp/kernel"; then ok
else fail "a kernel that a baseline lacks" "$(grep '<i class="c3">' "$tmp/kernel")"; fi
one="--baseline $s/saxpy.ncu-rep"
says 2 "6 at most, as many have colours" $n html $one $one $one $one $one $one $one $s/canopy.ncu-rep
exits 2 "two formats" $n html --json $s/saxpy.ncu-rep
exits 2 "a baseline of standard input" $n html --baseline - $s/saxpy.ncu-rep
exits 3 "a report that is not there" $n html "$tmp/none.ncu-rep"
exits 3 "a baseline that is not there" $n html --baseline "$tmp/none.ncu-rep" $s/saxpy.ncu-rep -o "$tmp/page.html"

# Only our script may run: the page gives its hash.
$n html $s/saxpy.ncu-rep -o "$tmp/page.html"
if have sha256sum && have base64; then
    sed -e '1,/<script>/d' -e '/^<\/script>$/,$d' "$tmp/page.html" >"$tmp/lines"
    { echo; cat "$tmp/lines"; } >"$tmp/script"
    octal=$(sha256sum <"$tmp/script" | awk '{for (i = 1; i <= 64; i += 2)
        printf "\\%03o", 16 * (index("0123456789abcdef", substr($1, i, 1)) - 1) + index("0123456789abcdef", substr($1, i + 1, 1)) - 1}')
    # shellcheck disable=SC2059
    hash=$(printf "$octal" | base64)
    if grep -q "'sha256-$hash'" "$tmp/page.html"; then ok; else fail "SCRIPT_HASH in examples/shared/report/pages/html.c has to be $hash"; fi
else skip "needs sha256sum and base64"; fi

# Style and script are compiled in as they are in their files, except for comments and indentation.
for pair in style:css script:js; do
    sed -e "1,/<${pair%:*}>/d" -e "/^<\/${pair%:*}>\$/,\$d" "$tmp/page.html" >"$tmp/lines"
    own=
    [ $pair = script:js ] || own=examples/shared/report/draw/chart.css
    sed -e '/^ *\/\*.*\*\/$/d' -e '/^ *$/d' -e 's/^ *//' $own examples/shared/report/pages/page.${pair#*:} >"$tmp/file"
    if [ -s "$tmp/file" ] && cmp -s "$tmp/lines" "$tmp/file"; then ok
    else fail "the ${pair%:*} of the page is not ${own:+$own and }examples/shared/report/pages/page.${pair#*:}" "$(diff "$tmp/file" "$tmp/lines")"; fi
done

# A browser: our script runs, none of the report does.
find_browser
if [ -z "$browser" ]; then skip "needs chromium"
elif [ ! -x "$b/tests/golden/ncurep_html" ]; then skip "needs $b/tests/golden/ncurep_html"
else
    "$b/tests/golden/ncurep_html" --make "$tmp"
    $n html --all --section-folder "$tmp" --baseline "$tmp/hostile.ncu-rep" "$tmp/hostile.ncu-rep" -o "$tmp/page.html"
    limit=
    if have timeout; then limit="timeout 120"; fi
    HOME=$tmp $limit $browser --headless --no-sandbox --disable-gpu --virtual-time-budget=1000 --dump-dom "file://$tmp/page.html" >"$tmp/dom" 2>"$tmp/err"
    if ! grep -q '</html>' "$tmp/dom"; then skip "needs a chromium that can start here"
    else
        # The page's script has set its class; a script or a handler from the report would have set a title.
        if grep -q '<html lang="en" class="js">' "$tmp/dom"; then ok; else fail "the script of the page ran" "$(head -c 300 "$tmp/dom")"; fi
        if grep '<html' "$tmp/dom" | grep -q 'title='; then fail "a script of the report ran"; else ok; fi
        if grep -q '<img' "$tmp/dom"; then fail "a picture of the report became an element"; else ok; fi
        HOME=$tmp $limit $browser --headless --no-sandbox --disable-gpu --virtual-time-budget=1000 --dump-dom "file://$tmp/page.html#all" 2>/dev/null >"$tmp/dom"
        if grep -q 'data-f=' "$tmp/page.html" && ! grep -q '<[a-z][^>]* data-f=' "$tmp/dom"; then ok; else fail "charts that are there already are filled in"; fi
        if [ "$(grep -c '<script' "$tmp/dom")" -eq 1 ]; then ok; else fail "one script" "$(grep '<script' "$tmp/dom")"; fi
        if grep '<h2 id="k0h"' "$tmp/dom" | grep -q '">[^"]*&lt;script&gt;document.documentElement.title'; then ok; else fail "the name of the kernel as text"; fi
        # Views, sorting, filter and values under the pointer, driven by a script that this test adds.
        $n html --baseline $s/canopy_before.ncu-rep $s/canopy.ncu-rep | sed -e 's/<meta http-equiv[^>]*>//' -e '/^<\/body>$/d' -e '/^<\/html>$/d' >"$tmp/acts.html"
        cat >>"$tmp/acts.html" <<'END'
<script>
var said = [], button = document.querySelectorAll('#kernels thead button')[4], find = document.getElementById('find');
function ids() { return Array.from(document.querySelectorAll('#kernels tbody tr:not([hidden])')).map(function (r) { return r.cells[0].textContent; }).join(''); }
said.push(document.querySelector('.view.on').id);
button.click(); said.push(ids());
button.click(); said.push(ids());
find.value = 'border'; find.dispatchEvent(new Event('input')); said.push(ids());
location.hash = '#k1s3';
setTimeout(function () {
    var svg = document.querySelector('#k0 .lines svg'), box;
    said.push(document.querySelector('.view.on').id, document.querySelectorAll('.view.on').length);
    said.push(document.querySelector('#k1 [data-m]').title);
    location.hash = '#k0s7';
    setTimeout(function () {
        box = svg.getBoundingClientRect();
        svg.dispatchEvent(new MouseEvent('mousemove', {bubbles: true, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2}));
        said.push(document.querySelector('.tip').textContent.replace(/\n/g, ', '));
        document.documentElement.title = said.join(' ');
    }, 100);
}, 100);
</script>
</body>
</html>
END
        HOME=$tmp $limit $browser --headless --no-sandbox --disable-gpu --virtual-time-budget=2000 --dump-dom "file://$tmp/acts.html" 2>/dev/null >"$tmp/dom"
        got=$(sed -n 's/^<html[^>]* title="\([^"]*\)".*/\1/p' "$tmp/dom")
        want_acts='kernels 01 10 1 k1 1 dram__cycles_elapsed.avg.per_second 128: 25 %/register, baseline: 128: 25 %/register'
        if [ "$got" = "$want_acts" ]; then ok; else fail "views, sorting, filter, pointer: expected \"$want_acts\", found \"$got\""; fi
        # The check would notice one that runs: the same page with a script that may.
        sed -e 's/<meta http-equiv[^>]*>//' -e "s/<h2 id=\"k0h\">.*/<h2 id=\"k0h\"><\/h2><script>document.documentElement.title='ran'<\/script>/" "$tmp/page.html" >"$tmp/bad.html"
        HOME=$tmp $limit $browser --headless --no-sandbox --disable-gpu --virtual-time-budget=1000 --dump-dom "file://$tmp/bad.html" 2>/dev/null >"$tmp/dom"
        if grep '<html' "$tmp/dom" | grep -q 'title="ran"'; then ok; else fail "the marker works"; fi
    fi
fi
finish
