"""The build of the viewer that may fetch: reports by address and by message, from its own origin and from one in its list, and from no
other. The default build fetches nothing.

    viewer_site.py BROWSER BUILD REPORT OTHER : BUILD has viewer.html and site/; makes a site for origins of its own in a folder
"""
import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import start  # noqa: E402

passed = failed = 0
NAMES = "Array.prototype.map.call(document.querySelectorAll('#reports button'), function (b) { return b.textContent; })"
SAID = "(document.getElementById('said') || {textContent: ''}).textContent"
TITLE = "(document.getElementById('page') || {}).title"


def check(ok, what, found=""):
    global passed, failed
    if ok:
        passed += 1
        return
    failed += 1
    print("FAILED", what)
    if found != "":
        print(str(found)[:1000])


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, which any page may read."""
    def end_headers(self):
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *args):
        self.server.asked.append(self.path)


def serve(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    server.asked, server.origin = [], f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


# A page with the viewer in a frame, which hands it a file and keeps what it answers.
HOST = """<!DOCTYPE html><title>host</title><iframe id="v" src="%s"></iframe><script>
var heard = [], frame = document.getElementById('v');
addEventListener('message', function (e) { heard.push(e.data); });
function hand(files) { frame.contentWindow.postMessage({ncurep: 'open', files: files}, '*'); }
async function open(path, name) { hand([{name: name, bytes: await (await fetch(path)).arrayBuffer()}]); }
</script>"""
OPENED = "heard.filter(function (m) { return m.ncurep === 'opened'; })"


def messages(browser, host, page, report, may):
    """host: the origin of the page that hands over, page: the address of the viewer."""
    browser.open("about:blank")
    browser.open(host.origin + "/host-" + page + ".html")
    check(browser.wait("heard.some(function (m) { return m.ncurep === 'ready'; })"), f"{page} says that it is ready", browser.run("heard"))
    browser.run(f"open('{report}', 'folder/handed.ncu-rep')")
    if may:
        check(browser.wait(f"{OPENED}.length === 1", 30), f"{page} answers its own origin or one in the list", browser.run("heard"))
        check(browser.run(f"{OPENED}[0].names") == ["handed.ncu-rep"] and browser.run(f"{OPENED}[0].said") == "", "with what is open", browser.run("heard"))
        browser.run("hand([{name: 'x.ncu-rep', bytes: new Uint8Array(5)}])")
        check(browser.wait(f"{OPENED}.length === 2") and browser.run(f"/x\\.ncu-rep/.test({OPENED}[1].said) && {OPENED}[1].names.length === 1"), "a file that is no report is answered", browser.run("heard"))
        for bad in ("'text'", "[{name: 'x'}]", "[{name: 1, bytes: new ArrayBuffer(1)}]", "[null]"):
            browser.run(f"hand({bad})")
        browser.run("hand([{name: 'y.ncu-rep', bytes: new Blob(['y'])}])")
        check(browser.wait(f"{OPENED}.length === 3") and browser.run(f"{OPENED}[2].names.length") == 1, "what are no files opens nothing", browser.run("heard"))
    else:
        # The refusal comes after the message was taken: a second message to a page that had accepted would have been answered by then.
        browser.run("new Promise(function (r) { setTimeout(r, 1500); })")
        check(browser.run(f"{OPENED}.length") == 0, f"{page} answers no other origin", browser.run("heard"))


def main(program, build, report, other):
    with tempfile.TemporaryDirectory() as folder:
        site, away = os.path.join(folder, "site"), os.path.join(folder, "away")
        os.mkdir(site)
        os.mkdir(away)
        home, listed, foreign = serve(site), serve(away), serve(away)
        copy = os.path.join(folder, "build")
        os.mkdir(copy)
        shutil.copytree(os.path.join(build, "viewer"), os.path.join(copy, "viewer"))
        subprocess.run(["sh", "tools/viewer.sh", "page"], check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, B=copy, FROM=listed.origin))
        for name in ("index.html", "sample.ncu-rep"):
            shutil.copy(os.path.join(copy, "site", name), site)
        shutil.copy(os.path.join(copy, "viewer.html"), os.path.join(site, "plain.html"))
        shutil.copy(report, os.path.join(site, "a b.ncu-rep"))
        shutil.copy(other, os.path.join(away, "other.ncu-rep"))
        for at, pages in ((site, {"index": "index.html", "plain": "plain.html"}), (away, {"index": home.origin + "/index.html", "plain": home.origin + "/plain.html"})):
            for name, address in pages.items():
                with open(os.path.join(at, f"host-{name}.html"), "w", encoding="ascii") as f:
                    f.write(HOST % address)
        plain = open(os.path.join(site, "plain.html"), encoding="utf-8").read()
        check("connect-src 'none'" in plain and listed.origin not in plain, "the default build may connect to nothing")
        check(f"connect-src 'self' {listed.origin};" in open(os.path.join(site, "index.html"), encoding="utf-8").read(), "the site to its list alone")
        for bad in ("https://a.example/path", "'unsafe'", "https://a;b", "*", "ftp://x"):
            done = subprocess.run(["sh", "tools/viewer.sh", "page"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=dict(os.environ, B=copy, FROM=bad))
            check(done.returncode == 2 and b"list of origins" in done.stderr, f"{bad} is no origin", done.stderr)

        browser = start(program)
        browser.open(home.origin + "/index.html")
        told = browser.run("Array.prototype.map.call(document.querySelectorAll('.build'), function (e) { return e.textContent; })")
        check(len(told) == 2 and all(f"fetch reports from where it is hosted and from {listed.origin}" in t for t in told), "the site says that it fetches, and from where", told)
        check(browser.run("document.getElementById('sample').offsetHeight > 0"), "and offers its sample")
        browser.run("document.querySelector('#sample a').click()")
        check(browser.wait(f"{TITLE} === 'sample.ncu-rep'", 40), "which opens", browser.run(SAID))
        ask = "(function (e) { window.dispatchEvent(e); return e.defaultPrevented; }(new Event('beforeunload', {cancelable: true})))"
        check(not browser.run(ask), "leaving is not asked about: the address brings it back")
        for query, names in (("?report=a%20b.ncu-rep#r0/k0", ["a b.ncu-rep"]), (f"?report={listed.origin}/other.ncu-rep", ["other.ncu-rep"]),
                             (f"?report=a%20b.ncu-rep&report={listed.origin}/other.ncu-rep", ["a b.ncu-rep", "other.ncu-rep"])):
            browser.open("about:blank")
            browser.open(home.origin + "/index.html" + query)
            check(browser.wait(f"JSON.stringify({NAMES}) === {json.dumps(json.dumps(names, separators=(',', ':')))} && {SAID} === ''", 40), f"{query} opens {names}", [browser.run(NAMES), browser.run(SAID)])
        browser.open("about:blank")
        browser.open(home.origin + "/index.html?report=a%20b.ncu-rep#r0/k0/metrics?find=duration")
        check(browser.wait("document.querySelectorAll('#panel tbody tr').length > 0", 40), "the rest of the address leads to its place", browser.run("location.href"))
        errors = browser.errors()
        for query, words in ((f"?report={foreign.origin}/other.ncu-rep", "may fetch from"), ("?report=none.ncu-rep", "404"), ("?report=http://", "http://: "),
                             ("?report=data:,x", "may fetch from"), ("?report=none.ncu-rep&report=a%20b.ncu-rep", "404")):
            browser.open("about:blank")
            browser.open(home.origin + "/index.html" + query)
            check(browser.wait(f"{SAID}.indexOf({json.dumps(words)}) >= 0", 40), f"{query} is answered with \"{words}\"", browser.run(SAID))
        check(browser.wait(f"{NAMES}.join() === 'a b.ncu-rep'"), "one that cannot be fetched takes only itself down", browser.run(NAMES))
        check(foreign.asked == [], "another origin is not asked", foreign.asked)
        refused = browser.run(f"fetch({json.dumps(foreign.origin + '/other.ncu-rep')}).then(function () {{ return false; }}, function () {{ return true; }})")
        check(refused and foreign.asked == [], "nor could the page ask it", foreign.asked)

        # The default build, hosted.
        del home.asked[:]
        browser.open("about:blank")
        browser.open(home.origin + "/plain.html?report=sample.ncu-rep")
        check(browser.wait(f"/fetches nothing/.test({SAID})"), "the default build says that it fetches nothing", browser.run(SAID))
        told = browser.run("Array.prototype.map.call(document.querySelectorAll('.build'), function (e) { return e.textContent; })")
        check(len(told) == 2 and all("not allowed to connect to anything" in t for t in told) and browser.run("document.getElementById('sample').offsetHeight") == 0, "and on the page, too", told)
        asked = [a for a in home.asked if re.search("sample|ncu-rep", a) and "plain" not in a]
        check(asked == [], "and asks for nothing", asked)

        messages(browser, home, "index", "a b.ncu-rep", True)
        messages(browser, home, "plain", "a b.ncu-rep", True)
        messages(browser, listed, "index", "other.ncu-rep", True)
        messages(browser, listed, "plain", "other.ncu-rep", False)
        messages(browser, foreign, "index", "other.ncu-rep", False)
        check(not errors, "no error in the console", errors[:3])
        browser.close()


main(*sys.argv[1:5])
print(f"{passed} passed, {failed} failed, 0 skipped")
sys.exit(failed > 0)
