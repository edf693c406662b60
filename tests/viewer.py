"""The viewer in a browser: real files through its file input, its pages against those of the tool, and nothing on its network.

    viewer.py BROWSER PAGE TOOL MUTANTS REPORT... : counts as the other tests do; with 100 mutants and more also a report of 500 MB
"""
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import start  # noqa: E402
from cells import BROKEN, CELLS_CLIPPED, ROWS, cells_of, is_shown  # noqa: E402

PAGE = "document.getElementById('page').contentDocument"
CURRENT = "document.querySelector('#reports [aria-current]')"
passed = failed = 0
skips = []


def check(ok, what, found=""):
    global passed, failed
    if ok:
        passed += 1
    else:
        failed += 1
        print("FAILED", what)
        if found != "":
            print(str(found)[:1000])
    return ok


def shown(browser, name):
    """Waits until the page of a report is there."""
    return browser.wait(f"{CURRENT} && {CURRENT}.textContent === {json.dumps(name)} && (function (p) {{ return !p.hidden && "
                        f"p.title === {json.dumps(name)} && !p.hasAttribute('aria-busy') && p.contentDocument.getElementById('kernels') !== null; }}"
                        "(document.getElementById('page')))", 20)


def close_all(browser):
    """Closes each report, since leaving open ones asks."""
    for left in range(browser.run("document.querySelectorAll('#reports button').length") - 1, -1, -1):
        browser.run("document.getElementById('close').click()")
        browser.wait(f"document.querySelectorAll('#reports button').length === {left}")


def close_quickly(browser, reports):
    """Closes reports while the lists of the others are still asked for."""
    browser.choose("#files", reports)
    browser.wait(f"document.querySelectorAll('#reports button').length === {len(reports)}")
    shown(browser, os.path.basename(reports[-1]))
    for left in range(len(reports) - 1, -1, -1):
        browser.run("[1, 2].forEach(function () { document.getElementById('close').click(); })")
        check(browser.wait(f"document.querySelectorAll('#reports button').length === {left}"), "two clicks at once close one report",
              browser.run("document.querySelectorAll('#reports button').length"))
        browser.wait("document.getElementById('close').offsetHeight > 0")
    check(browser.errors() == [], "closing while pages are made is no error", browser.errors()[:2])


def said(browser):
    return browser.run("document.getElementById('said').textContent")


# The text of each view, whitespace as one space, and the data of its source with the text of each file in place of its number.
VIEWS = """(function (d) {
    return Array.prototype.map.call(d.querySelectorAll('.view'), function (v) {
        var c = v.cloneNode(true);
        Array.prototype.forEach.call(c.querySelectorAll('.work, .data, .calc, pre[id^=t]'), function (x) { x.parentNode.removeChild(x); });
        return v.id + ' ' + c.textContent.replace(/\\s+/g, ' ') + Array.prototype.map.call(v.querySelectorAll('.data'), function (x) {
            var data = JSON.parse(x.textContent);
            data.files.forEach(function (f) { if (f[2] >= 0) f[2] = d.getElementById('t' + f[2]).textContent; });
            return JSON.stringify(data);
        }).join(' ');
    });
}(%s))"""


def views_of_tool(browser, tool, *arguments):
    """What the browser makes of the tool's page, everything on one page."""
    with tempfile.NamedTemporaryFile(suffix=".html") as f:
        subprocess.run([tool, "html", *arguments, "-o", f.name], check=True, stdout=subprocess.DEVNULL)
        browser.open("file://" + f.name)
        browser.run("location.hash = '#all'")
        browser.wait("document.documentElement.className === 'js all'")
        return browser.run(VIEWS % "document")


def views_of_page(browser, at, more=""):
    """All of a page; the question before many kernels is answered."""
    drawn = f"{PAGE}.documentElement.className === 'js all' && location.hash === '#r{at}/all{more}' && !document.getElementById('page').hasAttribute('aria-busy')"
    browser.run(f"location.hash = '#r{at}/all{more}'")
    browser.wait(f"document.querySelector('#said button') || {drawn}", 60)
    if browser.run("document.querySelector('#said button') !== null"):
        browser.run("document.querySelector('#said button').click()")
        browser.wait(f"document.querySelector('#said button') === null && {drawn}", 60)
    return browser.run(VIEWS % PAGE)


def different(a, b):
    """The first views that differ, for the log."""
    return [(x[:60], y[:60]) for x, y in zip(a, b) if x != y][:2] or f"{len(a)} and {len(b)} views"


def answers(browser, path, words):
    """A file that is not a whole report gets a message."""
    browser.choose("#files", [path])
    ok = browser.wait(f"/{words}/.test(document.getElementById('said').textContent)", 30)
    check(ok, f"{path} is answered with \"{words}\"", said(browser))


def choose_kernel(browser, value):
    browser.run(f"(function (b) {{ b.value = {json.dumps(value)}; b.dispatchEvent(new Event('change')); }}(document.getElementById('base')))")


def source(browser, tool, reports):
    """The source is that of the page: a button and the address lead there, and so do addresses of former viewers."""
    best = None
    for r in reports:
        out = subprocess.run([tool, "source", "--json", r], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        for x in json.loads(out or "[]"):
            if any(i["counters"] for i in x["instructions"]) and (best is None or len(x["instructions"]) > len(best[1]["instructions"])):
                best = (r, x)
    if not check(best is not None, "a report has counted code"):
        return
    report, result = best
    browser.choose("#files", [report])
    shown(browser, os.path.basename(report))
    at = browser.run("document.querySelectorAll('#reports button').length - 1")
    address, work = f"#r{at}/k{result['result']}", PAGE + ".querySelector('.view.on .work')"
    browser.run(f"location.hash = '{address}'")
    browser.wait(f"{PAGE} && {PAGE}.getElementById('k{result['result']}')", 30)
    browser.run("document.querySelector('#views [data-view=source]').click()")
    check(browser.wait(f"location.hash === '{address}src' && {work} && document.querySelector('#views [data-view=source]').getAttribute('aria-pressed') === 'true'", 30),
          "a button leads to the source of the page", browser.run("location.hash"))
    count = f"{work} && Array.prototype.slice.call({work}.querySelectorAll('.grid')).pop().getAttribute('aria-rowcount')"
    check(browser.run(count) == str(len(result["instructions"]) + 1), "all instructions are there", browser.run(count))
    check(browser.run("document.getElementById('panel').hidden"), "in the page, not beside it")
    line = next((x["source"][x.get("shown", 0)]["line"] for x in result["instructions"] if x.get("source")), 0)
    if line:
        browser.run(f"location.hash = '{address}/source/L{line}'")
        chosen = f"(function (x) {{ return x ? x.children[0].textContent : null; }}({work}.querySelector('.pane .sel')))"
        check(browser.wait(f"location.hash === '{address}-L{line}' && {chosen} === '{line}'", 20), "a former address leads to its line",
              [browser.run("location.hash"), browser.run(chosen)])
    browser.run("document.getElementById('close').click()")
    browser.wait(f"document.querySelectorAll('#reports button').length === {at}")


def sections(browser, tool, report):
    """A section file is linted, and shows what it makes of the report; a new one of its name comes in its place."""
    good = os.path.join(os.path.dirname(report), "../nvsection/wave.section")
    if not os.path.exists(good):
        return
    name = os.path.basename(report)
    browser.choose("#files", [report])
    shown(browser, name)
    browser.run("location.hash = '#r0/k0'")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(good, folder)
        page = os.path.join(folder, "page.html")
        subprocess.run([tool, "html", "--section-folder", folder, report, "-o", page], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        titles = re.findall(r'<h3 id="k0s\d+">([^<]*)', open(page, encoding="utf-8").read())
        check(len(titles) > 0, "the tool shows the section")
        browser.choose("#files", [os.path.join(folder, "wave.section")])
        found = f"Array.prototype.map.call({PAGE}.querySelectorAll('#k0 h3[id^=k0s]:not([id=k0src])'), function (x) {{ return x.textContent; }})"
        named = f"/Kernels show the sections of wave.section in place of those of the report/.test({PAGE}.getElementById('kernels').textContent)"
        check(browser.wait(f"{PAGE} && {PAGE}.getElementById('kernels') && {named}"), "the list of kernels names it")
        check(browser.wait(f"{PAGE} && {PAGE}.getElementById('k0') && {json.dumps(titles)}.join() === {found}.join()", 20), "a section that is dropped is shown as the tool does",
              browser.run(found))
        with open(os.path.join(folder, "wave.section"), "w", encoding="ascii") as f:
            f.write('Identifier: "Wave"\nDisplayNam: "x"\nHeader {\n')
        browser.choose("#files", [os.path.join(folder, "wave.section")])
        check(browser.wait("/wave.section:2:1: (error|warning)/.test(document.getElementById('said').textContent)"), "its mistakes have line and column", said(browser))
        check(browser.wait(f"{PAGE} && {PAGE}.getElementById('k0') && {found}.length > {len(titles)}"), "without a good section those of the report are shown",
              browser.run(found))
        browser.run("document.getElementById('close').click()")
        browser.wait("document.querySelectorAll('#reports button').length === 0")


# Controls that are seen but not whole: beyond the window, or with a text that is cut and no title that says it.
CLIPPED = """Array.prototype.filter.call(document.querySelectorAll('header button, header select, header summary, header input, header label'), function (e) {
    var b = e.getBoundingClientRect();
    return b.width > 2 && (b.left < 0 || b.right > innerWidth || e.tagName !== 'INPUT' && !e.title && e.id !== 'menu' && e.scrollWidth > e.clientWidth + 1);
}).map(function (e) { return (e.id || e.textContent) + ' ' + e.scrollWidth + ' ' + e.clientWidth; })"""


def room(browser, report):
    """Tools in one row, forty reports in a drawer; a narrow screen shows only the page."""
    tall = "document.querySelector('header').offsetHeight"
    with tempfile.TemporaryDirectory() as folder:
        many = [os.path.join(folder, f"a_report_with_a_long_name_{n}.ncu-rep") for n in range(40)]
        for path in many:
            shutil.copy(report, path)
        browser.choose("#files", many)
        shown(browser, os.path.basename(many[0]))
        browser.run("location.hash = '#r0/k0'")
        browser.wait(f"{STILL} && !document.getElementById('views').hidden")
        choose_kernel(browser, "r1k0")
        browser.wait(f"/^Compared with kernel 0 of /.test(document.querySelector('#more summary').textContent) && {STILL}")
        for width, most in ((1440, 48), (1000, 84), (400, 36)):
            browser.resize(width, 900)
            high = browser.run(tall)
            check(0 < high <= most, f"the tools take at most {most} px at {width} px", high)
            check(browser.run("document.getElementById('page').offsetHeight") == 900 - high, f"the page has the rest at {width} px")
            check(browser.run("document.documentElement.scrollWidth") <= width, f"nothing is wider than {width} px")
            browser.run("document.getElementById('menu').click(), document.getElementById('drawer').open = true, document.getElementById('more').open = true")
            check(browser.run(CLIPPED) == [], f"every tool is whole at {width} px", browser.run(CLIPPED))
            browser.run("document.querySelector('main').click(), document.getElementById('said').click()")
            check(browser.run(tall) == high, f"a click beside them shuts them at {width} px", browser.run(tall))
        browser.run("location.hash = '#r0/k0/metrics'")
        browser.wait(f"document.querySelectorAll('#panel thead button').length > 1 && {STILL}")
        heads = browser.run("""Array.from(document.querySelectorAll('#panel thead button')).map(function (head) {
            const words = document.createRange();
            words.selectNodeContents(head);
            return [head.textContent, words.getClientRects().length];
        })""")
        check(len(heads) > 1 and all(rows <= len(head.split()) for head, rows in heads), "no word of a column's name is broken at 400 px", heads)
        browser.run("location.hash = '#r0/k0'")
        browser.wait(f"document.getElementById('panel').hidden && {STILL}")
        browser.resize(1000, 800)
        browser.run("document.getElementById('drawer').open = true, document.querySelectorAll('#reports button')[7].click()")
        check(shown(browser, os.path.basename(many[7])) and browser.run("!document.getElementById('drawer').open"), "the drawer leads to a report and shuts")
        check(browser.run("document.getElementById('of').textContent") == "8 of 40: " + os.path.basename(many[7]), "it says which one is shown")
        key(browser, "b")
        check(browser.run("document.getElementById('more').open && document.activeElement.id === 'base'"), "a key leads to the baseline")
        key(browser, "Escape")
        check(browser.run("!document.getElementById('more').open"), "Escape shuts it")
        close_all(browser)


def messages(browser, report):
    """What the viewer says is about what is on its screen, never an option of the tool."""
    other = os.path.join(os.path.dirname(report), "orchard.ncu-rep")
    browser.choose("#files", [other])
    shown(browser, "orchard.ncu-rep")
    browser.choose("#files", [report])
    shown(browser, os.path.basename(report))
    browser.run("location.hash = '#r1/comparison?base=r0'")
    text = f"({PAGE} && {PAGE}.getElementById('comparison') || {{}}).textContent"
    check(browser.wait(f"/No kernel matches one in the baseline by name and launch size\\./.test({text})"), "what does not match is said in the words of the page", browser.run(text))
    check("--" not in browser.run(text), "without an option", browser.run(text))
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "bad.section"), "w", encoding="ascii") as f:
            f.write("{{{{")
        browser.choose("#files", [os.path.join(folder, "bad.section")])
        check(browser.wait("/no sections in it/.test(document.getElementById('said').textContent)"), "a section file without a section is named", said(browser))
        check("--" not in said(browser), "without an option, too", said(browser))
    close_all(browser)


def everything(browser, tool, report):
    """All on one page says what many kernels will take, and draws them once it may."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "many.ncu-rep")
        subprocess.run([tool, "merge", "-o", path] + [report] * 60, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        kernels = sum(len(x["results"]) for x in lines_of(tool, "list", "--json", path))
        check(kernels > 110, "there are many kernels", kernels)
        browser.choose("#files", [path])
        shown(browser, "many.ncu-rep")
        drawn = f"{PAGE}.querySelectorAll('article.kernel, main > script[type=\"text/html\"]').length"
        asked = "document.querySelector('#said button') !== null"
        browser.run("location.hash = '#r0/all'")
        if not check(browser.wait(asked), "all of them are not drawn unasked", said(browser)):
            return
        check(browser.run(drawn) == 10, "only those it estimates by", browser.run(drawn))
        browser.run("location.hash = '#r0/k1'")
        check(browser.wait(f"{STILL} && {PAGE}.querySelector('.view.on').id === 'k1' && !({asked})"), "the question goes where one goes elsewhere", said(browser))
        heading = browser.run(f"(function (h) {{ return [h.title, h.textContent]; }}({PAGE}.querySelector('.view.on h2')))")
        check(heading[0] == heading[1] != "", "the heading of a kernel has its whole name as title", heading)
        browser.run("location.hash = '#r0/all'")
        browser.wait(asked)
        words = re.match(r"All ([\d,]+) kernels on one page: about ([\d,]+) MB, at least ([\d,]+) s\. Show them$", said(browser))
        if check(words and int(words[1].replace(",", "")) == kernels, "the question has the number of kernels, megabytes and seconds", said(browser)):
            browser.run("document.querySelector('#said button').click()")
            check(browser.wait(f"{PAGE}.documentElement.className === 'js all' && !document.getElementById('page').hasAttribute('aria-busy')", 120), "then all are drawn", said(browser))
            check(browser.run(f"{PAGE}.querySelectorAll('article.kernel').length") == kernels, "every one", browser.run(drawn))
            size = browser.run(f"Array.prototype.reduce.call({PAGE}.querySelectorAll('article.kernel'), function (n, x) {{ return n + x.outerHTML.length; }}, 0)") / 1e6
            check(size / 4 < int(words[2].replace(",", "")) < 4 * size + 1, "the megabytes are about those of the page", [size, words[2]])
            check(said(browser) == "", "and nothing is asked any more", said(browser))
        close_all(browser)


def whole_baseline(browser, tool, report):
    """A whole report as baseline: the kernel of it that matches has its column among all metrics, by its name."""
    other = os.path.join(os.path.dirname(report), "canopy_before.ncu-rep")
    if not os.path.exists(other):
        return
    for path in (other, report):
        browser.choose("#files", [path])
        shown(browser, os.path.basename(path))
    metric = "gpu__time_duration.sum"
    values = [{m["name"]: m["value"] for m in json.loads(subprocess.run([tool, "raw", "--json", path], check=True, stdout=subprocess.PIPE).stdout)[0]["results"][1]["metrics"]}[metric]
              for path in (other, report)]
    expected = 100 * (values[1] - values[0]) / values[0]
    browser.run("location.hash = '#r1/k1/metrics?base=r0'")
    panel = "document.getElementById('panel')"
    check(browser.wait(f"/Baseline: 1 of canopy_before.ncu-rep/.test({panel}.textContent)"), "the column of a whole report has the name of the kernel that matches", browser.run(f"{panel}.textContent.slice(0, 300)"))
    cells = browser.run(f"(function () {{ var all = {panel}.querySelectorAll('tbody tr'), i; for (i = 0; i < all.length; i++)"
                        f" if (all[i].cells[0].textContent === '{metric}') return all[i].cells[4].textContent; }}())")
    check(cells == f"{'+' if expected > 0 else ''}{expected:.2f}%", "the change is that of the two kernels of two reports", f"{cells}, expected {expected:.2f}%")
    close_all(browser)


def figures(browser, tool, reports):
    """Figures that the viewer shows, read in it: the values of the sections of a kernel of each report, which are those of details --json,
    and no cell of its page or of its metrics that is clipped, nor a figure that breaks, on a narrow, a middling and a wide screen."""
    equal = 0
    for path in reports:
        name = os.path.basename(path)
        browser.choose("#files", [path])
        if not check(shown(browser, name), f"{name} is shown", said(browser)):
            continue
        result = json.loads(subprocess.run([tool, "details", "--json", path], stdout=subprocess.PIPE).stdout)[0]["results"][0]
        kernel = result["result"]
        browser.run(f"location.hash = '#r0/k{kernel}'")
        browser.wait(f"{PAGE}.querySelector('.view.on#k{kernel}') !== null && !document.getElementById('page').hasAttribute('aria-busy')", 30)
        cells, rows = cells_of(result), browser.run(ROWS % f"{PAGE}.querySelector('.view.on')")
        wrong = [r[:3] for r in rows if not any(is_shown(r[1], r[2], c) for c in cells.get(r[0], []))]
        equal += len(rows) - len(wrong)
        check(not wrong, f"{name}: figures are those of details --json", wrong[:3])
        for view, of in (("", PAGE), ("/metrics", "document")):
            browser.run(f"location.hash = '#r0/k{kernel}{view}'")
            browser.wait(f"document.getElementById('panel').hidden === {'false' if view else 'true'} && !document.getElementById('page').hasAttribute('aria-busy')", 30)
            for width in (400, 1024, 1440):
                browser.resize(width, 900)
                seen, cut = browser.run(CELLS_CLIPPED % of)
                check(seen > 10 and not cut, f"{name}{view}: no cell is clipped at {width}", (seen, cut))
                seen, cut = browser.run(BROKEN % of)
                check(seen > 10 and not cut, f"{name}{view}: no figure goes on in another line at {width}", (seen, cut))
        browser.resize(1280, 800)
        close_all(browser)
    check(equal >= 200 or len(reports) < 10, "200 figures of ten reports", equal)


def several_charts(browser, files, details):
    """What charts and memory tables show of two baselines: by number and name, with the values of each."""
    kernel = f"{PAGE}.querySelector('.view.on')"
    lines = browser.run(f"Array.prototype.map.call({kernel}.querySelectorAll('.lines'), function (f) {{ return [Array.prototype.map.call(f.querySelectorAll('polyline[data-n]'), function (x) {{ return x.getAttribute('data-n'); }}).join(), f.querySelector('details').open, Array.prototype.map.call(f.querySelectorAll('tr.vs th'), function (x) {{ return x.textContent; }}).join()]; }})")
    check(len(lines) == 3 and all(x == ["1", True, "1 canopy_before.ncu-rep,2 saxpy.ncu-rep, 0"] for x in lines), "line charts have the line of the baseline that has one, and name both", lines)
    read = browser.run(f"""(function (d) {{
        var svg = d.querySelector('.view.on .lines svg'), box;
        svg.scrollIntoView({{block: 'center'}});
        box = svg.getBoundingClientRect();
        svg.dispatchEvent(new d.defaultView.MouseEvent('mousemove', {{bubbles: true, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2}}));
        return d.querySelector('.tip').textContent;
    }}({PAGE}))""")
    check(read == "128: 25 %/register\n1: 128: 25 %/register", "the pointer reads both lines", read)
    rows = browser.run(f"Array.prototype.map.call({kernel}.querySelectorAll('.rows .row.vs'), function (r) {{ return [r.querySelector('span').textContent, r.querySelector('b').textContent, getComputedStyle(r.querySelector('polyline')).stroke]; }})")
    series = [c for cells in details[0].values() for c in cells if c["name"].startswith("pmsampling:")]
    check(len(rows) == 6 and {x[0] for x in rows} == {"1 canopy_before.ncu-rep"} and len({x[2] for x in rows}) == 1, "each row of a timeline has one below it, named", (rows, len(series)))
    marks = browser.run(f"""(function (d) {{
        var rows = d.querySelector('.view.on .rows'), svg = rows.querySelector('svg[data-time]'), box = svg.getBoundingClientRect(), said;
        svg.dispatchEvent(new d.defaultView.MouseEvent('mousemove', {{bubbles: true, clientX: box.left + box.width * .8, clientY: box.top + 5}}));
        said = Array.prototype.map.call(rows.querySelectorAll('.row'), function (r) {{ return r.querySelector('b').textContent; }});
        d.body.dispatchEvent(new d.defaultView.MouseEvent('mousemove', {{bubbles: true, clientX: 0, clientY: 0}}));
        return [said, Array.prototype.map.call(rows.querySelectorAll('.row'), function (r) {{ return r.querySelector('b').textContent; }})];
    }}({PAGE}))""")
    check(len(marks[0]) == 12 and marks[0][0].startswith("0 ") and not marks[0][1].startswith("0 ") and marks[1][1:12:2] == [x[1] for x in rows], "a cursor reads the rows of both: one has ended, the other has not", marks)
    table = browser.run(f"Array.prototype.map.call(Array.prototype.filter.call({kernel}.querySelectorAll('h4'), function (x) {{ return x.textContent === 'L2'; }})[0].parentNode.querySelectorAll('tr'), function (r) {{ return Array.prototype.map.call(r.cells, function (c) {{ return c.textContent.trim(); }}); }})")
    check([x[0] for x in table[1:4]] == ["L1/TEX Load", "1 canopy_before.ncu-rep", "2 saxpy.ncu-rep, 0"] and table[2][1:3] == ["629146 -16.67%", "2.456 M -33.33%"] and set(table[3][1:]) == {"\u2013"}, "a memory table has a row of each", table[:4])
    ways = browser.run(f"Array.prototype.map.call({kernel}.querySelectorAll('.memory details[open] tr'), function (r) {{ return Array.prototype.map.call(r.cells, function (c) {{ return c.textContent.trim(); }}); }})")
    at = next((i for i, x in enumerate(ways) if x[:3] == ["Device memory", "L2 cache", "Read"]), 0)
    check(at > 0 and [x[:2] for x in ways[at + 1:at + 3]] == [["1 canopy_before.ncu-rep", "38.66 MB -1.96%"], ["2 saxpy.ncu-rep, 0", "4.196 MB +803.28%"]], "the memory chart has its values of each", ways[at:at + 3])
    shares = browser.run(f"Array.prototype.map.call({kernel}.querySelectorAll('.bars .stack li'), function (x) {{ return x.textContent; }})")
    check(shares[:1] == ["Long scoreboard 39.5% 1 47.0%"], "a stack has the shares of the baseline that has its parts", shares)


# Of the lists of the source: what each row differs by, by its offset or line.
DIFFERS = """[...%s.querySelectorAll('.view.on .work .pane')].map(function (pane) {
  var at = [...pane.querySelector('.head').children].findIndex(function (x) { return x.textContent === 'Diff %d'; });
  return [...pane.querySelectorAll('.r')].map(function (r) { return [r.children[0].textContent, at < 0 ? 'no column' : r.children[at].textContent]; });
})"""


def several_source(browser, tool, files):
    """The source differs from one of the baselines, which the address names."""
    query = "?base=r0&base=r2k0"
    rows = {n: [json.loads(subprocess.run([tool, "source", "--match", "order", "--by", by, "--json", "--baseline", files[of], files[1]], stdout=subprocess.PIPE).stdout)[0] for by in ("file", "address")] for n, of in ((1, 0), (2, 2))}

    def compare(n, address):
        busy = "document.getElementById('page').hasAttribute('aria-busy')"
        here = browser.wait(f"location.hash === '{address}' && !{busy} && {DIFFERS % (PAGE, n)}.length === 2 && {DIFFERS % (PAGE, n)}[1].some(function (x) {{ return x[1] !== 'no column'; }})")
        check(here, f"the source against baseline {n} has its address", browser.run("location.hash"))
        lines, instructions = browser.run(DIFFERS % (PAGE, n))
        lines_of = {str(x["line"]): x for x in rows[n][0]["lines"] if "line" in x}
        rows_of = {f"{x['offset']:x}": x for x in rows[n][1]["instructions"]}
        equal = 0
        for shown_rows, known in ((lines, lines_of), (instructions, rows_of)):
            for place, text in shown_rows:
                row = known.get(place)
                if row is None or not row["counters"] or row["before"] is None:
                    continue
                want = row["differences"].get("smsp__pcsamp_sample_count", 0)
                check(float((text or "0").replace(",", "")) == want, f"baseline {n}: the difference of {place}", (text, want))
                equal += want != 0
        check(equal > 10, f"rows differ from baseline {n}", equal)
        return [x[1] for x in lines + instructions]

    browser.run(f"location.hash = '#r1/k0src{query}'")
    first = compare(1, "#r1/k0src" + query)
    browser.run(PAGE + ".querySelector('.view.on .ways a[data-n=\"1\"]').click()")
    second = compare(2, "#r1/k0src~2" + query)
    check(sum(a != b for a, b in zip(first, second)) > 10, "the baselines differ", (first, second))
    browser.run("history.back()")
    check(compare(1, "#r1/k0src" + query) == first, "Back leads to the first baseline")
    browser.run("history.forward()")
    check(compare(2, "#r1/k0src~2" + query) == second, "Forward leads to the second")
    browser.run(f"location.hash = '#r1/k0-L14~2{query}'")
    compare(2, "#r1/k0-L14~2" + query)
    check(browser.wait(PAGE + ".querySelector('.view.on .says-row .by') !== null && /in baseline 2 at line 14: /.test(" + PAGE + ".querySelector('.view.on .says-row').textContent)"), "a row says where it was in that baseline", browser.run(PAGE + ".querySelector('.view.on .says-row').textContent"))
    browser.run("document.getElementById('after').click()")
    check(browser.wait(f"location.hash === '#r1/k1src~2{query}' && {STILL}"), "the next kernel's source is against that baseline, too", browser.run("location.hash"))
    browser.run("document.getElementById('before').click()")
    check(browser.wait(f"location.hash === '#r1/k0src~2{query}' && {STILL}"), "and so is that of the one before", browser.run("location.hash"))


def several(browser, tool, samples):
    """Several baselines: a choice each, which the address keeps and Back walks; each has its colour, its values are its own."""
    files = [os.path.join(samples, n + ".ncu-rep") for n in ("canopy_before", "canopy", "saxpy")]
    for path in files:
        browser.choose("#files", [path])
        shown(browser, os.path.basename(path))
    one, both = "#r1/k0?base=r0", "#r1/k0?base=r0&base=r2k0"
    choose = "(function (b) { b.value = '%s'; b.dispatchEvent(new Event('change')); }(document.getElementById('%s')))"
    count = f"{PAGE}.querySelectorAll('.view.on .vs .c%d').length > 3 && !document.getElementById('page').hasAttribute('aria-busy')"
    browser.run("location.hash = '#r1/k0'")
    browser.wait(f"{PAGE}.querySelector('.view.on#k0') !== null")
    check(browser.run("document.getElementById('base1') === null"), "without a baseline there is one choice")
    browser.run(choose % ("r0", "base"))
    check(browser.wait(count % 2) and browser.run("location.hash") == one, "a baseline is chosen", browser.run("location.hash"))
    browser.run(choose % ("r2k0", "base1"))
    check(browser.wait(count % 3) and browser.run("location.hash") == both, "another comes beside it", browser.run("location.hash"))
    check(browser.run("document.getElementById('base').value + document.getElementById('base1').value + document.getElementById('base2').value") == "r0r2k0", "there is a choice for each, and one for the next")
    colors = browser.run(f"['', '.c2', '.c3'].map(function (c) {{ return {PAGE}.defaultView.getComputedStyle({PAGE}.querySelector('.view.on .bars ' + (c ? '.vs svg' + c : 'svg') + ' rect')).fill; }})")
    check(len(set(colors)) == 3, "bars of each have a colour of their own", colors)
    # What sections of that report itself do not show is a metric of it all the same.
    details = [cells_of([json.loads(subprocess.run([tool, *words, "--json", path], stdout=subprocess.PIPE).stdout)[0]["results"][0] for words in (["details"], ["raw", "--print-units", "base"])]) for path in files]
    rows, right, differ = browser.run(ROWS % f"{PAGE}.querySelector('.view.on')"), [0, 0, 0], 0
    for name, value, unit, beside in rows:
        texts = [(value, unit)] + [(x[1].split(" ") + [""])[:2] for x in beside]
        for i, (of, (text, word)) in enumerate(zip((1, 0, 2), texts)):
            ok = any(is_shown(text, word, c) for c in details[of].get(name, [])) or (i > 0 and text == "\u2013" and name not in details[of])
            check(ok, f"{name} of {os.path.basename(files[of])}", (text, word, details[of].get(name)))
            right[i] += ok and text != "\u2013"
        differ += len({x[0] for x in texts}) == 3
        changes = [x[2] for x in beside]
        if len(beside) == 2 and changes[0] and name in details[0]:
            was, now = (next(c["value"] for c in details[of][name]) for of in (0, 1))
            check(changes[0] == f"{100 * (now - was) / abs(was):+.2f}%", f"{name}: the change", (changes[0], was, now))
    check(min(right) >= 10 and differ >= 5, "values stand beside those of both baselines, which differ", (right, differ))
    several_charts(browser, files, details)
    several_source(browser, tool, files)
    browser.run(f"location.hash = '{both}'")
    browser.wait(f"location.hash === '{both}' && " + count % 3)
    for width in (400, 1024, 1440):
        browser.resize(width, 900)
        for script, what in ((CELLS_CLIPPED, "no cell is clipped"), (BROKEN, "no figure goes on in another line")):
            seen, cut = browser.run(script % PAGE)
            check(seen > 10 and not cut, f"two baselines: {what} at {width}", (seen, cut))
    browser.resize(1280, 800)
    # What a baseline lacks is said once.
    browser.run("location.hash = '#r1/k1?base=r0&base=r2'")
    browser.wait(f"{PAGE}.querySelector('.view.on#k1') !== null")
    lacks = browser.run(f"[{PAGE}.querySelector('.view.on').textContent.split('2 saxpy.ncu-rep: no such kernel').length - 1, {PAGE}.querySelectorAll('.view.on i.c3').length, {PAGE}.querySelectorAll('.view.on .vs .c2').length > 20]")
    check(lacks == [1, 1, True], "a baseline without the kernel is told of once", lacks)
    browser.run(f"location.hash = '{one}'")
    browser.wait(f"{PAGE}.querySelector('.view.on#k0') !== null && {PAGE}.querySelector('.view.on .vs .c3') === null")
    browser.run(f"location.hash = '{both}'")
    browser.wait(count % 3)
    browser.run("history.back()")
    check(browser.wait(f"location.hash === '{one}' && document.getElementById('base1').value === '' && {PAGE}.querySelector('.view.on .vs .c3') === null"), "Back leads to one baseline", browser.run("location.hash"))
    browser.run("history.forward()")
    check(browser.wait(f"location.hash === '{both}' && " + count % 3), "Forward leads to both", browser.run("location.hash"))
    browser.run("location.hash = '#r1/k0/metrics?base=r0&base=r2k0'")
    panel = "document.getElementById('panel')"
    check(browser.wait(f"{panel}.querySelectorAll('thead i').length === 4"), "each baseline has its columns among all metrics, with its colour")
    raw = [{m["name"]: str(m["value"]) for m in json.loads(subprocess.run([tool, "raw", "--json", path], stdout=subprocess.PIPE).stdout)[0]["results"][0]["metrics"]} for path in files]
    cells = browser.run(f"Array.prototype.map.call({panel}.querySelectorAll('tbody tr'), function (r) {{ return Array.prototype.map.call(r.cells, function (c) {{ return c.textContent; }}); }})")
    row = next(c for c in cells if c[0] == "launch__registers_per_thread")
    check([row[1], row[3], row[5]] == [raw[1][row[0]], raw[0][row[0]], raw[2][row[0]]], "and its values", row)
    browser.run("location.hash = '#r1/comparison?base=r0&base=r2k0'")
    check(browser.wait(f"/Baseline 1: canopy_before.ncu-rep/.test({PAGE}.querySelector('.view.on').textContent) && /Baseline 2: saxpy.ncu-rep, 0 /.test({PAGE}.querySelector('.view.on').textContent)"), "the comparison has both")
    browser.run(choose % ("", "base"))
    check(browser.wait("location.hash === '#r1/comparison?base=r2k0'"), "one is taken away, and the other stays", browser.run("location.hash"))
    browser.run("location.hash = '#r1/k0?base=r0&base=r1k0'")
    points = "['c2', 'c3'].map(function (c) { var g = %s.querySelector('.view.on figure .hollow.' + c); return g ? g.textContent + g.querySelector('path').getAttribute('d') : ''; })" % PAGE
    browser.wait(f"{points}[1] !== ''")
    found = browser.run(points)
    check(found[0] != found[1] and "in canopy_before.ncu-rep" in found[0] and "in canopy.ncu-rep, 0 " in found[1], "each has its points in a roofline, with its name", found)
    close_all(browser)


def told(browser, tool, verbs, path, of, *more):
    """A file that is not a report is answered with what the native tool of it prints, in a folder of its own. "none" is an empty one."""
    native = os.path.join(os.path.dirname(tool), of)
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.basename(path)
        shutil.copy(path, folder)
        os.mkdir(os.path.join(folder, "none"))
        runs = [subprocess.run([os.path.abspath(native), v, *more, "--", name], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for v in verbs]
        expected = [[str(r.returncode), (r.stdout + r.stderr).decode("utf-8", "replace")] for r in runs]
        browser.choose("#files", [os.path.join(folder, name)])
        article = f"document.querySelector('#told article[data-name=' + JSON.stringify({json.dumps(name)}) + ']')"
        if not check(browser.wait(f"{article} !== null"), f"{of} answers {name}", said(browser)):
            return
        found = browser.run(f"Array.prototype.map.call({article}.querySelectorAll('pre'), function (x) {{ return [x.getAttribute('data-code'), x.textContent]; }})")
        check(found == expected, f"{name}: the text is that of {of} {' and '.join(verbs)}", [(a, b) for a, b in zip(found, expected) if a != b])
        check(browser.run(f"Array.prototype.map.call({article}.querySelectorAll('h3'), function (x) {{ return x.textContent; }})")
              == [{"lint": "Mistakes", "show": "What it sets" if len(verbs) > 1 else "What it says"}[v] for v in verbs], f"{name}: titles say what is below them, not how a terminal asks for it")
        check(said(browser) == "" and browser.run("document.getElementById('told').offsetHeight > 0"), f"{name}: and nothing else is said", said(browser))
        browser.run(f"{article}.querySelector('button').click()")
        check(browser.run(f"{article} === null"), f"{name} is closed")


def profiles(browser, tool, samples):
    """Application profiles: with mistakes, without, and under a name that does not say what they are."""
    for name in ("broken.rc", "lost-rules.rc", "oneline.rc", "studio.rc"):
        told(browser, tool, ["lint", "show"], os.path.join(samples, "nvprofile", name), "nvprofile", "--root", "none")
    with tempfile.TemporaryDirectory() as folder:
        hard = os.path.join(folder, "nvidia-application-profiles-rc")
        for content in (b"", b"[ini]\nKey=1\n", b'{"rules": [{"pattern": "\xc3\xa4\xff", "profile": ["GLYeild", 1]}]', b"[" * 100000):
            with open(hard, "wb") as f:
                f.write(content)
            told(browser, tool, ["lint", "show"], hard, "nvprofile", "--root", "none")


def recordings(browser, tool, samples):
    """Texts of fdinfo, and a recording with and without the names of its processes."""
    native = os.path.abspath(os.path.join(os.path.dirname(tool), "drmfdinfo"))
    with tempfile.TemporaryDirectory() as folder:
        odd = os.path.join(folder, "33")
        whole = open(os.path.join(samples, "drm/desktop/sweeps.txt"), "rb").read().split(b"@ ")[1].split(b"\n", 1)[1]
        for content in (whole, b"pos:\t0\ndrm-driver:\txe\ndrm-client-id:\tx\ndrm-engine-\xff:\t5 ns\ndrm-cyc"):
            with open(odd, "wb") as f:
                f.write(content)
            told(browser, tool, ["show"], odd, "drmfdinfo")
        for name in ("sweeps.txt", "processes.txt"):
            shutil.copy(os.path.join(samples, "drm/desktop", name), folder)
            out = subprocess.run([native, "watch", "--replay", "."], cwd=folder, check=True, stdout=subprocess.PIPE).stdout.decode()
            expected = [x + "\n" for x in out.split("\n\n") if x]
            browser.choose("#files", [os.path.join(folder, x) for x in ("sweeps.txt", name)[:1 if name == "sweeps.txt" else 2]])
            if not check(browser.wait("document.querySelector('#told output') !== null"), "a recording is played", said(browser)):
                return
            check(browser.run("Array.prototype.map.call(document.querySelectorAll('#told h3'), function (x) { return x.textContent; })") == ["Recording"], "its title says what it is")
            found = browser.run("""(function (t) {
                var all = [], next = t.querySelectorAll('p button')[1];
                for (;;) {
                    all.push(t.querySelector('pre').textContent);
                    if (next.disabled) return all;
                    next.click();
                }
            }(document.getElementById('told')))""")
            check(len(found) > 1 and found == expected, f"each interval is that of drmfdinfo watch, with {name}", [(a, b) for a, b in zip(found, expected) if a != b][:1])
            browser.run("document.querySelectorAll('#told p button')[0].click()")
            check(browser.run("document.querySelector('#told pre').textContent") == expected[-2], "and the one before")
            check(browser.nameless() == [], "every control of it has a name", browser.nameless()[:2])
            browser.run("document.querySelector('#told h2 button').click()")
        with open(os.path.join(folder, "sweeps.txt"), "wb") as f:
            f.write(b"# nothing\n")
        browser.choose("#files", [os.path.join(folder, "sweeps.txt")])
        check(browser.wait("/contains no sweep/.test(document.getElementById('told').textContent)"), "a recording without a sweep is named", said(browser))
        browser.run("document.querySelector('#told h2 button').click()")


def compressed(browser, page, tool, report):
    """Reports in zstd frames, whole and cut."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "packed.ncu-repz")
        if subprocess.run([tool, "pack", report, "-o", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0:
            skips.append("needs libzstd")
            return
        if '<script type="text/plain" id="zstd"></script>' in open(page, encoding="utf-8").read():
            answers(browser, path, "made without what unpacks it")
            skips.append("needs zstd.c in ZSTD_SOURCE")
            return
        browser.choose("#files", [path])
        check(shown(browser, "packed.ncu-repz"), "a compressed report is shown", said(browser))
        views = views_of_page(browser, 0)
        browser.run("document.getElementById('close').click()")
        browser.wait("document.querySelectorAll('#reports button').length === 0")
        browser.choose("#files", [report])
        shown(browser, os.path.basename(report))
        plain = views_of_page(browser, 0)
        check(views == plain and len(views) > 2, "as the report in it", different(views, plain))
        data = open(path, "rb").read()
        for name, content, words in (("short.ncu-repz", data[:-20], "compressed report is cut"), ("wrong.ncu-repz", data[:40] + bytes(400) + data[440:], "byte \\d+")):
            with open(os.path.join(folder, name), "wb") as f:
                f.write(content)
            answers(browser, os.path.join(folder, name), words)
        check(browser.run("document.querySelectorAll('#reports button').length") == 1, "what was open stays open")


# Drops files of which bits are changed by a fixed random series, one after the other; each is answered by a message or its page, and
# then a kernel is shown and the file closed. The value: names of those that were not answered.
DROP = """(async function (text, seed, count) {
    var data = Uint8Array.from(atob(text), function (c) { return c.charCodeAt(0); }), d = document, page = d.getElementById('page'), left = [], n, k, b, file, to, before;
    function random() { seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff; return seed >> 8; }
    function open() { return d.querySelectorAll('#reports button').length; }
    async function until(f) {
        var end = performance.now() + 20000;
        while (!f()) {
            if (performance.now() > end) return false;
            await new Promise(function (r) { setTimeout(r, 4); });
        }
        return true;
    }
    for (n = 0; n < count; n++) {
        b = data.slice();
        for (k = 0; k < 1 + n %% 8; k++) b[random() %% b.length] ^= 1 << (random() %% 8);
        if (n %% 16 === 15) b = b.slice(0, random() %% b.length);
        file = new File([b], 'm' + seed + '.ncu-rep');
        to = new DataTransfer();
        to.items.add(file);
        before = open();
        d.dispatchEvent(new DragEvent('drop', {dataTransfer: to, bubbles: true, cancelable: true}));
        if (!await until(function () {
            return open() > before ? page.title === file.name && !page.hasAttribute('aria-busy') : !/^(Reading .*)?$/.test(d.getElementById('said').textContent);
        })) left.push(file.name);
        else if (open() > before) {
            k = page.contentDocument.querySelector('#kernels tbody a');
            if (k) {
                k.click();
                if (!await until(function () { return open() === before || page.contentDocument.querySelector('article.kernel') !== null; })) left.push(file.name + ' ' + k.textContent);
            }
        }
        while (open() > before) {
            d.getElementById('close').click();
            if (!await until(function () { return open() === before && (before === 0 || !page.hasAttribute('aria-busy')); })) left.push(file.name + ' stays');
        }
    }
    return left;
}(%s, %d, %d))"""


def mutants(browser, path, number):
    data = open(path, "rb").read()
    left = []
    for n in range(0, number, 20):
        left += browser.run(DROP % (json.dumps(base64.b64encode(data).decode()), n + 1, min(20, number - n)))
    check(not left, f"{number} damaged files like {os.path.basename(path)} are answered", left[:5])


def pace(browser, report):
    """Prints how long the largest report takes, from the choice of the file to its list, and to a kernel."""
    name = os.path.basename(report)
    browser.run("""(document.getElementById('files').addEventListener('change', function () { window.began = performance.now(); }, {once: true, capture: true}),
        window.listed = new Promise(function (done) {
            var p = document.getElementById('page'), o = new MutationObserver(function () {
                if (p.title !== %s || p.hasAttribute('aria-busy')) return;
                o.disconnect();
                done(performance.now() - window.began);
            });
            o.observe(p, {attributes: true});
        }), 0)""" % json.dumps(name))
    browser.choose("#files", [report])
    listed = browser.run("window.listed")
    shown_after = browser.run("""new Promise(function (done) {
        var d = document.getElementById('page').contentDocument, a = d.querySelector('#kernels tbody a'), began = performance.now();
        a.click();
        (function look() {
            var k = d.getElementById(a.getAttribute('href').slice(1));
            if (k && k.offsetHeight > 0) done(performance.now() - began);
            else setTimeout(look, 2);
        }());
    })""")
    print(f"{name}, {os.path.getsize(report)} bytes: list after {listed:.0f} ms, kernel after {shown_after:.0f} ms")
    browser.run("document.getElementById('close').click()")
    browser.wait("document.querySelectorAll('#reports button').length === 0")


def huge(browser, tool, reports):
    """A report of more than 500 MB, read by slices."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "huge.ncu-rep")
        size = sum(os.path.getsize(r) for r in reports)
        subprocess.run([tool, "merge", "-o", path] + reports * (700 * 1000 * 1000 // size + 2), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not check(os.path.getsize(path) >= 500 * 1000 * 1000, "the huge report is huge", os.path.getsize(path)):
            return
        begin = time.monotonic()
        browser.choose("#files", [path])
        check(browser.wait("document.getElementById('page').title === 'huge.ncu-rep' && !document.getElementById('page').hasAttribute('aria-busy')", 240),
              "a report of 500 MB is shown", said(browser))
        listed = time.monotonic() - begin
        last = browser.run(f"{PAGE}.querySelector('#kernels tbody tr:last-child a').getAttribute('href').slice(1)")
        begin = time.monotonic()
        browser.run(f"location.hash = '#r0/{last}'")
        check(browser.wait(f"{PAGE}.getElementById('{last}') !== null", 60), "and its last kernel", said(browser))
        used = browser.run(MEMORY)
        print(f"{os.path.getsize(path)} bytes: list after {listed:.1f} s, kernel after {time.monotonic() - begin:.1f} s, the reader took {used} bytes")
        check(used < 64 << 20, "in less than 64 MiB", used)
        browser.run("document.getElementById('close').click()")
        browser.wait("document.querySelectorAll('#reports button').length === 0")


MEMORY = "+document.getElementById('reports').getAttribute('data-memory')"


def memory(browser, report):
    """What a report took is used again after it was closed."""
    name = os.path.basename(report)
    most = []
    for n in range(6):
        browser.choose("#files", [report])
        browser.wait(f"document.querySelectorAll('#reports button').length === 2 && {CURRENT}.textContent === {json.dumps(name)}")
        shown(browser, name)
        browser.run(f"location.hash = '#r1/k0'")
        browser.wait(f"{PAGE}.getElementById('k0') !== null")
        most.append(browser.run(MEMORY))
        browser.run("document.getElementById('close').click()")
        browser.wait("document.querySelectorAll('#reports button').length === 1 && !document.getElementById('page').hasAttribute('aria-busy')")
    check(most[5] > 0 and most[5] <= most[1], "the memory of a closed report is used again", most)


def panels(browser, tool, url, reports):
    """All metrics, ranges and calls, a kernel as baseline, search, and addresses that come back after a reload."""
    name = os.path.basename(reports[0])
    raw = json.loads(subprocess.run([tool, "raw", "--json", reports[0]], check=True, stdout=subprocess.PIPE).stdout)[0]["results"][0]["metrics"]
    names = sorted({m["name"] for m in raw})
    browser.choose("#files", [reports[0]])
    shown(browser, name)
    browser.run("location.hash = '#r0/k0/metrics'")
    panel = "document.getElementById('panel')"
    check(browser.wait(panel + ".querySelectorAll('tbody tr').length > 0"), "there is a table of all metrics")
    found = browser.run(f"Array.prototype.map.call({panel}.querySelectorAll('tbody th'), function (x) {{ return x.textContent; }})")
    check(sorted(set(found)) == names, "it has the metrics of ncurep raw", f"{len(found)} and {len(names)}")
    devices = [n.startswith("device__attribute_") for n in found]
    check(devices == sorted(devices), "what was measured comes first, what the device is last", found[:3])
    browser.run(f"(function (i) {{ i.value = 'duration'; i.dispatchEvent(new Event('input')); }}({panel}.querySelector('input')))")
    found = browser.run(f"Array.prototype.map.call({panel}.querySelectorAll('tbody tr'), function (x) {{ return x.textContent.toLowerCase(); }})")
    check(0 < len(found) < len(names) and all("duration" in x for x in found), "metrics are searched", found)
    browser.run(f"{panel}.querySelector('thead button').click(), {panel}.querySelector('thead button').click()")
    check(browser.run("location.hash") == "#r0/k0/metrics?find=duration&sort=-name", "the address keeps search and order", browser.run("location.hash"))
    # The same after a reload, once the file is chosen again.
    close_all(browser)
    browser.open("about:blank")
    browser.open(url + "#r0/k0/metrics?find=duration&sort=-name")
    browser.wait("document.getElementById('files') !== null")
    browser.choose("#files", [reports[0]])
    check(browser.wait(f"{panel}.querySelectorAll('tbody tr').length === {len(found)}"), "an address survives a reload", browser.run("location.hash"))
    check(browser.run(f"{panel}.querySelector('[aria-sort]').getAttribute('aria-sort')") == "descending", "and so does the order")
    # Another kernel of the same report as baseline.
    choose_kernel(browser, "r0k1")
    check(browser.wait(f"/Baseline/.test({panel}.textContent)"), "its metrics stand beside those of a kernel that is the baseline")
    before = {m["name"]: m["value"] for m in json.loads(subprocess.run([tool, "raw", "--json", reports[0]], check=True, stdout=subprocess.PIPE).stdout)[0]["results"][1]["metrics"]}
    duration = "gpu__time_duration.sum"
    now = {m["name"]: m["value"] for m in raw}
    expected = 100 * (now[duration] - before[duration]) / before[duration]
    cells = browser.run(f"(function () {{ var all = {panel}.querySelectorAll('tbody tr'), i; for (i = 0; i < all.length; i++)"
                        f" if (all[i].cells[0].textContent === '{duration}') return all[i].cells[4].textContent; }}())")
    check(cells == f"{'+' if expected > 0 else ''}{expected:.2f}%", "the change is that of the two kernels", f"{cells}, expected {expected:.2f}%")
    browser.run("location.hash = '#r0/comparison?base=r0k1'")
    check(browser.wait(f"{PAGE} !== null && {PAGE}.getElementById('comparison') !== null && {PAGE}.getElementById('comparison').offsetHeight > 0"),
          "all kernels are compared with that one", said(browser))
    heads = browser.run(f"{PAGE}.querySelectorAll('#comparison h3').length")
    check(heads == browser.run(f"{PAGE}.querySelectorAll('#kernels tbody tr').length"), "each of them", heads)
    choose_kernel(browser, "")
    # Search.
    browser.run("(function (i) { i.value = 'dur'; i.dispatchEvent(new Event('input')); }(document.getElementById('find')))")
    key(browser, "Escape", "document.getElementById('find')")
    browser.run("new Promise(function (r) { setTimeout(r, 400); })")
    check(browser.run("document.getElementById('hits').hidden"), "Escape before a search has begun calls it off")
    browser.run("(function (i) { i.value = 'DURATION'; i.dispatchEvent(new Event('input')); }(document.getElementById('find')))")
    check(browser.wait("/^[0-9]+ found$/.test((document.querySelector('#hits p') || {}).textContent)", 40), "a search ends", browser.run("document.getElementById('hits').textContent"))
    check(browser.run("document.querySelector('#hits a').textContent.indexOf('duration') >= 0"), "and finds metrics")
    check(browser.run("getComputedStyle(document.querySelector('#hits a')).textDecorationLine") == "none", "no line hides the underscores of a name")
    browser.run("document.querySelector('#hits a').click()")
    check(browser.wait("document.getElementById('hits').hidden && /metrics\\?find=/.test(location.hash)"), "which it leads to", browser.run("location.hash"))
    browser.run("location.hash = '#r0/k0/context'")
    check(browser.wait(f"/NVTX ranges/.test({panel}.textContent) && /Calls that led/.test({panel}.textContent)"), "ranges and calls have their place")
    # A table is copied: as text with tabs, its header first.
    browser.run("location.hash = '#r0/kernels'")
    browser.wait("!document.getElementById('page').hidden")
    copied = browser.run(f"""(function (d) {{
        var own = d.execCommand, text = null, done = document.getElementById('page').contentWindow;
        d.execCommand = function () {{
            var e = new done.Event('copy', {{cancelable: true}});
            e.clipboardData = {{setData: function (type, t) {{ text = t; }}}};
            d.dispatchEvent(e);
            return true;
        }};
        d.querySelector('#kernels .copy').click();
        d.execCommand = own;
        return text;
    }}({PAGE}))""")
    check(copied is not None and copied.startswith("ID\tKernel\tGrid\tBlock\tDuration") and copied.count("\n") >= 2, "a table is copied", copied)
    check(browser.wait(f"{CURRENT}.textContent === {json.dumps(name)}"), "the report is still there")
    browser.run("document.getElementById('close').click()")
    browser.wait("document.querySelectorAll('#reports button').length === 0")


# What is on the screen: the address, the report, its view, what was found, and the baseline.
SEEN = """(function (d) {
    var page = d.getElementById('page'), hits = d.getElementById('hits'), view = page.hidden ? d.getElementById('panel') : page.contentDocument.querySelector('.view.on');
    return [location.hash, page.title, page.hidden, view.textContent.replace(/\\s+/g, ' ').slice(0, 3000), page.hidden && Array.prototype.map.call(view.querySelectorAll('input'), function (i) { return i.value; }).join(),
        page.hidden ? '' : page.contentWindow.location.hash, hits.hidden ? '' : hits.textContent, d.getElementById('base').value, d.querySelector('#views [aria-pressed=true]').textContent];
}(document))"""
STILL = ("!document.getElementById('page').hasAttribute('aria-busy') && (document.getElementById('hits').hidden || / found$|^Nothing|^The first/.test((document.querySelector('#hits p') || {}).textContent))"
         " && (document.getElementById('page').hidden ? document.getElementById('panel').textContent !== '' :"
         f" {PAGE} && {PAGE}.querySelector('.view.on') !== null)")


def key(browser, name, at="document.body"):
    browser.run(f"{at}.dispatchEvent(new KeyboardEvent('keydown', {{key: {json.dumps(name)}, bubbles: true, cancelable: true}}))")


def typed(browser, selector, text):
    for n in range(1, len(text) + 1):
        browser.run(f"(function (i) {{ i.value = {json.dumps(text[:n])}; i.dispatchEvent(new Event('input')); }}(document.querySelector({json.dumps(selector)})))")


def navigation(browser, url, reports):
    """Every view is an entry of the browser's own Back and Forward; keys lead to all of them."""
    browser.open("about:blank")
    browser.open(url)
    asks = "(function (e) { window.dispatchEvent(e); return e.defaultPrevented; }(new Event('beforeunload', {cancelable: true})))"
    check(not browser.run(asks), "leaving an empty page is not asked about")
    browser.choose("#files", reports[:2])
    shown(browser, os.path.basename(reports[0]))
    check(browser.run(asks), "leaving open reports is")
    last = os.path.basename(reports[1])
    steps = [("k0", lambda: browser.run(PAGE + ".querySelector('#kernels tbody a').click()"), "#r0/k0"),
             ("its source", lambda: key(browser, "2"), "#r0/k0src"),
             ("all its metrics", lambda: key(browser, "3", PAGE), "#r0/k0/metrics"),
             ("a search in them", lambda: typed(browser, "#within", "dram"), "#r0/k0/metrics?find=dram"),
             ("their order", lambda: browser.run("document.querySelector('#panel thead button').click()"), "#r0/k0/metrics?find=dram&sort=name"),
             ("the next kernel", lambda: key(browser, "j"), "#r0/k1/metrics?find=dram&sort=name"),
             ("its ranges", lambda: key(browser, "4"), "#r0/k1/context"),
             ("a search", lambda: typed(browser, "#find", "duration"), "#r0/k1/context?search=duration"),
             ("its end", lambda: key(browser, "Escape"), "#r0/k1/context"),
             ("another report", lambda: key(browser, "r"), "#r1"),
             ("a baseline", lambda: choose_kernel(browser, "r0"), "#r1/?base=r0"),
             ("a kernel against it", lambda: browser.run(PAGE + ".querySelector('#kernels tbody a').click()"), "#r1/k0?base=r0")]
    seen = [browser.run(SEEN)]
    for what, act, address in steps:
        act()
        if not check(browser.wait(f"location.hash === {json.dumps(address)} && {STILL}"), f"{what} has an address", browser.run("location.hash")):
            return
        if address.startswith("#r1"):
            shown(browser, last)
        seen.append(browser.run(SEEN))
    # An entry too many or too few shows here: one press of Back goes to the step before, however browsers count in history.length.
    for way, order in (("back", range(len(steps) - 1, -1, -1)), ("forward", range(1, len(steps) + 1))):
        for n in order:
            browser.run(f"history.{way}()")
            browser.wait(f"location.hash === {json.dumps(seen[n][0])} && {STILL} && JSON.stringify({SEEN}) === {json.dumps(json.dumps(seen[n], ensure_ascii=False, separators=(',', ':')))}")
            found = browser.run(SEEN)
            check(found == seen[n], f"{way} shows {seen[n][0]} as before", [(a, b) for a, b in zip(found, seen[n]) if a != b])
    check(said(browser) == "", "and nothing is said", said(browser))
    # Keys.
    key(browser, "?")
    check(browser.run("document.getElementById('keys').open && document.getElementById('keys').offsetHeight > 0"), "? shows the keys")
    key(browser, "j")
    check(browser.run("location.hash") == seen[-1][0], "and then they do nothing")
    browser.run("document.querySelector('#keys button').click()")
    check(browser.wait("!document.getElementById('keys').open"), "until they are closed")
    for name, want in (("j", "#r1/k1?base=r0"), ("k", "#r1/k0?base=r0"), ("k", "#r1/k0?base=r0"), ("l", "#r1/?base=r0"), ("R", "#r0/k1/context")):
        key(browser, name)
        check(browser.wait(f"location.hash === {json.dumps(want)} && {STILL}"), f"the key {name} leads to {want}", browser.run("location.hash"))
    browser.run("document.getElementById('after').click()")
    check(browser.wait("/^#r0\\/k[2-9]/.test(location.hash) || document.getElementById('panel').textContent !== ''"), "a button leads to the next kernel")
    # The browser may load the frame once more, while the next address waits to be acted upon.
    browser.run("location.hash = '#r0/k1', document.getElementById('page').onload()")
    check(browser.wait(f"location.hash === '#r0/k1' && {STILL} && document.getElementById('page').contentWindow.location.hash === '#k1'"), "a frame that is loaded again leaves the address",
          browser.run("location.hash"))
    close_all(browser)
    browser.run("history.back()")
    time.sleep(0.2)
    check(browser.run("document.getElementById('empty').offsetHeight > 0"), "Back after closing shows none of them")


def write_note(browser, text, section=None):
    """Opens the note with its key, writes it, keeps it; the words that were there."""
    browser.run("document.getElementById('words').value = 'not asked yet', 0")
    key(browser, "n")
    if not check(browser.wait("document.getElementById('note').open"), "a key opens the note"):
        return None
    if section is not None:
        browser.run(f"(function (s) {{ s.value = {section}; s.dispatchEvent(new Event('change')); }}(document.getElementById('on')))")
    before = browser.run("document.getElementById('words').value")
    browser.run(f"document.getElementById('words').value = {json.dumps(text)}, document.querySelector('#note button').click()")
    browser.wait("!document.getElementById('note').open")
    return before


SAIDS = f"Array.prototype.map.call({PAGE}.querySelectorAll('#k0 .said'), function (p) {{ return [(p.closest('section') || {PAGE}).querySelector('h3') && p.parentNode.tagName === 'SECTION' && /^k0s/.test(p.parentNode.querySelector('h3').id) ? p.parentNode.querySelector('h3').textContent : '', p.textContent, p.title !== '']; }})"


def saved_copy(browser, path):
    """Saves a copy with the notes under this name."""
    browser.run("""(window.kept = new Promise(function (done) {
        var own = URL.createObjectURL;
        URL.createObjectURL = function (b) {
            URL.createObjectURL = own;
            var r = new FileReader();
            r.onload = function () { done(r.result.split(',')[1]); };
            r.readAsDataURL(b);
            return own.call(URL, b);
        };
    }), (function (s) { s.value = 'copy'; s.dispatchEvent(new Event('change')); }(document.getElementById('save'))), 0)""")
    with open(path, "wb") as f:
        f.write(base64.b64decode(browser.run("window.kept")))


def lines_of(tool, *arguments):
    return json.loads(subprocess.run([tool, *arguments], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)


def without_comments(tool, path):
    """Details and sources of a report without its name, and its comments apart."""
    found = lines_of(tool, "details", "--json", path)
    said = []
    for report in found:
        del report["file"]
        for r in report.get("results", []):
            said.append([(c["section"], c["text"]) for c in r.pop("comments", [])])
    return found, said


def notes(browser, tool, url, reports):
    """Notes stay in the browser, and go into a copy of the report as its comments, which then are those of everybody."""
    report, hostile = reports[0], "</script><b onclick=x>&amp;\n\u001f2. line \U0001f600"
    name = os.path.basename(report)
    browser.choose("#files", [report])
    shown(browser, name)
    check(browser.run("document.querySelector('#save [value=copy]').disabled && document.getElementById('noting').disabled"), "without a kernel and a note there is nothing to write or save")
    browser.run("location.hash = '#r0/k0'")
    browser.wait(f"{STILL} && {PAGE}.getElementById('k0')")
    check(write_note(browser, hostile) == "", "the report has no comment on the kernel")
    hostile = hostile.replace("\u001f", " ")
    check(browser.run(SAIDS) == [["", "Comment: " + hostile, True]], "a note is on the page, as text", browser.run(SAIDS))
    title = browser.run(f"{PAGE}.getElementById('k0s1').textContent")
    browser.run("location.hash = '#r0/k0s1'")
    browser.wait(f"{STILL} && {PAGE}.defaultView.location.hash === '#k0s1'")
    write_note(browser, "on a section")
    chosen = browser.run("document.getElementById('on').selectedOptions[0].textContent")
    check(chosen == title, "the address says which section it is about", [chosen, title])
    browser.run("location.hash = '#r0/k0-L7'")
    browser.wait(f"{STILL} && location.hash === '#r0/k0-L7'")
    check(write_note(browser, hostile + "\nline 7: here") == hostile + "\nline 7: ", "or which line, beside what was said of the kernel")
    want = [["", "Comment: " + hostile + "\nline 7: here", True], [title, "Comment: on a section", True]]
    check(browser.run(SAIDS) == want, "both are on the page", browser.run(SAIDS))
    close_all(browser)
    browser.open("about:blank")
    browser.open(url + "#r0/k0")
    browser.wait("document.getElementById('files') !== null")
    browser.choose("#files", [report])
    shown(browser, name)
    check(browser.wait(f"{STILL} && {PAGE}.getElementById('k0') && JSON.stringify({SAIDS}) === {json.dumps(json.dumps(want, separators=(',', ':'), ensure_ascii=False))}"), "and are there again after a reload", browser.run(SAIDS))
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "copy.ncu-rep")
        saved_copy(browser, copy)
        plain, nothing = without_comments(tool, report)
        again, found = without_comments(tool, copy)
        check(plain == again, "the copy says all that the report says")
        check([x for x in found[0] if x[1]] == [(None, hostile + "\nline 7: here"), (next(c[0] for c in found[0] if c[1] == "on a section"), "on a section")] and found[1:] == nothing[1:],
              "ncurep details has the notes as comments", found)
        page = subprocess.run([tool, "html", copy], check=True, stdout=subprocess.PIPE).stdout.decode()
        check('<p class="said">Comment: on a section</p>' in page and "Comment: &lt;/script&gt;&lt;b onclick=x&gt;" in page, "ncurep html, too")
        browser.choose("#files", [copy])
        shown(browser, "copy.ncu-rep")
        browser.run("location.hash = '#r1/k0'")
        browser.wait(f"{STILL} && {PAGE}.getElementById('k0')")
        check(browser.run(SAIDS) == [[a, b, False] for a, b, _ in want], "and the viewer, in which they are comments of the report now", browser.run(SAIDS))
        before = write_note(browser, "")
        check(before == hostile + "\nline 7: here" and browser.run(SAIDS) == [[title, want[1][1], False]], "a comment can be taken back", [before, browser.run(SAIDS)])
        other = os.path.join(folder, "other.ncu-rep")
        saved_copy(browser, other)
        left = [x[1] for x in without_comments(tool, other)[1][0] if x[1]]
        check(left == ["on a section"], "from a copy, too", left)
        write_note(browser, hostile + "\nline 7: here")
        check(browser.run(SAIDS) == [[a, b, False] for a, b, _ in want] and browser.run("document.querySelector('#save [value=copy]').disabled"), "what says the same as the report is no note", browser.run(SAIDS))
        close_all(browser)
        for r in reports[1:]:
            browser.choose("#files", [r])
            shown(browser, os.path.basename(r))
            first = lines_of(tool, "list", "--json", r)[0]["results"][0]["result"]
            browser.run(f"location.hash = '#r0/k{first}'")
            browser.wait(f"{STILL} && {PAGE}.getElementById('k{first}')", 40)
            write_note(browser, "once")
            saved_copy(browser, copy)
            write_note(browser, "")
            (plain, nothing), (again, found) = without_comments(tool, r), without_comments(tool, copy)
            check(plain == again and sum(c[1] == "once" for x in found for c in x) == 1 and sum(len(x) for x in found) == sum(len(x) for x in nothing) + 1, f"{os.path.basename(r)}: a copy with a note",
                  [said(browser), found[:2]])
            close_all(browser)
    browser.run("localStorage.clear()")


def hostile(browser, tool):
    """A report whose names are markup, under a name that is, too: whole as texts, and none of it acts."""
    maker = os.path.join(os.path.dirname(tool), "tests/golden/ncurep_html")
    if not os.path.exists(maker):
        skips.append("needs " + maker)
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([maker, "--make", folder], check=True)
        name = "<img src=x onerror=\"document.title='ran'\"><script>document.title='ran'<\u2215script>.ncu-rep"
        path = os.path.join(folder, name)
        os.rename(os.path.join(folder, "hostile.ncu-rep"), path)
        title = browser.run("document.title")
        browser.choose("#files", [path, os.path.join(folder, "hostile.section")])
        check(shown(browser, name), "a report with a hostile name is shown by it", said(browser))
        kernel = json.loads(subprocess.run([tool, "list", "--json", path], check=True, stdout=subprocess.PIPE).stdout)[0]["results"][0]["name"].encode()
        kernel = kernel[:kernel.index(b"]]>")].decode()  # pages show the control characters that follow in another form
        for view in ("", "/k0", "/k0/metrics", "/k0/context", "/all"):
            browser.run(f"location.hash = '#r0{view}'")
            browser.wait(STILL)
            for inside in ("document", PAGE):
                seen = browser.run(f"[{inside}.title, {inside}.querySelectorAll('img').length, {inside}.documentElement.title, {inside}.querySelectorAll('[onerror]').length]")
                check(seen[1:] == [0, "", 0] and "ran" != seen[0], f"nothing of it acts: {view or 'list'}", seen)
        check(browser.run(f"{PAGE}.getElementById('k0h').textContent").find(kernel) >= 0, "the name of the kernel is whole", browser.run(f"{PAGE}.getElementById('k0h').textContent"))
        check(browser.run("document.title") == f"{name} - {title}", "the title names the report", browser.run("document.title"))
    close_all(browser)


def metric_window(browser, tool, report):
    """The window of a metric has its value, its instances, the sections that show it and the rules that look at it."""
    browser.choose("#files", [report])
    shown(browser, os.path.basename(report))
    result = lines_of(tool, "raw", "--json", "--print-metric-instances", "values", report)[0]["results"][0]
    details = lines_of(tool, "details", "--json", report)[0]["results"][0]
    many = next(m for m in result["metrics"] if len(m.get("instances") or []) > 1)
    focus = next((r, f) for place in details["sections"] for r in place["rules"] for f in r["focus"] if any(m["name"] == f["metric"] for m in result["metrics"]))
    for name in (many["name"], focus[1]["metric"], "gpu__time_duration.sum"):
        browser.run("location.hash = '#r0/k0/metrics?find=" + name + "'")
        row = f"Array.prototype.filter.call(document.querySelectorAll('#panel tbody th'), function (x) {{ return x.textContent === '{name}'; }})[0]"
        browser.wait(f"!document.getElementById('panel').hidden && {row} !== undefined")
        value = browser.run(f"{row}.nextSibling.textContent")
        browser.run(f"{row}.querySelector('button').click()")
        if not check(browser.wait("document.getElementById('metric').open"), f"{name} has a window", said(browser)):
            return
        seen = dict(browser.run("Array.prototype.map.call(document.querySelectorAll('#metric dt'), function (x) { return [x.textContent, x.nextSibling.textContent]; })"))
        check(browser.run("document.getElementById('metric-name').textContent") == name and seen["Value"].startswith(value), f"{name}: the value of the row", [value, seen])
        where_shown = [x["name"] for x in details["sections"] if any(m["name"] == name for m in x["header"])]
        check(set(where_shown) <= set(seen["Shown in"].split(", ")), f"{name}: the sections that show it", [where_shown, seen])
        if name == focus[1]["metric"]:
            check(focus[1]["info"] in seen["Looked at by"], f"{name}: the rules that look at it", [focus, seen])
        check(seen.get("Comes from", "") != "", f"{name}: where it comes from", seen)
        if name == "gpu__time_duration.sum":
            check(seen.get("Unit", "") != "" and seen.get("What it says", "") != "", f"{name}: its unit and its description", seen)
        if name == many["name"]:
            rows = browser.run("document.querySelectorAll('#metric tr').length")
            check(rows == 1 + min(200, len(many["instances"])), f"{name}: its instances", [rows, len(many["instances"])])
        browser.run("document.querySelector('#metric form > p button').click()")
    # From the page, too.
    browser.run("location.hash = '#r0/k0'")
    browser.wait(f"{STILL} && {PAGE}.getElementById('k0')")
    browser.run(f"{PAGE}.querySelector('#k0 .metric').click()")
    check(browser.wait("document.getElementById('metric').open") and browser.run(f"document.getElementById('metric-name').textContent === {PAGE}.querySelector('#k0 .metric').textContent"),
          "a metric of a rule on the page leads there")
    browser.run("document.querySelector('#metric form > p button').click()")
    close_all(browser)


def branches(browser, tool, report):
    """The metrics of a rule are a tree: below a throughput what it is the greatest of, with values."""
    browser.choose("#files", [report])
    shown(browser, os.path.basename(report))
    browser.run("location.hash = '#r0/k0?rules=1'")
    rows = (f"Array.prototype.map.call({PAGE}.querySelectorAll('#k0 .says tbody tr'), function (x) {{"
            " return [+x.cells[0].style.getPropertyValue('--d'), x.cells[0].textContent, x.cells[1].textContent]; })")
    if not check(browser.wait(f"{STILL} && {PAGE}.querySelector('#k0 .says th[style]') !== null"), "a throughput has branches", said(browser)):
        return
    raw = lines_of(tool, "raw", "--json", "--print-units", "base", report)[0]["results"][0]["metrics"]
    values = {m["name"]: m["value"] for m in raw}
    dump = subprocess.run([tool, "dump", report], check=True, stdout=subprocess.PIPE).stdout.decode()
    path = []
    for depth, name, text in browser.run(rows):
        path = path[:depth] + [name]
        if depth == 0:
            continue
        inputs = re.search(r'"breakdown:' + re.escape(path[-2]) + r'","value":\["str","([^"]*)"', dump)
        check(inputs and name in inputs[1].split(","), f"{name} is an input of {path[-2]}", inputs and inputs[0])
        number = float(text.split(" ")[0]) * {"": 1, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}[text.partition(" ")[2]]
        check(abs(number - float(values[name])) <= 1e-2 * abs(number), f"{name}: its value", [text, values[name]])
    browser.run(f"{PAGE}.querySelector('#k0 .says th[style] .metric').click()")
    check(browser.wait("document.getElementById('metric').open"), "a branch has its window", said(browser))
    browser.run("document.querySelector('#metric form > p button').click()")
    close_all(browser)
    browser.run("document.getElementById('rules').checked = false")


def rules(browser, url, report, expected):
    """The rules of the page are run in place of what the report says, and back."""
    browser.open("about:blank")
    browser.open(url)
    browser.choose("#files", [report])
    shown(browser, os.path.basename(report))
    before = views_of_page(browser, 0)
    check(before != expected, "the report itself says something else")
    for on, want, more in ((True, expected, "?rules=1"), (False, before, ""), (True, expected, "?rules=1")):
        browser.run("document.getElementById('rules').click()")
        browser.wait(f"location.hash === '#r0/all{'' if not on else '?rules=1'}' && !document.getElementById('page').hasAttribute('aria-busy')")
        views = views_of_page(browser, 0, more)
        check(views == want, f"rules are run as ncurep html --rules does: {on}", different(views, want))
    close_all(browser)
    browser.run("document.getElementById('rules').checked = false")


def main(program, page, tool, number, reports):
    url = "file://" + os.path.abspath(page)
    # What the tool's own pages say, in a browser of their own.
    browser = start(program)
    expected = {r: views_of_tool(browser, tool, r) for r in reports}
    pair = reports[:2]
    compared = views_of_tool(browser, tool, "--baseline", pair[0], "--match", "order", pair[1])
    ruled = views_of_tool(browser, tool, "--rules", reports[0])
    browser.close()

    browser = start(program)
    browser.open(url)
    check(browser.run("document.getElementById('empty').offsetHeight > 0"), "the empty page says what to do")
    for r in reports:
        name = os.path.basename(r)
        browser.choose("#files", [r])
        check(shown(browser, name), name + " is shown", said(browser))
        views = views_of_page(browser, reports.index(r))
        check(views == expected[r], name + ": the text of its page is that of ncurep html", different(views, expected[r]))
        check(said(browser) == "", name + ": no message", said(browser))
    check(browser.run("document.querySelectorAll('#reports button').length") == len(reports), "all reports are open")

    # An address leads to a kernel, whether clicked or typed.
    last = len(reports) - 1
    browser.run(f"location.hash = '#r{last}'")
    browser.wait(f"{PAGE}.documentElement.className === 'js'")
    browser.run(PAGE + ".querySelector('#kernels tbody a').click()")
    check(browser.wait(f"/^#r{last}\\/k\\d+$/.test(location.hash)"), "the address names the report and the kernel", browser.run("location.hash"))
    browser.run("location.hash = '#r0/session'")
    check(shown(browser, os.path.basename(reports[0])) and browser.wait(PAGE + ".getElementById('session').offsetHeight > 0"),
          "an address leads to another report")
    # A baseline.
    browser.run("location.hash = '#r1'")
    shown(browser, os.path.basename(pair[1]))
    browser.run("""(function () {
        var b = document.getElementById('base'), m = document.getElementById('match');
        b.value = 'r0'; b.dispatchEvent(new Event('change'));
        m.value = '2'; m.dispatchEvent(new Event('change'));
    }())""")
    check(browser.wait(f"{PAGE}.querySelector('a[href=\"#comparison\"]') !== null", 30), "there is a comparison")
    shown(browser, os.path.basename(pair[1]))
    check(browser.run("location.hash") == "#r1/?base=r0&match=2", "the address names the baseline", browser.run("location.hash"))
    views = views_of_page(browser, 1, "?base=r0&match=2")
    check(views == compared, "two reports are compared as ncurep html --baseline does", different(views, compared))
    # A kernel of a report that was never shown is a baseline, too.
    check(browser.wait("document.querySelectorAll('#base optgroup').length === " + str(len(reports))), "kernels of every report can be baselines")
    # Close all: nothing is left, and opening works again.
    for left in range(len(reports), 0, -1):
        browser.run("document.getElementById('close').click()")
        browser.wait(f"document.querySelectorAll('#reports button').length === {left - 1}")
    check(browser.run("document.getElementById('page').hidden && document.getElementById('empty').offsetHeight > 0"), "nothing is left after closing")
    browser.choose("#files", [reports[0]])
    check(shown(browser, os.path.basename(reports[0])), "a report opens after all were closed", said(browser))

    close_all(browser)
    close_quickly(browser, reports[:4])

    # The rest, on a page of its own.
    errors = browser.errors()
    asked = browser.requests()
    close_all(browser)
    browser.open("about:blank")
    browser.open(url)
    pace(browser, max(reports, key=os.path.getsize))
    navigation(browser, url, reports)
    panels(browser, tool, url, reports)
    notes(browser, tool, url, reports)
    metric_window(browser, tool, reports[0])
    hostile(browser, tool)
    rules(browser, url, reports[0], ruled)
    branches(browser, tool, reports[0])
    source(browser, tool, reports)
    sections(browser, tool, reports[0])
    messages(browser, reports[0])
    everything(browser, tool, reports[0])
    whole_baseline(browser, tool, reports[1])
    several(browser, tool, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../examples/data/samples/ncurep"))
    figures(browser, tool, reports[-10:])
    room(browser, reports[0])
    profiles(browser, tool, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../examples/data/samples"))
    recordings(browser, tool, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../examples/data/samples"))
    compressed(browser, page, tool, reports[0])
    memory(browser, reports[-1])
    browser.run("document.getElementById('close').click()")
    browser.wait("document.querySelectorAll('#reports button').length === 0")
    if number >= 100 and sum(os.path.getsize(r) for r in reports) > 10 << 20:
        huge(browser, tool, reports)
    # Files that are not whole reports; what was open stays.
    browser.choose("#files", [reports[0]])
    check(shown(browser, os.path.basename(reports[0])), "a report opens", said(browser))
    with tempfile.TemporaryDirectory() as folder:
        data = open(reports[0], "rb").read()
        for name, content, words in (("empty.ncu-rep", b"", "empty"), ("text.ncu-rep", b"hello\n" * 100, "not"),
                                     ("cut.ncu-rep", data[:-100], "is cut"), ("packed.ncu-repz", b"\x28\xb5\x2f\xfd" + b"\xff" * 60, "unpack|compressed")):
            path = os.path.join(folder, name)
            with open(path, "wb") as f:
                f.write(content)
            answers(browser, path, words)
        check(browser.run("document.querySelectorAll('#reports button').length") == 2, "the whole report is still open after them, and the cut one")
    damaged = sorted(reports, key=os.path.getsize)[:4]
    for path in damaged:
        mutants(browser, path, number // len(damaged))

    # Names: every control has one, and the keyboard reaches the file input first.
    check(browser.nameless() == [], "every control has a name", browser.nameless()[:2])
    check(browser.run("document.querySelector('input, button, select, a').id") == "files", "the file input comes first")
    for width in (400, 1000):
        browser.resize(width, 800)
        wide = browser.run("document.documentElement.scrollWidth")
        check(wide <= width, f"nothing is wider than {width} px", wide)

    # No network request was made, and nothing went wrong.
    abroad = [u for u in asked | browser.requests() if u != url and not re.match(r"^(blob|data|about):", u)]
    check(not abroad, "no request leaves the page", abroad)
    errors += browser.errors()
    check(not errors, "no error in the console", errors[:3])
    refused = browser.run("fetch('data:text/plain,x').then(function () { return false; }, function () { return true; })")
    check(refused, "the page may not fetch")
    # What would have shown a request and an error does show them.
    close_all(browser)
    browser.open("about:blank")
    browser.run("fetch('http://127.0.0.1:49151/seen').catch(function () { setTimeout(function () { throw new Error('seen'); }); })")
    check(browser.wait("true") and any(u.endswith("/seen") for u in browser.requests()), "a request would have been seen")
    browser.close()


main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5:])
for why in skips:
    print("skipped:", why)
print(f"{passed} passed, {failed} failed, {len(skips)} skipped")
sys.exit(failed > 0)
