"""The viewer as the extension for VS Code shows it: the page that the extension makes, written into a frame beside a host that hands
the report over as the editor does. Arguments: a browser, the page as it was built, a report, an empty folder, the name of a kernel."""
import functools
import http.server
import os
import shutil
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, "tests")
from browser import start  # noqa: E402

PROGRAM, PAGE, REPORT, KERNEL = sys.argv[1:5]
MADE = """const vscode = require('vscode'), [page, from, to] = process.argv.slice(1);
const extension = require(from + '/extension.js');
extension.activate({ extensionUri: vscode.Uri.file(from), subscriptions: [] });
const panel = { webview: { onDidReceiveMessage() {} } };
vscode.kept.editors['gpuloupe.report'].provider.resolveCustomEditor({ uri: null }, panel).then(() => require('fs').writeFileSync(to, panel.webview.html));"""
HOST = """<!DOCTYPE html><title>host</title><link rel="icon" href="data:,"/><iframe id="v" style="width: 95vw; height: 90vh"></iframe><script>
var heard = [], frame = document.getElementById('v');
fetch('page.html').then(r => r.text()).then(html => {
  var w = frame.contentWindow;
  w.acquireVsCodeApi = () => ({postMessage: m => {
    heard.push(m);
    fetch('report').then(r => r.arrayBuffer()).then(b => w.postMessage({ncurep: 'open', files: [{name: 'a.ncu-rep', bytes: new Uint8Array(b)}]}, origin));
  }});
  w.document.open();
  w.document.write(html);
  w.document.close();
});
</script>"""
temporary = tempfile.TemporaryDirectory()
FOLDER = temporary.name
extension = os.path.join(FOLDER, "extension")
shutil.copytree("examples/editors/vscode", extension)
shutil.copy(PAGE, extension + "/viewer.html")
subprocess.run(["node", "-e", MADE, PAGE, extension, os.path.join(FOLDER, "page.html")], check=True, env=os.environ | {"NODE_PATH": "tests"})
shutil.copy(REPORT, os.path.join(FOLDER, "report"))
with open(os.path.join(FOLDER, "host.html"), "w") as f:
    f.write(HOST)


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=FOLDER))
threading.Thread(target=server.serve_forever, daemon=True).start()
here = f"http://127.0.0.1:{server.server_address[1]}/"
b = start(PROGRAM, width=1400)
passed = failed = 0


def check(what, ok, found=None):
    global passed, failed
    passed += bool(ok)
    failed += not ok
    if not ok:
        print("FAILED", what, found)


b.open(here + "host.html")
check("the page asks once for its report", b.wait("heard.length > 0") and b.run("heard.length") == 1 and b.run("heard[0].ncurep") == "ready", b.run("heard"))
shown = ("(function (d) { var p = d.getElementById('page'), i = p && p.contentDocument; return d.getElementById('panel').textContent + "
         "(i && i.body ? i.body.textContent : ''); }(frame.contentDocument))")
check("it shows it", b.wait(f"{shown}.includes('{KERNEL}')", 60), b.run("frame.contentDocument.body.innerText")[:500])
check("no error, no refusal of the policy", b.errors() == [], b.errors())
asked = {r for r in b.requests() if not r.startswith(("blob:", "data:", "about:"))}
check("no request but the host's", asked == {here + x for x in ("host.html", "page.html", "report")}, asked)
if os.environ.get("PICTURE"):
    b.picture(os.environ["PICTURE"])
b.close()
server.shutdown()
print(f"{passed} passed, {failed} failed, 0 skipped")
sys.exit(failed > 0)
