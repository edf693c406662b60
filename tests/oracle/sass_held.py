#!/usr/bin/env python3
"""sass_held.py NCUREP: pairs of sm_50 to sm_61 with the texts that the rows of tools/sass were written with, and without.

A fifth of the pairs (SHA-256 of the hexadecimal digits, first byte divisible by 5) was held out when the rows for
textures, video instructions and half precision were written. A source that printed pairs of instructions as
"{ A" and "B }" left the second brace in its texts; it is set aside here, because B alone does not say that it is one of
a pair. A line each: ARCH seen EQUAL PAIRS held out EQUAL PAIRS."""
import hashlib
import subprocess
import sys

from sass_rows import load, shared

check = load(shared / "oracle/sass/check.py", "def main")


def main():
    for path in sorted((shared / "corpus/sass").glob("sm_[56]*.tsv")):
        pairs = [line.split("\t") for line in path.read_text().splitlines()]
        lines = "".join(p[0] + (" " + p[1] if p[1] != "-" else "") + "\n" for p in pairs)
        got = subprocess.run([sys.argv[1], "sass", "--arch", path.stem, "--hex", "-"], input=lines, capture_output=True,
                             text=True).stdout.splitlines()
        equal, count = [0, 0], [0, 0]
        for text, (code, _, want, *_) in zip(got, pairs, strict=True):
            held = hashlib.sha256(code.encode()).digest()[0] % 5 == 0
            equal[held] += check.plain(text, code) == check.plain(want.removesuffix(" }"), code)
            count[held] += 1
        print("%s seen %d %d held out %d %d" % (path.stem, equal[0], count[0], equal[1], count[1]))


main()
