"""The source of real reports on the HTML page, in a browser, against ncurep source --json.

    ncurep_browser.py BROWSER TOOL FOLDER REPORT... : prints what failed, then how many checks passed and failed
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from browser import Browser  # noqa: E402

BROWSER, TOOL, FOLDER = sys.argv[1:4]
SAMPLES, EXECUTED = "smsp__pcsamp_sample_count", "inst_executed"
passed = failed = 0

# What a person sees of a list: text of cells by row.
HELPERS = """
var work = document.querySelector('.view.on .work'), box = work && work.closest('.source'), grids = work ? work.querySelectorAll('.grid') : [];
function cells(e) {
  return Array.prototype.map.call(e.children, function (x) {
    return Array.prototype.map.call(x.childNodes, function (n) { return /^(loop|part|label|mem)( |$)/.test(n.className || '') ? '' : n.textContent; }).join('');
  });
}
function rows(i, what) { return Array.prototype.map.call(grids[i].querySelectorAll('.r' + (what || '')), cells); }
function heads(i) { return Array.prototype.map.call(grids[i].querySelectorAll('[role=columnheader]'), function (x) { return x.textContent; }); }
function head(i, text) { return Array.prototype.filter.call(grids[i].querySelectorAll('.head button'), function (b) { return b.textContent === text; })[0]; }
function button(text) { return Array.prototype.filter.call(work.querySelectorAll('button'), function (b) { return b.textContent === text; })[0]; }
function set(e, v) { e.value = v; e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true})); }
function key(e, k, shift) { e.focus(); e.dispatchEvent(new KeyboardEvent('keydown', {key: k, shiftKey: !!shift, bubbles: true, cancelable: true})); }
function mode(i, label) {
  var s = work.querySelectorAll('.pane select')[i], o = Array.prototype.filter.call(s.options, function (x) { return x.textContent === label; })[0];
  set(s, o.value);
}
function click(i, n) { Array.prototype.filter.call(grids[i].querySelectorAll('.r'), function (r) { return r.children[0].textContent === n; })[0].click(); }
function all(i) { /* scrolls through the list */
  var list = [], seen = {}, y;
  for (y = 0; y <= grids[i].scrollHeight; y += grids[i].clientHeight) {
    grids[i].scrollTop = y;
    grids[i].dispatchEvent(new Event('scroll'));
    grids[i].querySelectorAll('.r').forEach(function (r) {
      var n = r.getAttribute('aria-rowindex');
      if (!seen[n]) { seen[n] = true; list.push({cells: cells(r), at: +n, is: r.className}); }
    });
  }
  return list.sort(function (x, y) { return x.at - y.at; });
}
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


class Page:
    def __init__(self, browser, report, kernel):
        self.b, self.report, self.k = browser, report, kernel
        self.path = os.path.join(FOLDER, "page.html")
        tool("html", report, "-o", self.path)
        self.json = {by: json.loads(tool("source", "--json", "--by", by, report))[kernel] for by in ("address", "line", "file", "ptx")}
        self.columns = {c["name"]: c for c in self.json["address"]["columns"]}

    def show(self, anchor):
        self.b.open("about:blank")
        self.b.open(f"file://{self.path}#{anchor}")
        self.b.wait("document.querySelector('.view.on') !== null")

    def run(self, script):
        return self.b.run("(function () {" + HELPERS + script + "}())")

    def same(self, what, want, script):
        got = self.run(script)
        check(f"{os.path.basename(self.report)}: {what}", want == got, f"\n  expected {want}\n  found    {got}")
        return got


def hottest(rows, name=SAMPLES):
    order = [i for i, r in enumerate(rows) if r["counters"].get(name, 0) > 0]
    return sorted(order, key=lambda i: (-rows[i]["counters"][name], i))


def amount(v):
    return f"{v:.6g}" if v % 1 and abs(v) < 99999.5 else f"{v:,.0f}"


def lists(p):
    """What is in the lists, and only in view are they elements."""
    code = p.json["address"]["instructions"]
    p.same("every instruction is a row", str(len(code) + 1), "return grids[grids.length - 1].getAttribute('aria-rowcount')")
    check("few of them are elements", p.run("return work.querySelectorAll('.r').length") < 250)
    got = p.run("return all(grids.length - 1)")
    whole = sum(i["counters"].get(SAMPLES, 0) for i in code)
    check("instructions are in the list", [x["cells"][-1].strip().removeprefix("WRN ").removeprefix("OPT ") for x in got] == [i.get("sass", i["opcode"]) for i in code])
    check("with their offsets", [x["cells"][0] for x in got] == [f"{i['offset']:x}" for i in code])
    check("with their share", [x["cells"][1] for x in got] == [f"{100 * i['counters'].get(SAMPLES, 0) / whole:.1f}%" for i in code])
    check("no message of the browser", not [e for e in p.b.events if e.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")], p.b.events[-3:])


def few(p):
    """Those that matter in this kernel: samples, the three reasons to wait with most samples, executed instructions; of these what has room."""
    code, n = p.json["address"]["instructions"], "grids.length - 1"
    prefix = "smsp__pcsamp_warps_issue_stalled_"
    sums = {c: sum(i["counters"].get(c, 0) for i in code) for c in p.columns if c.startswith(prefix) and not c.endswith("_not_issued") and c != prefix + "selected"}
    best = sorted((c for c in sums if sums[c] > 0), key=lambda c: -sums[c])[:3]
    heads = p.run(f"return heads({n})")
    waits = [h for h in heads if any(c[len(prefix):].startswith(h.split("_")[0]) for c in sums) and h not in ("Share", "Samples", "Live", "")]
    check("the largest reasons to wait", 1 <= len(waits) <= 3 and all(c[len(prefix):].startswith(h.split("_")[0]) for h, c in zip(waits, best)), heads, best)
    check("samples come first", heads[:2] == ["Offset", "Share"] and ("Samples" not in heads or heads[2] == "Samples"), heads)
    check("and the cause", "Cause" in heads, heads)


def notes(p):
    """What the code says: the cause and what it names, arrows there, links both ways, by keys."""
    n = "grids.length - 1"
    at = p.run(f"var x = all({n}), i; for (i = 0; i < x.length; i++) if (/ at [0-9a-f]+$/.test(x[i].cells.join('|').replace(/\\|\\|.*/, ''))) break; return x[i] ? x[i].cells : null")
    if at is None:
        return
    by = next(c for c in at if " at " in c).split(" at ")[1].lstrip("0") or "0"
    p.show(f"k{p.k}-I{at[0]}")
    check("arrows to what it waits for", p.run("return grids[grids.length - 1].querySelectorAll('.arrows .needs').length") > 0)
    check("the details link there", p.run(f"return Array.prototype.some.call(work.querySelectorAll('.says-row .link'), function (b) {{ return b.textContent.replace(/^0*([0-9a-f]+) .*/, '$1') === '{by}'; }})"))
    said = p.run("var x = work.querySelector('.says-row .by'); return [x.querySelectorAll('.link').length, x.textContent]")
    check("with something between them", said[1].count("; ") >= said[0] - 1 and "  " not in said[1], said)
    p.same("brackets of loops come before all else", 0, f"return grids[{n}].querySelectorAll('.r .c em + .loop').length")
    p.same("a key goes there", by, f"key(grids[{n}], 'w'); return rows({n}, '.sel')[0][0]")
    check("and from there back", p.run("return grids[grids.length - 1].querySelectorAll('.arrows .waiters').length") > 0)
    p.show(f"k{p.k}-I{at[0]}")
    p.run("var b = Array.prototype.filter.call(work.querySelectorAll('.says-row .link'), function (b) { return b.textContent.replace(/^0*([0-9a-f]+) .*/, '$1') === '" + by + "'; })[0]; b.click()")
    p.same("so does the link", by, f"return rows({n}, '.sel')[0][0]")


def columns(p):
    """Columns are chosen one by one, or as the sections show them; heat is any of them."""
    code, n = p.json["address"]["instructions"], "grids.length - 1"
    few(p)
    choose = ("work.querySelector('.cols').open = true; work.querySelectorAll('.cols input').forEach(function (x) {"
              " if (x.parentNode.textContent.trim() === 'Instructions Executed') x.click(); })")
    p.run(choose)
    p.same("a column that is not chosen", False, f"return heads({n}).indexOf('Executed') >= 0 || heads({n}).indexOf('Instructions Executed') >= 0")
    p.run(choose)
    got = p.run(f"return {{heads: heads({n}), rows: all({n}).slice(0, 40)}}")
    check("a column that is chosen", "Instructions Executed" in got["heads"], got["heads"])
    at = got["heads"].index("Instructions Executed") if "Instructions Executed" in got["heads"] else 0
    check("its values", [r["cells"][at] for r in got["rows"]] == [amount(i["counters"].get(EXECUTED, 0)) for i in code[:40]], got["rows"][:3])
    p.run("button('As the sections show them').click()")
    shown = [c for c in p.json["address"]["columns"] if c["shown"] and any(c["name"] in i["counters"] for i in code)]
    heads = p.run(f"return heads({n})")
    extra = ["Offset", "Share", "Waits for", "Live", "Cause", "", "Instruction"]
    check("columns of the sections", len([h for h in heads if h not in extra]) == len(shown), len(shown), heads)
    for c in shown:
        if c["label"] and not c["label"].startswith("smsp__"):
            check("label " + c["label"], c["label"] in heads or c["name"] in (SAMPLES, EXECUTED), heads)
    want = [c["label"] for c in shown if c["label"] and not c["label"].startswith("smsp__")]
    own = [h for h in heads if h in want]
    check("in their order", own == want, own, want)
    p.run("button('Few').click()")
    # Heat on executed instructions: the next hottest is that of this column.
    p.run("var s = work.querySelector('.tools select'); set(s, Array.prototype.filter.call(s.options, function (o) { return o.textContent === 'Instructions Executed'; })[0].value)")
    p.run(f"grids[{n}].focus()")
    top = hottest(code, EXECUTED)
    for i in top[:3]:
        p.same("the next hottest by executed instructions", f"{code[i]['offset']:x}", f"key(grids[{n}], 'n'); return rows({n}, '.sel')[0][0]")
    p.run("var s = work.querySelector('.tools select'); set(s, Array.prototype.filter.call(s.options, function (o) { return o.textContent === 'Samples'; })[0].value)")


def order(p):
    """Sorting by a click on a heading, there and back."""
    code, n = p.json["address"]["instructions"], "grids.length - 1"
    best = hottest(code)
    p.same("largest first", [f"{code[i]['offset']:x}" for i in best[:10]], f"head({n}, 'Share').click(); return rows({n}).slice(0, 10).map(function (x) {{ return x[0]; }})")
    p.same("said to be sorted", "descending", f"return head({n}, 'Share').parentNode.getAttribute('aria-sort')")
    p.run(f"head({n}, 'Share').click()")
    p.same("smallest first", "0.0%" if len(best) < len(code) else None, f"return rows({n})[0][1]")
    p.same("by address again", ["0", "10"], f"head({n}, 'Offset').click(); return rows({n}).slice(0, 2).map(function (x) {{ return x[0]; }})")


def search(p):
    code, n = p.json["address"]["instructions"], "grids.length - 1"
    word = code[len(code) // 2]["sass"].split()[0].lower()
    want = [i for i, x in enumerate(code) if word in x.get("sass", "").lower()]
    p.run(f"grids[{n}].focus()")
    p.same("how many have it", f"{len(want)} of {len(code)} rows", f"var s = work.querySelector('input[type=search]'); set(s, {json.dumps(word)}); return work.querySelector('output').textContent")
    # From the row that is chosen on, and around.
    p.run(f"click({n}, rows({n})[0][0])")
    at = int(p.run(f"return grids[{n}].querySelector('.sel').getAttribute('aria-rowindex')")) - 2
    later = [i for i in want if i > at] + want
    for i in later[:2]:
        p.same("the next that has it", f"{code[i]['offset']:x}", f"var s = work.querySelector('input[type=search]'); key(s, 'Enter'); return rows({n}, '.sel')[0][0]")
    p.run("set(work.querySelector('input[type=search]'), '')")


def hot(p):
    code, n = p.json["address"]["instructions"], "grids.length - 1"
    p.show(f"k{p.k}src")
    p.run(f"grids[{n}].focus()")
    best = hottest(code)
    for i in best[:3]:
        p.same("the next hottest", f"{code[i]['offset']:x}", f"button('Next hottest').click(); return rows({n}, '.sel')[0][0]")
    p.same("the one before", f"{code[best[1]]['offset']:x}", f"key(grids[{n}], 'N', true); return rows({n}, '.sel')[0][0]")
    p.same("the address is that of the row", True, f"return location.hash.indexOf('#k{p.k}-I{code[best[1]]['offset']:x}') === 0")
    # The address again, as a reload would have it.
    anchor = p.run("return location.hash.slice(1)")
    p.show(anchor)
    p.same("after a reload", f"{code[best[1]]['offset']:x}", "return rows(grids.length - 1, '.sel')[0][0]")
    p.same("the row is in view", True, "var g = grids[grids.length - 1].getBoundingClientRect(), r = grids[grids.length - 1].querySelector('.sel').getBoundingClientRect(); return r.top >= g.top && r.bottom <= g.bottom && g.top < innerHeight")


def marks(p):
    """A line marks its instructions, an instruction its lines; PTX the same."""
    code, files = p.json["address"]["instructions"], p.json["file"]["lines"]
    p.show(f"k{p.k}src")
    name = p.run("return work.querySelector('.pane select').selectedOptions[0].textContent")
    lines = [r for r in files if r.get("file") == name and r["counters"].get(SAMPLES, 0) > 0]
    line = max(lines, key=lambda r: r["counters"][SAMPLES])["line"]
    anchor = f"k{p.k}-L{line}"
    p.show(anchor)
    p.same("the line of an address", str(line), "return rows(0, '.sel')[0][0]")
    want = [f"{i['offset']:x}" for i in code if any(s["file"].rsplit("/", 1)[-1] == name and s["line"] == line for s in i.get("source", []))]
    p.same("one of them is in view", True, "var g = grids[1].getBoundingClientRect(); return Array.prototype.some.call(grids[1].querySelectorAll('.on'), function (r) {"
           " var b = r.getBoundingClientRect(); return b.top >= g.top && b.bottom <= g.bottom; })")
    p.same("instructions of a line", want, "return all(1).filter(function (x) { return / on/.test(x.is); }).map(function (x) { return x.cells[0]; })")
    p.run("mode(1, 'PTX')")
    ptx = sorted({i["ptx"] for i in code if f"{i['offset']:x}" in want and "ptx" in i})
    p.same("PTX of a line", [str(x) for x in ptx], "return all(1).filter(function (x) { return / on/.test(x.is); }).map(function (x) { return x.cells[0]; })")
    p.run("mode(1, 'SASS')")
    # The reverse.
    one = next(i for i in code if f"{i['offset']:x}" == want[len(want) // 2])
    p.show(f"k{p.k}-I{one['offset']:x}")
    back = sorted({s["line"] for s in one["source"] if s["file"].rsplit("/", 1)[-1] == name})
    p.same("lines of an instruction", [str(x) for x in back], "return all(0).filter(function (x) { return / on/.test(x.is); }).map(function (x) { return x.cells[0]; })")
    # Under the pointer, without a click.
    p.show(f"k{p.k}-L{line}")
    other = p.run("var r = grids[1].querySelector('.r.on'); r.dispatchEvent(new MouseEvent('mouseover', {bubbles: true})); return rows(0, '.over').map(function (x) { return x[0]; })")
    check("under the pointer", str(line) in other, other)
    # Values of lines, self and with what is inlined.
    p.show(f"k{p.k}src")
    whole = sum(i["counters"].get(SAMPLES, 0) for i in code)
    shown = {x["cells"][0]: x["cells"][1] for x in p.run("return all(0)")}
    own = [r for r in files if r.get("file") == name and (r["instruction_count"] > 0 or r["counters"])]
    check("shares of lines", all(shown[str(r["line"])] == f"{100 * r['counters'].get(SAMPLES, 0) / whole:.1f}%" for r in own), name)
    check("the whole file", len(shown) == len([r for r in files if r.get("file") == name]), len(shown))
    if p.run("return !!work.querySelector('.tools input[type=checkbox]')"):
        p.run("work.querySelector('.tools > label > input[type=checkbox]').click()")
        shown = {x["cells"][0]: x["cells"][1] for x in p.run("return all(0)")}
        check("shares without inlined code", all(shown[str(r["line"])] == f"{100 * r['self'].get(SAMPLES, 0) / whole:.1f}%" for r in own), name)
        p.run("work.querySelector('.tools > label > input[type=checkbox]').click()")


def folds(p):
    """Inlined code below the line that calls it."""
    rows = p.json["line"]["lines"]
    calls = [i for i, r in enumerate(rows) if "inlined_into" not in r and any(x.get("inlined_into") == i for x in rows)]
    name = p.run("return work.querySelector('.pane select').selectedOptions[0].textContent")
    at = next((i for i in calls if rows[i]["file"] == name), None)
    if at is None:
        return
    same = [i for i, r in enumerate(rows) if "inlined_into" not in r and r["file"] == name and r["line"] == rows[at]["line"]]
    kids = [r for r in rows if r.get("inlined_into") in same]
    p.show(f"k{p.k}-L{rows[at]['line']}")
    before = int(p.run("return grids[0].getAttribute('aria-rowcount')"))
    p.same("shut at first", "false", "return grids[0].querySelector('.sel').getAttribute('aria-expanded')")
    p.same("opened by a key", before + len(kids), "key(grids[0], 'ArrowRight'); return +grids[0].getAttribute('aria-rowcount')")
    p.same("its rows are a level lower", "2", "return grids[0].querySelector('.sel').nextSibling.getAttribute('aria-level')")
    p.same("the next row by a key", True, f"key(grids[0], 'ArrowDown'); return grids[0].querySelector('.sel').textContent.indexOf({json.dumps(kids[0]['file'] + ':' + str(kids[0]['line']))}) >= 0")
    p.run("key(grids[0], 'ArrowUp')")
    p.same("and shut", before, "key(grids[0], 'ArrowLeft'); return +grids[0].getAttribute('aria-rowcount')")


def access(p):
    """Names and roles; nothing off a narrow screen; paper."""
    p.show(f"k{p.k}src")
    p.run("key(grids[0], 'ArrowDown')")
    p.same("the row that a screen reader follows", True, "var id = grids[0].getAttribute('aria-activedescendant'); return !!id && document.getElementById(id).getAttribute('aria-selected') === 'true'")
    nodes = p.b.call("Accessibility.getFullAXTree")["nodes"]
    bare = [n["role"]["value"] for n in nodes if not n.get("ignored") and n["role"]["value"] in ("button", "combobox", "checkbox", "searchbox", "treegrid", "grid", "link")
            and not n.get("name", {}).get("value")]
    check("all that can be used has a name", not bare, bare)
    p.b.call("Emulation.setDeviceMetricsOverride", width=400, height=800, deviceScaleFactor=1, mobile=False)
    p.show(f"k{p.k}src")
    check("the cause is there on a narrow screen", "Cause" in p.run("return heads(grids.length - 1)"), p.run("return heads(grids.length - 1)"))
    p.same("nothing is off a narrow screen", [400, []], "return [Math.max(400, document.documentElement.scrollWidth), Array.prototype.filter.call(work.querySelectorAll('*'),"
           " function (e) { var b = e.getBoundingClientRect(); return b.width > 0 && b.right > 400.5; }).map(function (e) { return e.className; })]")
    p.b.call("Emulation.clearDeviceMetricsOverride")
    p.b.call("Emulation.setEmulatedMedia", media="print")
    p.same("paper has the hottest rows", ["none", True], "return [getComputedStyle(work).display, box.querySelectorAll('.hot tr').length > 1 && box.querySelector('.hot').getBoundingClientRect().height > 0]")
    p.b.call("Emulation.setEmulatedMedia", media="")


def main():
    browser = Browser(BROWSER, 1400, 900)
    try:
        browser.call("Accessibility.enable")
        for number, report in enumerate(sys.argv[4:]):
            p = Page(browser, report, 0)
            p.show("k0")
            p.same("nothing is made before it is seen", None, "return work && work.className")
            p.show("k0src")
            p.b.wait("!!document.querySelector('.view.on .work') && document.querySelector('.view.on .calc').childNodes.length > 0", 5)
            top = p.b.run("document.getElementById('k0src').getBoundingClientRect().top")
            check("its heading is in view, whatever grows above it", 0 <= top < 150, top)
            check("it is made when it is seen", browser.wait("!!document.querySelector('.view.on .work')", 5))
            lists(p)
            columns(p)
            notes(p)
            p.show("k0src")
            order(p)
            search(p)
            hot(p)
            if any("source" in i for i in p.json["address"]["instructions"]):
                marks(p)
                folds(p)
            access(p)
            if number == 0:
                link = p.b.run("(document.querySelector('.says a[href^=\"#k0-\"]') || {hash: ''}).hash.slice(1)")
                if link:
                    p.show(link)
                    p.same("what a rule names", 1, "return rows(0, '.sel').length + rows(1, '.sel').length")
    finally:
        browser.close()
    print(passed, "passed,", failed, "failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
