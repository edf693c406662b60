"""Figures on the source page of the HTML page, read in a browser, against ncurep source --json; none of them is clipped,
and none of the whole page is broken.

    ncurep_figures.py BROWSER TOOL FOLDER REPORT... : prints what failed, then how many checks passed and failed
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from browser import Browser  # noqa: E402
from cells import BROKEN  # noqa: E402

BROWSER, TOOL, FOLDER = sys.argv[1:4]
SAMPLES = "smsp__pcsamp_sample_count"
passed = failed = 0

# Rows of both lists, scrolled through: what is in each cell, by its column.
READ = """
var work = document.querySelector('.view.on .work'), out = [];
work.querySelectorAll('.grid').forEach(function (g) {
  var rows = {}, y, columns = Array.prototype.map.call(g.querySelectorAll('[role=columnheader]'), function (x) { return (/\\(([^ ]+)\\)$/.exec(x.title) || [0, x.textContent])[1]; });
  for (y = 0; y <= g.scrollHeight; y += g.clientHeight) {
    g.scrollTop = y;
    g.dispatchEvent(new Event('scroll'));
    g.querySelectorAll('.r').forEach(function (r) { rows[r.getAttribute('aria-rowindex')] = Array.prototype.map.call(r.children, function (x) { return x.textContent; }); });
  }
  out.push({columns: columns, rows: Object.keys(rows).map(Number).sort(function (a, b) { return a - b; }).map(function (k) { return rows[k]; })});
});
return out;
"""
# Cells with a figure whose text is wider than the cell, or that reach out of the list.
CLIPPED = """
var out = [], seen = 0;
document.querySelectorAll('.view.on .work .grid').forEach(function (g) {
  var box = g.getBoundingClientRect();
  g.querySelectorAll('.r > span:not(.t):not(.side-by)').forEach(function (x) {
    var r = document.createRange(), b, c = x.getBoundingClientRect();
    if (!x.textContent) return;
    seen++;
    r.selectNodeContents(x);
    b = r.getBoundingClientRect();
    if (b.left < c.left - .5 || b.right > c.right + .5 || b.left < box.left - .5 || b.right > box.right + .5) out.push(x.textContent);
  });
});
return [seen, out.slice(0, 5)];
"""


def check(what, ok, *more):
    global passed, failed
    if ok:
        passed += 1
    else:
        failed += 1
        print("FAILED", what, *[str(m)[:600] for m in more])


def tool(*args):
    return subprocess.run([TOOL, *args], capture_output=True, text=True, check=False).stdout


def shown(v):
    """One rule: whole figures with all digits, others with six."""
    return f"{v:.6g}" if v % 1 and abs(v) < 99999.5 else f"{v:,.0f}"


def compare(report, list_, rows, key):
    """How many figures of a list are those of the JSON."""
    n = 0
    names = {c for c in list_["columns"] if "__" in c or c == "inst_executed"}
    for cells in list_["rows"]:
        own = rows.get(cells[0])
        if own is None:
            continue
        for column, cell in zip(list_["columns"], cells):
            if column not in names or cell == "" and column not in own:
                continue
            check(f"{report}: {key} {cells[0]} {column}", cell.replace("\u2212", "-") == shown(own.get(column, 0)), cell, own.get(column, 0))
            n += 1
    return n


# What is said of the chosen instruction: offsets and samples of what it waits for, offsets of what waits for it.
SAID = """
var say = document.querySelector('.view.on .says-row'), links = [[], []];
say.querySelectorAll('.by').forEach(function (x) {
  var back = x.textContent.indexOf('waited for by') === 0;
  if (back || x.textContent.indexOf('waits for') === 0) x.querySelectorAll('button').forEach(function (y) { links[+back].push([y.textContent.split(' ')[0], y.nextSibling ? y.nextSibling.data : '']); });
});
return links;
"""


def waits(b, report, code):
    """The waits of the instructions with most samples, as the page says them, against waits_for and waited_for_by."""
    n = 0
    hottest = sorted((i for i in code if i["waits_for"] or i["waited_for_by"]), key=lambda i: -i["counters"].get(SAMPLES, 0))[:12]
    for i in hottest:
        b.run(f"location.hash = '#k' + document.querySelector('.view.on .source').getAttribute('data-k').slice(1) + '-I{i['offset']:x}'; null")
        b.wait(f"document.querySelector('.view.on .says-row b').textContent === 'Instruction {i['offset']:x}'")
        to, back = b.run("(function () {" + SAID + "}())")
        others = [w for w in i["waits_for"] if w["offset"] != i["offset"]]
        largest = sorted(i["waits_for"], key=lambda w: -w["samples"])[:4]
        want = [(f"{w['offset']:04x}", f"({w['samples']:,.0f})") for w in largest if w["offset"] != i["offset"]]
        got = [(x[0], x[1].strip().split(" ")[-1]) for x in to if "(" in x[1]]
        check(f"{report}: {i['offset']:x} waits for", sorted(got) == sorted(want), got, want)
        check(f"{report}: {i['offset']:x} sets", {x[0] for x in to} <= {f"{o:04x}" for o in i["barriers_set_by"] + [w["offset"] for w in others]}, to)
        check(f"{report}: {i['offset']:x} is waited for by", {x[0] for x in back} >= {f"{w['offset']:04x}" for w in i["waited_for_by"]} or len(back) == 8, back, i["waited_for_by"])
        n += len(got) + len(back)
    return n


def against(b, before, now):
    """The column of differences, and what is gone, of a page with a baseline."""
    pair = ["--match", "order", "--baseline", before]
    tool("html", now, *pair, "-o", os.path.join(FOLDER, "page.html"))
    code = json.loads(tool("source", "--json", *pair, now))[0]
    file = json.loads(tool("source", "--json", "--by", "file", *pair, now))[0]
    b.call("Emulation.setDeviceMetricsOverride", width=1440, height=900, deviceScaleFactor=1, mobile=False)
    b.open("about:blank")
    b.open(f"file://{FOLDER}/page.html#k{code['result']}src")
    b.wait("!!document.querySelector('.view.on .work')")
    lists = b.run("(function () {" + READ + "}())")
    name = b.run("document.querySelector('.view.on .pane select').selectedOptions[0].textContent")
    of_file = [r for r in file["lines"] if r.get("file") == name and "line" in r]
    n = 0
    for list_, rows, gone, place in ((lists[-1], code["instructions"], code["gone"], lambda r: f"{r['offset']:x}"),
                                     (lists[0], of_file, [r for r in file["gone"] if r.get("file") == name], lambda r: str(r["line"]))):
        column = next((k for k, c in enumerate(list_["columns"]) if c.startswith("Diff")), None)
        check(f"{now}: there are differences", column is not None, list_["columns"])
        want = {}
        for r in rows:
            v = r["differences"].get(SAMPLES, 0)
            text = "new" if r["before"] is None else "" if v == 0 else ("+" if v > 0 else "") + shown(v)
            want.setdefault(place(r), []).append("" if r["before"] is None and not r.get("instruction_count", 1) and not r["counters"] else text)
        for r in gone:
            v = r["counters"].get(SAMPLES, 0)
            want.setdefault(place(r), []).append(shown(-v) if v else "")
        for cells in list_["rows"]:
            check(f"{now}: difference at {cells[0]}", cells[column] in want.get(cells[0], []), cells, want.get(cells[0]))
            n += cells[column] != ""
        check(f"{now}: no row is missing", len(list_["rows"]) == sum(map(len, want.values())), len(list_["rows"]), sum(map(len, want.values())))
    check(f"{now}: many differ", n > 100, n)
    for width in (400, 1024, 1240, 1440):
        b.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        b.open("about:blank")
        b.open(f"file://{FOLDER}/page.html#k{code['result']}src")
        b.wait("!!document.querySelector('.view.on .work')")
        seen, cut = b.run("(function () {" + CLIPPED + "}())")
        check(f"{now}: no figure against a baseline is clipped at {width}", seen > 20 and not cut, seen, cut)
        room, heads = b.run("var x = document.querySelectorAll('.view.on .grid'); [Math.min.apply(null, Array.prototype.map.call(x, function (g) { return g.querySelector('.r .c').clientWidth; })),"
                            " Array.prototype.map.call(x, function (g) { return g.querySelector('.head').textContent; })]")
        check(f"{now}: code has room at {width}", room >= (150 if width == 1240 else 220), room)
        check(f"{now}: differences are there at {width}, and causes where both have room", all("Diff" in h and ("Cause" in h or width == 400) for h in heads), heads)


def figures(b, report, kernel):
    code = json.loads(tool("source", "--json", "--by", "address", report))[kernel]["instructions"]
    files = json.loads(tool("source", "--json", "--by", "file", report))[kernel]["lines"]
    functions = {i.get("function") for i in code}
    instructions = {f"{i['offset']:x}": i["counters"] for i in code} if len(functions) == 1 else {}
    n = 0
    for which in (None, "all"):  # the columns that matter, then all of them
        b.open("about:blank")
        b.open(f"file://{FOLDER}/page.html#k{kernel}src")
        b.wait("!!document.querySelector('.view.on .work')")
        if which:
            b.run("Array.prototype.filter.call(document.querySelectorAll('.view.on .cols > button'), function (x) { return x.textContent === 'All'; })[0].click()")
        lists = b.run("(function () {" + READ + "}())")
        name = b.run("document.querySelector('.view.on .pane select').selectedOptions[0].textContent")
        n += compare(report, lists[-1], instructions, "instruction")
        if len(lists) > 1:
            n += compare(report, lists[0], {str(r["line"]): r["counters"] for r in files if r.get("file") == name and "line" in r}, "line")
    n += waits(b, report, code) if instructions else 0
    heads = "document.querySelectorAll('.view.on .pane:last-child [role=columnheader]').length"
    before = b.run(heads)
    b.open("about:blank")
    b.open(f"file://{FOLDER}/page.html#k{kernel}src")
    b.wait("!!document.querySelector('.view.on .work')")
    check(f"{report}: the choice of columns is kept", b.run(heads) == before, before)
    b.run("sessionStorage.clear()")
    return n


def main():
    browser = Browser(BROWSER, 1440, 900)
    total = 0
    try:
        for report in sys.argv[4:]:
            if "=" in report:
                against(browser, *report.split("="))
                continue
            tool("html", report, "-o", os.path.join(FOLDER, "page.html"))
            kernel = next((k for k, r in enumerate(json.loads(tool("source", "--json", report))) if any(SAMPLES in i["counters"] for i in r["instructions"])), None)
            check(f"{report} has samples", kernel is not None)
            browser.call("Emulation.setDeviceMetricsOverride", width=1440, height=900, deviceScaleFactor=1, mobile=False)
            n = figures(browser, report, kernel)
            check(f"{report}: figures were read", n > 0)
            total += n
            for width in (400, 1024, 1440):
                browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
                browser.open("about:blank")
                browser.open(f"file://{FOLDER}/page.html#k{kernel}src")
                browser.wait("!!document.querySelector('.view.on .work')")
                for most in (False, True):  # where they are widest, too
                    if most:
                        browser.run("document.querySelectorAll('.view.on .grid').forEach(function (g) { Array.prototype.filter.call(g.querySelectorAll('.head button'),"
                                    " function (x) { return x.textContent === 'Samples' || x.textContent === 'Share'; })[0].click(); })")
                    seen, cut = browser.run("(function () {" + CLIPPED + "}())")
                    check(f"{report}: no figure is clipped at {width}", seen > 20 and not cut, seen, cut)
                browser.run("document.documentElement.classList.add('all')")
                seen, cut = browser.run(BROKEN % "document")
                browser.run("document.documentElement.classList.remove('all')")
                check(f"{report}: no figure goes on in another line at {width}", seen > 100 and not cut, seen, cut)
    finally:
        browser.close()
    check("200 figures", total >= 200, total)
    print(passed, "passed,", failed, "failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
