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


def said(browser):
    return browser.run("document.getElementById('said').textContent")


# The text of each view, whitespace as one space, and the data of its source with the text of each file in place of its number.
VIEWS = """(function (d) {
    return Array.prototype.map.call(d.querySelectorAll('.view'), function (v) {
        var c = v.cloneNode(true);
        Array.prototype.forEach.call(c.querySelectorAll('.work, .data, pre[id^=t]'), function (x) { x.parentNode.removeChild(x); });
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


def views_of_page(browser, at):
    browser.run(f"location.hash = '#r{at}/all'")
    browser.wait(f"{PAGE}.documentElement.className === 'js all' && location.hash === '#r{at}/all'", 60)
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
    """The code of the kernel with most instructions, in windows: the rows of ncurep source, sorted, searched and addressed."""
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
    address = f"#r{at}/k{result['id']}/source"
    rows = "document.querySelectorAll('#panel .rows tbody tr:not(.pad)')"
    count = len(result["instructions"])
    browser.run(f"location.hash = '{address}?rows=0'")
    check(browser.wait(f"(document.querySelector('#panel output') || {{}}).textContent === '{count} rows'", 30), "all instructions are there",
          browser.run("document.getElementById('panel').textContent.slice(0, 300)"))
    check(browser.run(rows + ".length") == min(count, 120), "but only some are in the page", browser.run(rows + ".length"))
    text = "Array.prototype.map.call(%s, function (x) { return x.querySelector('.code').textContent; })" % rows
    expected = [x.get("sass") or x["opcode"] for x in result["instructions"]]
    check(browser.run(text) == expected[:120], "the first ones first")
    browser.run("document.querySelector('#panel .rows').scrollTop = 1e7")
    check(browser.wait(f"(function (t) {{ return t[t.length - 1] === {json.dumps(expected[-1])} && t.length <= 120; }}({text}))"), "and the last ones after scrolling",
          browser.run(text)[-2:])
    column = "inst_executed"
    values = sorted((x["counters"].get(column, 0) for x in result["instructions"]), reverse=True)
    browser.run(f"location.hash = '{address}?rows=0&sort={column}'")
    sum_of = sum(values)
    check(browser.wait(f"{rows}.length > 0 && {rows}[0].cells[0].textContent === '{100 * values[0] / sum_of:.1f}%' && "
                       f"document.querySelectorAll('#panel select')[2].value === 'down'"), "the hottest come first", browser.run(rows + "[0].textContent"))
    line = next((x["source"][x.get("shown", 0)]["line"] for x in result["instructions"] if x.get("source")), 0)
    if line:
        browser.run(f"location.hash = '{address}/L{line}'")
        check(browser.wait(f"document.querySelector('#panel tr[aria-current]') !== null && /:{line}$/.test(document.querySelector('#panel tr[aria-current] th').textContent)", 20),
              "an address leads to a line", browser.run("document.getElementById('panel').textContent.slice(0, 300)"))
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
            answers(browser, path, "ncurep unpack")
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
    browser.run(f"(function (i) {{ i.value = 'duration'; i.dispatchEvent(new Event('input')); }}({panel}.querySelector('input')))")
    found = browser.run(f"Array.prototype.map.call({panel}.querySelectorAll('tbody tr'), function (x) {{ return x.textContent.toLowerCase(); }})")
    check(0 < len(found) < len(names) and all("duration" in x for x in found), "metrics are searched", found)
    browser.run(f"{panel}.querySelector('thead button').click(), {panel}.querySelector('thead button').click()")
    check(browser.run("location.hash") == "#r0/k0/metrics?find=duration&sort=-name", "the address keeps search and order", browser.run("location.hash"))
    # The same after a reload, once the file is chosen again.
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
    browser.run("location.hash = '#r0/comparison'")
    check(browser.wait(f"{PAGE} !== null && {PAGE}.getElementById('comparison') !== null && {PAGE}.getElementById('comparison').offsetHeight > 0"),
          "all kernels are compared with that one", said(browser))
    heads = browser.run(f"{PAGE}.querySelectorAll('#comparison h3').length")
    check(heads == browser.run(f"{PAGE}.querySelectorAll('#kernels tbody tr').length"), "each of them", heads)
    choose_kernel(browser, "")
    # Search.
    browser.run("(function (i) { i.value = 'DURATION'; i.dispatchEvent(new Event('input')); }(document.getElementById('find')))")
    check(browser.wait("/^[0-9]+ found$/.test((document.querySelector('#hits p') || {}).textContent)", 40), "a search ends", browser.run("document.getElementById('hits').textContent"))
    check(browser.run("document.querySelector('#hits a').textContent.indexOf('duration') >= 0"), "and finds metrics")
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


def main(program, page, tool, number, reports):
    url = "file://" + os.path.abspath(page)
    # What the tool's own pages say, in a browser of their own.
    browser = start(program)
    expected = {r: views_of_tool(browser, tool, r) for r in reports}
    pair = reports[:2]
    compared = views_of_tool(browser, tool, "--baseline", pair[0], "--match", "order", pair[1])
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
    views = views_of_page(browser, 1)
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

    # The rest, on a page of its own.
    errors = browser.errors()
    asked = browser.requests()
    browser.open("about:blank")
    browser.open(url)
    pace(browser, max(reports, key=os.path.getsize))
    panels(browser, tool, url, reports)
    source(browser, tool, reports)
    sections(browser, tool, reports[0])
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
                                     ("cut.ncu-rep", data[:-100], "cut"), ("packed.ncu-repz", b"\x28\xb5\x2f\xfd" + b"\xff" * 60, "unpack|compressed")):
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
    browser.open("about:blank")
    browser.run("fetch('http://127.0.0.1:49151/seen').catch(function () { setTimeout(function () { throw new Error('seen'); }); })")
    check(browser.wait("true") and any(u.endswith("/seen") for u in browser.requests()), "a request would have been seen")
    browser.close()


main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5:])
for why in skips:
    print("skipped:", why)
print(f"{passed} passed, {failed} failed, {len(skips)} skipped")
sys.exit(failed > 0)
