#!/usr/bin/env python3
"""sass_rows.py NCUREP: how many pairs of ../shared/corpus/sass confirm each row of tools/sass, as the table of
docs/FORMAT-cubin.md (after its line "### Rows")."""
import importlib.util
import pathlib
import re
import subprocess
import sys

top = pathlib.Path(__file__).resolve().parents[2]
shared = top / "../shared"


def load(path, stop):
    """The definitions of a script, without running its main."""
    spec = importlib.util.spec_from_loader(path.stem, None)
    module = importlib.util.module_from_spec(spec)
    module.__file__ = str(path)
    exec(path.read_text().rsplit(stop, 1)[0], module.__dict__)
    return module


def main():
    sass = load(top / "tools/sass.py", "\nmain()")
    check = load(shared / "oracle/sass/check.py", "def main")
    c = sass.Compiler()
    rows = []
    for name, first in (("volta", 70), ("maxwell", 50)):
        path = top / "tools/sass" / (name + ".txt")
        texts = [line.split(" : ", 1) for _, line in sass.lines(path) if not line.startswith(("list ", "macro ", "says "))]
        for (key, _, low, high, *_), (_, text) in zip(sass.read(c, path, first, False), texts):
            word = re.match(r"[A-Z0-9_]*[A-Z0-9]", text)
            rows.append({"key": key, "name": word.group() if word else "", "low": low, "high": high, "wide": name == "volta",
                         "equal": 0, "pairs": 0, "archs": set(), "forms": [] if name == "volta" else sass.forms(key)})
    for path in sorted((shared / "corpus/sass").glob("sm_*.tsv")):
        arch = int(path.stem[3:])
        pairs = [line.split("\t") for line in path.read_text().splitlines()]
        lines = "".join(p[0] + (" " + p[1] if p[1] != "-" else "") + "\n" for p in pairs)
        got = subprocess.run([sys.argv[1], "sass", "--arch", "sm_%d" % arch, "--hex", "-"], input=lines, capture_output=True,
                             text=True).stdout.splitlines()
        for text, (code, _, want, *_) in zip(got, pairs):
            value = int(code, 16)
            for r in rows:
                if r["wide"] != (arch >= 70):
                    continue
                if r["wide"]:
                    hit = int(r["key"], 16) == value & 511 and r["low"] <= arch <= r["high"]
                else:
                    hit = any(value >> 48 & 0xffff & m == v for v, m in r["forms"])
                if hit:
                    r["pairs"] += 1
                    r["equal"] += check.plain(text, code) == check.plain(want.removesuffix(" }"), code)
                    r["archs"].add(arch)
                    break
    for wide in (True, False):
        print("\n| key | name | architectures of the pairs | equal | pairs |\n|---|---|---|--:|--:|")
        for r in rows:
            if r["wide"] == wide:
                archs = sorted(r["archs"])
                shown = "%d to %d" % (archs[0], archs[-1]) if len(archs) > 1 else "".join(map(str, archs)) or "none"
                print("| %s | %s | %s | %d | %d |" % (r["key"], r["name"], shown, r["equal"], r["pairs"]))


if __name__ == "__main__":
    main()
