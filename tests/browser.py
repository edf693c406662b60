"""Headless Chromium, driven over a pipe with DevTools messages, each ended by a zero byte."""
import json
import os
import select
import subprocess
import tempfile
import time


class Browser:
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
        got = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in got:
            raise RuntimeError(json.dumps(got["exceptionDetails"])[:2000])
        return got["result"].get("value")

    def wait(self, script, seconds=20):
        """Waits until an expression is true; False if it never was."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(script):
                return True
            time.sleep(0.02)
        return False

    def open(self, url):
        self.call("Page.navigate", url=url)
        return self.wait("document.readyState === 'complete'")

    def choose(self, selector, paths):
        """Gives files to a file input."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[os.path.abspath(p) for p in paths])

    def picture(self, path):
        import base64
        with open(path, "wb") as f:
            f.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

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
