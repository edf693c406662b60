"""Compares what the tool prints with what the reference reader prints: for mutated files, with every option that
changes reading, and for made-up processes with made-up rules.

    nvprofile.py TOOL REFERENCE COUNT SEED FILE...
"""
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile

tool, reference, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
spec = importlib.util.spec_from_file_location("reference", reference)
ref = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ref)
texts = [open(name, "rb").read() for name in sys.argv[5:]]
texts = [text for text in texts if len(text) < 6000]
PIECES = [b"{", b"}", b"[", b"]", b",", b":", b'"', b"'", b"\\", b"\n", b"\0", b"#", b"//", b"/*", b"*/", b"0x", b"1e999",
          b"017", b"08", b"-0x1F", b"18446744073709551616", b"0xFFFFFFFFFFFFFFFFF", b"true", b"null", b"tru", b"\xff", b"\xc3\xa9",
          b"\\u0041", b"\\ud83d\\ude00", b"\\ud800", b"\\u0000", b'"op":"not",', b'"sub":[]', b'"feature":"dso",', b'"matches":"a:b"',
          b'"name":"p0",', b'"settings":["a",1,"A",2],', b"[]", b"{}", b'"k":', b'"value":', b"1.5e-3", b"\t", b"\x01", b"."]
rng = random.Random(seed)


def mutated():
    text = bytearray(rng.choice(texts))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            del text[at:at + rng.choice((1, 1, 2, 5, 40))]
        elif kind == 1:
            text[at:at] = rng.choice(PIECES)
        elif kind == 2:
            text[at:at + 1] = rng.choice(PIECES)
        elif kind == 3:
            end = min(len(text), at + rng.randrange(1, 120))
            to = rng.randrange(len(text) + 1)
            text[to:to] = text[at:end]
        else:
            tokens = [i for i, byte in enumerate(text) if byte in b'{}[],:"']
            if tokens:
                at = rng.choice(tokens)
                text[at:at + 1] = rng.choice(PIECES[:7])
    return bytes(text)


WORDS = ["game", "libgame.so", "libgame.so.1", "lib", "a:b", "a", ":", "a/b", "/usr/lib/libgame.so.1", "a-very-long-command", ""]
FEATURES = ["procname"] * 3 + ["dso"] * 3 + ["commname", "cmdline", "findfile", "findfile", "true", "window"]
KEYS = ["GLYield", "glyield", "GLFSAAMode", "k", "K", "x"]


def pattern(depth):
    if depth == 0 or rng.random() < 0.6:
        return {"feature": rng.choice(FEATURES), "matches": rng.choice(WORDS)}
    operands = [pattern(depth - 1) for _ in range(rng.choice((0, 1, 1, 2, 3)))]
    return {"op": rng.choice(("and", "or", "not", "not")), "sub": operands[0] if len(operands) == 1 and rng.random() < 0.5 else operands}


def profile(named):
    pairs = [part for _ in range(rng.randrange(4)) for part in (rng.choice(KEYS), rng.choice((0, 1, True, "s")))]
    return {"name": rng.choice("pqrs"), "settings": pairs} if named else pairs


def rules():
    def rule():
        what = rng.choice(("game", [pattern(1) for _ in range(rng.randrange(3))], pattern(3), pattern(2)))
        given = rng.choice(("p", "q", "r", "t", "u", profile(True), profile(False)))
        return {"pattern": what, "profile": given}
    return {"rules": [rule() for _ in range(rng.randrange(7))], "profiles": [profile(True) for _ in range(rng.randrange(4))]}


def scenario(folder):
    out = {"files": []}
    for i in range(rng.randrange(1, 4)):
        out["files"].append("f%d" % i)
        with open(os.path.join(folder, "f%d" % i), "w") as f:
            json.dump(rules(), f, indent=rng.choice((None, 1)))
    choices = {"exe": ["/opt/game", "game", "/a/", "/x/libgame.so"], "comm": ["game", "a"], "argv": [["C:\\x\\game"], [], ["a/b\\lib", "x"]],
               "dso": [[], ["/usr/lib/libgame.so.1", "libx"], ["a", "/b/game", "/usr/lib/libgame.so"]], "dir": [[], ["a"], ["a", "b"]],
               "env": [{}, {"HOME": "/h", "__GL_YIELD": ""}, {"__GL_FSAA_MODE": "1"}], "known": [["t"], ["t", "p"]],
               "options": [[], ["dso-prefix"], ["exact-keys"], ["last-profile"], ["atomic"], ["dso-prefix", "last-profile"]]}
    for name, values in choices.items():
        if rng.random() < 0.8:
            out[name] = rng.choice(values)
    path = os.path.join(folder, "scenario")
    with open(path, "w") as f:
        json.dump(out, f)
    return path


failures = 0
with tempfile.TemporaryDirectory() as folder:
    for number in range(count):
        if number % 2:
            options = rng.choice(([], [], ["strict"], ["lenient"], ["atomic"], ["lenient", "atomic"]))
            text, name = mutated(), os.path.join(folder, "x")
            with open(name, "wb") as out:
                out.write(text)
            want = ref.dump(ref.File(text, options).form())
            argv = ["dump", *("--" + option for option in options), name]
        else:
            name = scenario(folder)
            made = ref.scenario_of(open(name).read())
            want = ref.dump(ref.resolve(made, os.fsencode(folder), made[b"files"]))
            argv = ["dump", "--resolve", name]
        got = subprocess.run([tool, *argv], capture_output=True).stdout.decode("latin-1")
        if got != want + "\n":
            failures += 1
            print("seed %d, number %d differs: %s" % (seed, number, " ".join(argv)))
print("%d of %d equal" % (count - failures, count))
sys.exit(failures > 0)
