"""Reports in JupyterLab: a double click opens the viewer as a document, and a notebook shows the page.

    jupyter.py CHROMIUM FOLDER REPORT SECTION NCUREP : FOLDER has the unpacked wheel
"""
import glob
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser  # noqa: E402

passed = failed = 0
NOTEBOOK = {"cells": [{"cell_type": "code", "execution_count": None, "id": "a", "metadata": {}, "outputs": [],
                       "source": "import ncurep\nncurep.show('one.ncu-rep', height=300)"}],
            "metadata": {"kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}}, "nbformat": 4, "nbformat_minor": 5}


def check(ok, what, found=""):
    global passed, failed
    if ok:
        passed += 1
        return True
    failed += 1
    print("FAILED", what)
    if found != "":
        print(str(found)[:1500])
    return False


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def double_click(browser, name):
    """As the mouse does it, on the name in the list of files."""
    item = f"Array.prototype.filter.call(document.querySelectorAll('.jp-DirListing-item'), function (e) {{ return e.querySelector('.jp-DirListing-itemText').textContent === {json.dumps(name)}; }})[0]"
    if not check(browser.wait(f"{item} !== undefined", 60), f"{name} is in the list of files"):
        return
    place = f"(function (e) {{ e.scrollIntoView(); var b = e.getBoundingClientRect(); return [b.left + 60, b.top + b.height / 2]; }}({item}))"
    browser.wait(f"{item}.contains(document.elementFromPoint.apply(document, {place}))", 60)  # nothing covers it, such as the logo at the start
    x, y = browser.run(place)
    for count in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=count)


def document(name):
    """The page of the viewer in the tab of this file; null without one."""
    return (f"(function (f) {{ return f ? f.contentDocument : null; }}(Array.prototype.filter.call(document.querySelectorAll('iframe'), "
            f"function (f) {{ return f.title === {json.dumps(name)} && f.contentDocument && f.contentDocument.getElementById('said'); }})[0]))")


def shown(browser, name):
    d = document(name)
    double_click(browser, name)
    opened = browser.wait(f"(function (d) {{ var p = d && d.getElementById('page'); return !!p && p.title === {json.dumps(name)} && !p.hasAttribute('aria-busy') && !p.hidden; }}({d}))", 60)
    return check(opened, f"{name} opens in the viewer", browser.run(f"(function (d) {{ return d && d.body.innerText.slice(0, 500); }}({d}))"))


def in_frames(browser, script):
    """What an expression gives in each frame that has a process of its own, as one has that JavaScript of the notebook cannot reach."""
    out, own = [], browser.session
    for target in browser.call("Target.getTargets")["targetInfos"]:
        if target["type"] == "iframe" and target["url"] == "about:srcdoc":
            browser.session = browser.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
            out.append(browser.run(script))
            browser.session = own
    return out


def tests(browser, url, report, tool):
    names = [k["name"] for k in json.loads(subprocess.run([tool, "list", "--json", report], check=True, stdout=subprocess.PIPE).stdout)[0]["results"]]
    browser.open(url + "/lab")
    check(browser.wait("!!window.jupyterapp && document.querySelectorAll('.jp-DirListing-item').length >= 4", 120), "JupyterLab starts")
    browser.run("window.jupyterapp.restored.then(function () { return 0; })")
    check(browser.run("window.jupyterapp.hasPlugin('ncurep:viewer') && window.jupyterapp.isPluginActivated('ncurep:viewer')"), "the extension is active")
    for name in ("one.ncu-rep", "two.ncu-repz"):
        if os.path.exists(name) and shown(browser, name):
            page = f"{document(name)}.getElementById('page').contentDocument"
            found = browser.run(f"Array.prototype.map.call({page}.querySelectorAll('#kernels tbody a'), function (a) {{ return a.textContent; }})")
            check(len(found) == len(names) and all(n in f for n, f in zip(names, found)), f"{name}: its kernels are those of ncurep list", found)
            browser.run(f"{page}.querySelector('#kernels tbody a').click()")
            check(browser.wait(f"{page}.querySelector('article.kernel') !== null"), f"{name}: a kernel opens in it")
    double_click(browser, "three.section")
    d = document("three.section")
    check(browser.wait(f"{d} !== null && /No mistake in three.section/.test({d}.getElementById('said').textContent)", 60), "a section file is linted", browser.run(f"{d} && {d}.body.innerText.slice(0, 500)"))
    double_click(browser, "bad.ncu-rep")
    d = document("bad.ncu-rep")
    check(browser.wait(f"{d} !== null && /bad.ncu-rep/.test({d}.getElementById('said').textContent)", 60), "a file that is not a report gets an answer", browser.run(f"{d} && {d}.body.innerText.slice(0, 500)"))
    before = document("one.ncu-rep")
    check(browser.run(f"{before} !== null && {before}.querySelectorAll('#reports button').length") == 1, "each document has one report")
    told = browser.run(f"{before}.querySelector('#empty .build').textContent")
    check("not allowed to connect" in told, "its page may connect to nothing", told)
    # A notebook.
    double_click(browser, "four.ipynb")
    accept = "document.querySelector('.jp-Dialog .jp-mod-accept')"
    if browser.wait(f"{accept} !== null", 30):  # it asks for the kernel
        browser.run(f"{accept}.click()")
    browser.wait("document.querySelector('.jp-Notebook-ExecutionIndicator[data-status=idle]') !== null && document.querySelector('.jp-Dialog') === null", 60)
    browser.run("(window.jupyterapp.commands.execute('notebook:run-all-cells'), 0)")
    out = "document.querySelector('.jp-OutputArea-output iframe[srcdoc]')"
    check(browser.wait(f"{out} !== null", 60), "a notebook shows the page", browser.run("(document.querySelector('.jp-OutputArea') || {}).innerText"))
    check(browser.run(f"{out} && {out}.offsetHeight === 300 && {out}.getAttribute('sandbox')") == "allow-scripts", "in a frame of the height that was asked for, with scripts and nothing else")
    look = "document.documentElement.className + ' ' + Array.prototype.map.call(document.querySelectorAll('#kernels tbody a'), function (a) { return a.textContent; }).join(' ')"
    end = time.monotonic() + 30
    found = []
    while time.monotonic() < end and not any(f and f.startswith("js") and all(n in f for n in names) for f in found):
        found = in_frames(browser, look)
        time.sleep(0.2)
    check(any(f and f.startswith("js") and all(n in f for n in names) for f in found), "its script runs, its kernels are there", found)
    abroad = [u for u in browser.requests() if not u.startswith((url, "blob:", "data:", "about:"))]
    check(not abroad, "nothing is asked of anybody else", abroad)


def main(program, site, report, section, tool):
    site, report, section, tool = map(os.path.abspath, (site, report, section, tool))
    (share,) = glob.glob(os.path.join(site, "ncurep-*.data/data/share/jupyter"))
    with tempfile.TemporaryDirectory() as folder:
        work = os.path.join(folder, "work")
        os.mkdir(work)
        os.chdir(work)
        shutil.copy(report, "one.ncu-rep")
        shutil.copy(section, "three.section")
        if subprocess.run([tool, "pack", report, "-o", "two.ncu-repz"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0:
            print("skipped: needs libzstd")
        with open("bad.ncu-rep", "wb") as f:
            f.write(b"no report\n" * 9)
        with open("four.ipynb", "w", encoding="ascii") as f:
            json.dump(NOTEBOOK, f)
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        env = dict(os.environ, HOME=folder, JUPYTER_CONFIG_DIR=folder + "/config", JUPYTER_DATA_DIR=folder + "/data", JUPYTER_RUNTIME_DIR=folder + "/run", IPYTHONDIR=folder + "/ipython",
                   JUPYTER_PATH=share, PYTHONPATH=site)
        with open(folder + "/log", "wb") as log:
            server = subprocess.Popen([sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=", "--ServerApp.root_dir=" + work,
                                       "--LabApp.expose_app_in_browser=True", "--LabApp.news_url="], env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
            try:
                end = time.monotonic() + 120
                up = False
                while not up and time.monotonic() < end and server.poll() is None:
                    try:
                        up = urllib.request.urlopen(url + "/api", timeout=5).status == 200
                    except OSError:
                        time.sleep(0.2)
                if check(up, "the server starts", open(folder + "/log", encoding="utf-8", errors="replace").read()[-1500:]):
                    browser = Browser(program, width=1300, height=900)
                    try:
                        tests(browser, url, report, tool)
                        if os.environ.get("PICTURE"):
                            browser.picture(os.environ["PICTURE"])
                    finally:
                        browser.close()
            finally:
                server.terminate()
                server.wait(30)
        os.chdir("/")


main(*sys.argv[1:6])
print(f"{passed} passed, {failed} failed, 0 skipped")
sys.exit(failed > 0)
