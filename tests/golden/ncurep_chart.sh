# ncurep chart: the list of charts, each as a picture that needs nothing else and shows what the HTML page shows, what happens
# when none or several are meant, and PNG with and without librsvg.
# UPDATE=1 sh tests/golden/ncurep_chart.sh writes the expected files anew; read the difference before you keep it.
. tests/lib.sh
b=${B:-build}
n=$b/ncurep
s=examples/data/samples/ncurep
want=tests/golden/ncurep_pages
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C COLUMNS=100 PATH=/usr/bin:/bin
export LC_ALL COLUMNS PATH

page chart.txt "$n" chart $s/canopy.ncu-rep $s/mixed.ncu-rep
page chart.csv "$n" chart --csv -c 1 --chart 'regex:[Rr]oof|Registers' $s/canopy.ncu-rep
page chart_stack.svg "$n" chart --svg -c 1 --section WarpStateStats $s/canopy.ncu-rep
page chart_roofline.svg "$n" chart --svg -c 1 --chart 'Floating-point roofline' --dark --width 900 $s/canopy.ncu-rep
page chart_timeline.svg "$n" chart --svg -c 1 --chart 5 $s/canopy.ncu-rep
page chart_memory.svg "$n" chart --svg -c 1 --chart 'Traffic between the units of the memory system' $s/canopy.ncu-rep
page chart_lines.svg "$n" chart --svg -c 1 --chart 10 $s/canopy.ncu-rep
page chart_histogram.svg "$n" chart --svg -c 1 --section-folder examples/data/samples/sections --chart 'Cycles of a block' $s/canopy.ncu-rep

# Exit codes, and -o FILE.
exits 0 "a list" $n chart $s/canopy.ncu-rep
says 1 "no chart fits; without --svg and --png they are listed" $n chart --svg --chart 99 $s/canopy.ncu-rep
says 1 "no chart fits" $n chart --chart 99 $s/canopy.ncu-rep
says 2 "charts fit: choose one" $n chart --svg $s/canopy.ncu-rep
says_line 2 "ncurep:   0 saxpyish, chart 4 of SpeedOfLight_RooflineChart: Floating-point roofline" $n chart --svg --chart 4 $s/canopy.ncu-rep
exits 2 "two formats" $n chart --svg --png --chart 1 -c 1 $s/canopy.ncu-rep
exits 2 "SVG as JSON" $n chart --svg --json -c 1 --chart 1 $s/canopy.ncu-rep
exits 2 "a width of a list" $n chart --width 100 $s/canopy.ncu-rep
exits 2 "too wide" $n chart --svg --width 100000 -c 1 --chart 1 $s/canopy.ncu-rep
exits 2 "dark and light" $n chart --svg --dark --light -c 1 --chart 1 $s/canopy.ncu-rep
exits 2 "two reports in one picture" $n chart --svg -c 1 --chart 1 $s/canopy.ncu-rep $s/mixed.ncu-rep
exits 2 "an invalid pattern" $n chart --chart 'regex:(' $s/canopy.ncu-rep
exits 3 "a report that is not there" $n chart --svg --chart 1 "$tmp/none.ncu-rep"
echo old >"$tmp/kept.svg"
exits 2 "several, into a file" $n chart --svg -o "$tmp/kept.svg" $s/canopy.ncu-rep
exits 1 "none, into a file" $n chart --svg --chart 99 -o "$tmp/kept.svg" $s/canopy.ncu-rep
exits 3 "a bad report, into a file" $n chart --svg --chart 1 -o "$tmp/kept.svg" Makefile
if [ "$(cat "$tmp/kept.svg")" = old ]; then ok; else fail "-o FILE stays where there is no picture"; fi
# One bad file takes only itself down.
$n chart -c 1 Makefile $s/canopy.ncu-rep >"$tmp/out" 2>/dev/null
code=$?
$n chart -c 1 $s/canopy.ncu-rep >"$tmp/good"
if [ $code -eq 3 ] && cmp -s "$tmp/good" "$tmp/out"; then ok; else fail "a bad report before a good one: exit code $code" "$(cat "$tmp/out")"; fi
# A cut one shows what can be read, and its exit code says so.
head -c $(($(wc -c <$s/canopy.ncu-rep) * 9 / 10)) $s/canopy.ncu-rep >"$tmp/cut.ncu-rep"
says 3 '"damage"' $n chart --json "$tmp/cut.ncu-rep"
# Nobody reads its messages any more: neither is the picture lost, nor does its unfinished file stay.
mkdir "$tmp/pipe"
{
    while [ ! -e "$tmp/closed" ]; do sleep 0.05; done
    $n chart --svg -c 1 --chart 1 -o "$tmp/pipe/x.svg" "$tmp/cut.ncu-rep" 2>&1
    echo $? >"$tmp/code"
} | { exec <&-; : >"$tmp/closed"; }
equal "a closed pipe: exit code" 3 "$(cat "$tmp/code")"
equal "a closed pipe: what is left" x.svg "$(ls "$tmp/pipe")"
has "a closed pipe: the picture is whole" '</svg>' "$tmp/pipe/x.svg"

if ! have python3; then skip "needs python3"
else
    # svgs REPORT OPTION...: every chart of its first result is a document that needs nothing else, and its shapes are those
    # of the page.
    cat >"$tmp/svgs.py" <<'PY'
import json, re, subprocess, sys
import xml.etree.ElementTree as tree
tool, report, options = sys.argv[1], sys.argv[2], sys.argv[3:]
def run(*words):
    return subprocess.run([tool, *words, *options, "-c", "1", report], stdout=subprocess.PIPE, check=False)
charts = json.loads(run("chart", "--json").stdout)[0]["charts"]
page = run("html").stdout.decode()
NS = "{http://www.w3.org/2000/svg}"
shapes = 0
for c in charts:
    done = run("chart", "--svg", "--chart", str(c["chart"]))
    name = f"chart {c['chart']} of {report}"
    assert done.returncode == 0, f"{name}: exit code {done.returncode}"
    text = done.stdout.decode()
    root = tree.fromstring(done.stdout)
    assert root.tag == NS + "svg" and root.get("role") == "img", name
    assert root.find(NS + "title").text and root.find(NS + "desc").text, f"{name}: title and description"
    assert not re.search(r"var\(|url\(|href|@import|system-ui|color: ;|: ;", text), f"{name}: needs something else"
    for e in root.iter():
        assert e.tag.startswith(NS), f"{name}: {e.tag}"
        if e.tag in (NS + "polyline", NS + "path"):
            value = e.get("points") or e.get("d")
            if value in ("M0 8H24", "M0 7H24"): continue
            assert value in page, f"{name}: the page has no {value[:60]}"
            shapes += 1
        if e.tag == NS + "text" and e.text:
            x, y = float(e.get("x")), float(e.get("y"))
            assert -1 <= x <= 1000 and y < 20000, f"{name}: text at {x} {y}"
    width, height = map(float, root.get("viewBox").split()[2:])
    bottom = max([float(e.get("y")) + float(e.get("height")) for e in root.findall(f"{NS}g/{NS}svg")] or [0])
    assert bottom <= height, f"{name}: ends at {bottom}, and the picture at {height}"
print(len(charts), shapes)
PY
    svgs() {
        svgs_out=$(python3 "$tmp/svgs.py" "$n" "$@" 2>&1)
        if [ $? -eq 0 ] && [ "${svgs_out%% *}" -ge 1 ]; then ok; else fail "charts of $*" "$svgs_out"; fi
    }
    svgs $s/canopy.ncu-rep
    svgs $s/canopy.ncu-rep --section-folder examples/data/samples/sections
    svgs $s/saxpy.ncu-rep --section-folder examples/data/sections
    real=../shared/corpus/ncurep
    if [ -d $real ]; then
        for name in 2020.2.1_rtx3080_iamcoleman_3d528bfb 2024.2.1_t4_armleth_2abc6e23 2026.2.1_rtx5060laptopgpu_abhishek7204_ca437891 2023.1.0_rtx4090_lashi0812_b6420cbf; do
            svgs $real/$name.ncu-rep
        done
    else skip "needs $real"; fi

    # PNG: the size that was asked for, the background that was, and something on it.
    $n chart --png -c 1 --chart 4 --dark --width 640 $s/canopy.ncu-rep >"$tmp/a.png" 2>"$tmp/err"
    code=$?
    if grep -q 'needs librsvg' "$tmp/err" && [ $code -eq 2 ]; then skip "needs librsvg"
    else
        cat >"$tmp/png.py" <<'PY'
import sys
sys.path.insert(0, "tools")
from charts import read_png
with open(sys.argv[1], "rb") as f:
    rows = read_png(f.read())
colors = {c for row in rows for c in row}
print(len(rows[0]), "%02x%02x%02x" % rows[1][1], "drawn" if {(0x6a, 0xa5, 0xff), (0xff, 0x9a, 0x5c)} <= colors and len(colors) > 20 else sorted(colors)[:9])
PY
        got=$(python3 -B "$tmp/png.py" "$tmp/a.png" 2>&1)
        if [ $code -eq 0 ] && [ "$got" = "640 1b1f26 drawn" ]; then ok; else fail "a dark PNG 640 pixels wide" "$code $got" "$(cat "$tmp/err")"; fi
    fi
fi

# Without librsvg: a loader that does not find it.
printf '%s\n' '#define _GNU_SOURCE' '#include <dlfcn.h>' '#include <stddef.h>' '#include <string.h>' 'void *dlopen(const char *name, int how)' '{' \
    '    void *(*next)(const char *, int);' '    *(void **)&next = dlsym(RTLD_NEXT, "dlopen");' \
    '    return name != NULL && strstr(name, "rsvg") != NULL ? NULL : next(name, how);' '}' >"$tmp/without.c"
if ${CC:-cc} -shared -fPIC -o "$tmp/without.so" "$tmp/without.c" 2>/dev/null; then
    LD_PRELOAD=$tmp/without.so "$n" chart --png -c 1 --chart 1 -o "$tmp/kept.svg" $s/canopy.ncu-rep >"$tmp/out" 2>"$tmp/err"
    code=$?
    if [ $code -eq 2 ] && grep -q 'needs librsvg .*--svg does not' "$tmp/err" && [ "$(cat "$tmp/kept.svg")" = old ]; then ok
    else fail "without librsvg: exit code $code" "$(cat "$tmp/err")"; fi
else skip "needs a compiler that makes shared objects"; fi
finish
