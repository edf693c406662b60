#!/usr/bin/env python3
"""sass_packages.py <JSON: sums of "ncurep sass --check --json" by architecture.

Functions, instructions, those with a part that no table explains, functions all of whose live registers are known, why
those of others are not, and the findings. Exit code 1 if an architecture has 0.1 % or more of unexplained instructions."""
import collections
import json
import sys

sums = collections.defaultdict(collections.Counter)
for line in sys.stdin:
    f = json.loads(line)
    s = sums[f["arch"]]
    s["functions"] += 1
    s["instructions"] += f["instruction_count"]
    s["live registers known"] += "live_unknown" not in f
    if "live_unknown" in f:
        s["not known: " + f["live_unknown"]] += 1
    for one in f["findings"]:
        s["found: " + one["kind"]] += 1
wrong = 0
for arch, s in sorted(sums.items()):
    unknown = s["found: unknown"]
    print("sm_%d: %d functions, %d instructions, %d unexplained (%.4f %%), live registers known in %.1f %%" % (
        arch, s["functions"], s["instructions"], unknown, 100 * unknown / max(s["instructions"], 1),
        100 * s["live registers known"] / s["functions"]))
    for what in sorted(s):
        if what.startswith(("found: ", "not known: ")) and what != "found: unknown":
            print("    %s: %d" % (what, s[what]))
    wrong |= 1000 * unknown >= s["instructions"] > 0
sys.exit(wrong)
