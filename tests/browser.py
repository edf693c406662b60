"""Headless browsers: Chromium over a pipe with DevTools messages, each ended by a zero byte; Firefox over a local socket with
Marionette messages, each after its length."""
import base64
import json
import os
import select
import shutil
import socket
import subprocess
import tempfile
import time

CONTROLS = "input:not([type=file]), button, select, textarea, a[href], summary"


def start(program, **how):
    """A browser of either kind, by the name of its program."""
    return (Firefox if "firefox" in os.path.basename(program) else Browser)(program, **how)


class Common:
    def wait(self, script, seconds=20):
        """Waits until an expression is true; False if it never was."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.run(script):
                    return True
            except RuntimeError as e:  # a frame has no document while its next one is loaded
                if "contentDocument is null" not in str(e):
                    raise
            time.sleep(0.02)
        return False


class Browser(Common):
    def __init__(self, program="chromium", width=1000, height=800):
        self.folder = tempfile.TemporaryDirectory()
        to_child, self.out = os.pipe()
        self.inp, from_child = os.pipe()
        os.set_inheritable(to_child, True)
        os.set_inheritable(from_child, True)

        def place():
            # Moved up first, so that neither dup2 closes the other.
            a, b = os.dup(to_child), os.dup(from_child)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.child = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--no-first-run",
             f"--window-size={width},{height}", f"--user-data-dir={self.folder.name}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=place)
        os.close(to_child)
        os.close(from_child)
        self.buffer, self.number, self.events = b"", 0, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "DOM"):
            self.call(domain + ".enable")
        self.call("Emulation.setScrollbarsHidden", hidden=True)  # pictures have none, and without them texts are set anew

    def message(self, seconds):
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.inp], [], [], left)[0]:
                return None
            got = os.read(self.inp, 1 << 20)
            if not got:
                raise RuntimeError("the browser ended")
            self.buffer += got
        one, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(one)

    def call(self, method, **params):
        self.number += 1
        m = {"id": self.number, "method": method, "params": params}
        if getattr(self, "session", None) and not method.startswith("Target."):
            m["sessionId"] = self.session
        os.write(self.out, json.dumps(m).encode() + b"\0")
        while True:
            got = self.message(60)
            if got is None:
                raise RuntimeError(method + ": no answer")
            if got.get("id") == self.number:
                if "error" in got:
                    raise RuntimeError(f"{method}: {got['error']}")
                return got["result"]
            self.events.append(got)

    def run(self, script):
        """The value of an expression; promises are awaited."""
        try:
            got = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        except RuntimeError as e:
            if "Inspected target navigated" in str(e):  # the page went away before it answered
                return None
            raise
        if "exceptionDetails" in got:
            raise RuntimeError(json.dumps(got["exceptionDetails"])[:2000])
        return got["result"].get("value")

    def open(self, url):
        self.call("Page.navigate", url=url)
        return self.wait("document.readyState === 'complete'")

    def choose(self, selector, paths):
        """Gives files to a file input."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[os.path.abspath(p) for p in paths])

    def picture(self, path):
        with open(path, "wb") as f:
            f.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def dark(self, on):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if on else "light"}])

    def requests(self):
        """Addresses that pages asked for so far."""
        self.run("0")
        return {e["params"]["request"]["url"] for e in self.events if e["method"] == "Network.requestWillBeSent"}

    def errors(self):
        """What went wrong in pages so far."""
        wrong = [e["params"].get("exceptionDetails") or e["params"]["entry"] for e in self.events if e["method"] == "Runtime.exceptionThrown" or
                 (e["method"] == "Log.entryAdded" and e["params"]["entry"]["level"] == "error")]
        return [" ".join([w["text"], w.get("exception", {}).get("description", ""), w.get("url", "")])[:600] for w in wrong]

    def nameless(self):
        """Controls of the page, frames included, that a screen reader has no name for."""
        frames = [self.call("Page.getFrameTree")["frameTree"]]
        found = []
        while frames:
            tree = frames.pop()
            frames += tree.get("childFrames", [])
            nodes = self.call("Accessibility.getFullAXTree", frameId=tree["frame"]["id"])["nodes"]
            found += [n for n in nodes if not n.get("ignored") and n.get("role", {}).get("value") in
                      ("button", "combobox", "checkbox", "radio", "textbox", "searchbox", "link", "slider", "DisclosureTriangle")
                      and not n.get("name", {}).get("value")]
        return found

    def close(self):
        try:
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        try:
            self.child.wait(10)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        os.close(self.out)
        os.close(self.inp)
        try:
            self.folder.cleanup()
        except OSError:
            pass


class Firefox(Common):
    def __init__(self, program="firefox-esr", width=1000, height=800):
        self.folder = tempfile.mkdtemp()
        with open(os.path.join(self.folder, "user.js"), "w", encoding="ascii") as f:
            for name, value in (("marionette.port", 0), ("app.update.enabled", False), ("datareporting.policy.dataSubmissionEnabled", False),
                                ("network.captive-portal-service.enabled", False), ("network.connectivity-service.enabled", False),
                                ("app.normandy.enabled", False), ("browser.safebrowsing.update.enabled", False)):
                f.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.child = subprocess.Popen(
            [program, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", self.folder,
             "--width", str(width), "--height", str(height), "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ, HOME=self.folder))
        self.socket, self.buffer, self.number = None, b"", 0
        port = os.path.join(self.folder, "MarionetteActivePort")
        end = time.monotonic() + 60
        while not os.path.exists(port) or os.path.getsize(port) == 0:
            if time.monotonic() > end or self.child.poll() is not None:
                self.end()
                raise RuntimeError("Firefox did not start")
            time.sleep(0.05)
        with open(port, encoding="ascii") as f:
            self.socket = socket.create_connection(("127.0.0.1", int(f.read())), timeout=120)
        self.message()
        self.call("WebDriver:NewSession")
        self.call("WebDriver:SetTimeouts", script=120000)
        # Of all requests those that a page or its worker makes; Firefox makes some of its own.
        self.chrome("""
            globalThis.asked = [];
            Services.obs.addObserver(globalThis.observer = {observe(channel) {
                const info = channel.QueryInterface(Ci.nsIChannel).loadInfo;
                if (info.browsingContextID || info.workerAssociatedBrowsingContextID) globalThis.asked.push(channel.URI.spec);
            }}, "http-on-modify-request");
            Services.console.reset();""")

    def message(self):
        while b":" not in self.buffer:
            self.read()
        size, _, rest = self.buffer.partition(b":")
        size = int(size)
        while len(rest) < size:
            self.read()
            rest = self.buffer.partition(b":")[2]
        self.buffer = rest[size:]
        return json.loads(rest[:size])

    def read(self):
        got = self.socket.recv(1 << 20)
        if not got:
            raise RuntimeError("the browser ended")
        self.buffer += got

    def call(self, method, **params):
        self.number += 1
        m = json.dumps([0, self.number, method, params]).encode()
        self.socket.sendall(str(len(m)).encode() + b":" + m)
        _, _, error, result = self.message()
        if error:
            raise RuntimeError(f"{method}: {error['message']}")
        return result

    def chrome(self, script):
        """Runs a script in the browser itself."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            return self.call("WebDriver:ExecuteScript", script=script, args=[], newSandbox=False, sandbox="system")["value"]
        finally:
            self.call("Marionette:SetContext", value="content")

    def run(self, script):
        got = self.call("WebDriver:ExecuteAsyncScript", args=[], script=f"""
            var done = arguments[0];
            new Promise(function (resolve) {{ resolve({script}); }})
                .then(function (v) {{ done({{value: v === undefined ? null : v}}); }}, function (e) {{ done({{wrong: String(e)}}); }});""")["value"]
        if got is None:  # the page went away before it answered
            return None
        if "wrong" in got:
            raise RuntimeError(got["wrong"])
        return got["value"]

    def open(self, url):
        self.call("WebDriver:Navigate", url=url)
        return True

    def element(self, selector):
        return next(iter(self.call("WebDriver:FindElement", using="css selector", value=selector)["value"].values()))

    def choose(self, selector, paths):
        self.call("WebDriver:ElementSendKeys", id=self.element(selector), text="\n".join(os.path.abspath(p) for p in paths))

    def picture(self, path):
        with open(path, "wb") as f:
            f.write(base64.b64decode(self.call("WebDriver:TakeScreenshot", full=False)["value"]))

    def resize(self, width, height):
        # Its window cannot be as narrow as a phone; what shows the page can.
        self.chrome(f"""
            const shown = Services.wm.getMostRecentWindow("navigator:browser").gBrowser.selectedBrowser;
            shown.style.maxWidth = shown.style.minWidth = "{width}px";
            shown.style.maxHeight = shown.style.minHeight = "{height}px";""")
        self.wait(f"innerWidth === {width}", 5)

    def dark(self, on):
        self.chrome(f'Services.prefs.setIntPref("layout.css.prefers-color-scheme.content-override", {0 if on else 1});')

    def requests(self):
        return set(self.chrome("return globalThis.asked;"))

    def errors(self):
        return self.chrome("""
            return Services.console.getMessageArray().filter(m => m instanceof Ci.nsIScriptError && !(m.flags & Ci.nsIScriptError.warningFlag) &&
                /^(file|blob|about|data):/.test(m.sourceName)).map(m => m.toString().slice(0, 300));""")

    def nameless(self):
        found = []
        for frame in [None] + self.call("WebDriver:FindElements", using="css selector", value="iframe:not([hidden])"):
            if frame:
                self.call("WebDriver:SwitchToFrame", element=next(iter(frame.values())))
            for e in self.call("WebDriver:FindElements", using="css selector", value=CONTROLS):
                own = next(iter(e.values()))
                if self.call("WebDriver:IsElementDisplayed", id=own)["value"] and not self.call("WebDriver:GetComputedLabel", id=own)["value"]:
                    found.append(self.call("WebDriver:GetElementProperty", id=own, name="outerHTML")["value"][:200])
            self.call("WebDriver:SwitchToFrame")
        return found

    def end(self):
        try:
            self.child.wait(15)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        if self.socket:
            self.socket.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def close(self):
        try:
            self.call("Marionette:Quit", flags=["eForceQuit"])
        except (RuntimeError, OSError):
            pass
        self.end()
