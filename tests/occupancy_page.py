"""The occupancy calculator of the HTML page against what the profiler reckoned itself: the limits of the launch, and its curves over block
sizes, registers and shared memory.

    occupancy_page.py BROWSER TOOL FOLDER REPORT... : counts as the other tests do
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import start  # noqa: E402

passed = failed = 0
# Types values into a field one after the other; what the table says of active warps.
TYPE = """(function (at, values) {
    var box = document.querySelector('#k0 .calc'), x = box.querySelectorAll('input')[at], was = x.value, out = values.map(function (v) {
        x.value = v;
        x.dispatchEvent(new Event('input'));
        return parseInt(Array.prototype.filter.call(box.querySelectorAll('tr'), function (r) { return r.cells[0].textContent === 'Active warps an SM'; })[0].cells[1].textContent, 10);
    });
    x.value = was;
    x.dispatchEvent(new Event('input'));
    return out;
}(%d, %s))"""
ROWS = """Array.prototype.map.call(document.querySelectorAll('#k0 .calc tr'), function (r) { return Array.prototype.map.call(r.cells, function (c) { return c.textContent; }); })"""


def check(ok, what, found=""):
    global passed, failed
    if ok:
        passed += 1
    else:
        failed += 1
        print("FAILED", what)
        print(str(found)[:600])


def main(program, tool, work, reports):
    browser, points = start(program), 0
    try:
        for report in reports:
            name, page = os.path.basename(report), os.path.join(os.path.abspath(work), f"occupancy_{reports.index(report)}.html")
            subprocess.run([tool, "html", "-c", "1", report, "-o", page], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            raw = subprocess.run([tool, "raw", "--json", "--exact", "--print-metric-instances", "details", "-c", "1", "--metrics", "launch__*", report],
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
            metrics = {m["name"]: m for m in json.loads(raw)[0]["results"][0]["metrics"]}
            browser.open("file://" + page + "#k0o")
            if not browser.wait("document.querySelector('#k0 .calc input') !== null"):
                check(False, f"{name}: there is a calculator")
                continue
            rows = {r[0].replace(", the limit", ""): r[1:] for r in browser.run(ROWS)}
            for row, metric in (("blocks", "blocks"), ("warps", "warps"), ("registers", "registers"), ("shared memory", "shared_mem")):
                said = rows.get("Blocks an SM by " + row, ["none"])[0]
                if said != "none":
                    check(said == str(int(metrics["launch__occupancy_limit_" + metric]["value"])), f"{name}: the limit by {row}", (said, metrics["launch__occupancy_limit_" + metric]["value"]))
            waves = metrics["launch__waves_per_multiprocessor"]["value"]
            check(abs(float(rows["Waves of the same number of threads"][0]) - waves) < 0.006, f"{name}: waves", (rows, waves))
            driver = int(metrics.get("launch__shared_mem_per_block_driver", {}).get("value") or 0)
            for at, curve in enumerate(("block_size", "register_count", "shared_mem_size")):
                pairs = metrics["launch__occupancy_per_" + curve].get("instances", [])
                # Of shared memory the profiler counts what the driver takes, and stops where a kernel has to ask for more.
                pairs = [p for p in pairs if p[0] > (driver if at == 2 else 0) and (at < 2 or p[0] <= 49152)][::4]
                if at == 2 and rows.get("Blocks an SM by shared memory", ["none"])[0] == "none":
                    continue  # nothing tells with how much of it this version reckons
                found = browser.run(TYPE % (at, json.dumps([p[0] - (driver if at == 2 else 0) for p in pairs])))
                points += len(pairs)
                check(found == [p[1] for p in pairs], f"{name}: the curve over {curve}", [(p, f) for p, f in zip(pairs, found) if p[1] != f][:5])
            check(browser.run("document.querySelectorAll('#k0 .calc svg polyline').length") == 3, f"{name}: three curves")
            browser.run("(function (x) { x.value = 99999; x.dispatchEvent(new Event('input')); }(document.querySelector('#k0 .calc input')))")
            check(browser.run("/^Such a launch fails: a block has at most 1024 threads/.test(document.querySelector('#k0 .calc [role=status]').textContent)"), f"{name}: what cannot be launched is said")
            browser.run("document.querySelector('#k0 .calc button').click()")
            check({r[0].replace(", the limit", ""): r[1:] for r in browser.run(ROWS)} == rows, f"{name}: back to the launch")
            check(browser.nameless() == [], f"{name}: every field has a name", browser.nameless()[:2])
    finally:
        browser.close()
    check(points > 100, "points of curves are compared", points)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]))
