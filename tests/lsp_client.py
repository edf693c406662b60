"""A client of a language server: what an editor sends, and what comes back."""
import json
import os
import random
import subprocess
import sys

failed = 0


def check(what, ok, found=None):
    global failed
    if ok:
        print("ok", what)
    else:
        failed += 1
        print("FAILED", what, "found", found)


class Server:
    def __init__(self, tool, *options):
        self.p = subprocess.Popen([tool, "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.id = 0
        self.diagnostics = {}

    def raw(self, data):
        self.p.stdin.write(data)
        self.p.stdin.flush()

    def frame(self, text):
        data = text if isinstance(text, bytes) else text.encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    def read(self):
        length = None
        while True:
            line = self.p.stdout.readline()
            assert line, "the server is gone: " + self.p.stderr.read().decode()
            if line == b"\r\n":
                break
            if line.startswith(b"Content-Length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.p.stdout.read(length))

    def notify(self, method, params):
        self.frame(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    def request(self, method, params=None, id=None):
        self.id += 1
        self.frame(json.dumps({"jsonrpc": "2.0", "id": id or self.id, "method": method, "params": params}))
        return self.answer(id or self.id)

    def answer(self, id):
        while True:
            m = self.read()
            if m.get("method") == "textDocument/publishDiagnostics":
                self.diagnostics[m["params"]["uri"]] = m["params"]["diagnostics"]
                continue
            assert m["jsonrpc"] == "2.0" and m["id"] == id, m
            return m

    def start(self, encodings=None):
        capabilities = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}
        if encodings:
            capabilities["general"] = {"positionEncodings": encodings}
        return self.request("initialize", {"capabilities": capabilities, "rootUri": None})["result"]

    def open(self, uri, text, language="nvsection"):
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": text}})

    def change(self, uri, text):
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text}]})

    def settle(self):
        """All notifications so far were dealt with when this answer comes."""
        assert self.request("workspace/nothing")["error"]["code"] == -32601

    def stop(self):
        self.request("shutdown")
        self.notify("exit", None)
        return self.p.wait(20)

    def at(self, method, uri, text, mark="|"):
        """A request at the place of the mark; the text without it is sent first."""
        before, after = text.split(mark)
        self.change(uri, before + after)
        line = before.count("\n")
        character = len(before.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2
        return self.request(method, {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}})


def changed_sessions(tool, messages):
    """Bytes of a good session with random changes: the server answers or refuses, and ends by itself."""
    random.seed(20)
    frames = [json.dumps(m).encode() for m in messages]
    codes = set()
    for i in range(int(os.environ.get("LSP_ROUNDS", "60"))):
        data = b""
        for frame in frames:
            bytes_ = bytearray(frame)
            for _ in range(random.choice((0, 0, 1, 3))):
                bytes_[random.randrange(len(bytes_))] = random.choice(b'{}[]":,\\u0d89 \xff\x00a')
            data += b"Content-Length: %d\r\n\r\n" % len(bytes_) + bytes(bytes_)
        if i % 10 == 9:
            data = data[:random.randrange(len(data))]
        p = subprocess.run([tool, "lsp"], input=data, capture_output=True, timeout=20)
        codes.add(p.returncode)
    check("random changes", codes <= {0, 1, 3}, codes)


def done():
    sys.exit(failed > 0)
