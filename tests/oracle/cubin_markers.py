#!/usr/bin/env python3
"""cubin_markers.py NCUREP REPORT...: which place counts where a call was inlined, as the vendor's rules marked it.

A rule marks instructions by address and, in the same breath, source lines. The places that count for its marked
instructions must be exactly its marked lines. A line each: REPORT: marked lines equal, or what differs."""
import json
import posixpath
import subprocess
import sys


def run(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


def check(tool, report):
    equal, wrong, rules = 0, [], {}
    for line in run(tool, "dump", report).splitlines():
        m = json.loads(line)
        if m.get("line") == "marker":
            rules.setdefault((m["result"], m["rule"]), []).append(m)
    if not any(m["kind"] == 1 for marks in rules.values() for m in marks):
        return 0, []
    results = json.loads(run(tool, "source", "--by", "address", "--json", report))
    for (result, rule), marks in sorted(rules.items()):
        lines = {(posixpath.normpath(m["path"]), m["line_number"]) for m in marks if m["kind"] == 1}
        if not lines:
            continue
        at = {i["address"]: i for i in results[result]["instructions"]}
        places = set()
        for m in marks:
            if m["kind"] == 0:
                i = at[m["address"]]
                place = i["source"][i.get("shown", 0)]
                places.add((posixpath.normpath(place["directory"] + "/" + place["file"]), place["line"]))
        equal += len(lines & places)
        if lines != places:
            wrong.append("result %d, rule %d: marked %s, ours %s" % (result, rule, sorted(lines - places), sorted(places - lines)))
    return equal, wrong


def main():
    failed = total = 0
    for report in sys.argv[2:]:
        equal, wrong = check(sys.argv[1], report)
        total += equal
        failed += len(wrong)
        for text in wrong:
            print("%s: %s" % (report, text))
    print("%d marked lines are places that count" % total)
    sys.exit(failed > 0)


main()
