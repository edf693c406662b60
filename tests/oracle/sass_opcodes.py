#!/usr/bin/env python3
"""sass_opcodes.py NCUREP REPORT...: names of machine instructions against the report's own table of them.

A report may hold how often each opcode with its modifiers was executed. Decoding each instruction and adding up how
often that one was executed must give exactly that table. A line each: REPORT: results equal, or what differs."""
import collections
import json
import re
import subprocess
import sys

TABLE = "sass__inst_executed_per_opcode_with_modifier_all"


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True).stdout


def name_of(text):
    text = re.sub(r"^@!?U?P\w+ ", "", text)
    return text.split(" ")[0]


# Older tools left out the type that newer ones print for the same bits.
OLDER = {"F2FP.PACK_AB": "F2FP.F16.F32.PACK_AB"}


def not_told(instructions):
    """Reports before 2022.3 tell where the kernel lay and not where the functions did that it calls: true when the
    instructions without code are all outside a function that is whole."""
    known = [i["address"] for i in instructions if "opcode" in i]
    between = [i for i in instructions if known and known[0] <= i["address"] <= known[-1]]
    return len(between) == len(known) > 0


def check(tool, report):
    raw = json.loads(run(tool, "raw", "--json", "--exact", "--print-metric-instances", "details", "--metrics", TABLE, report) or "[]")
    results = [r for f in raw for r in f["results"]]
    if not any(r["metrics"] for r in results):
        return None
    listed = {r["result"]: r for r in json.loads(run(tool, "source", "--by", "address", "--json", "--metrics", "inst_executed", report))}
    equal, wrong = 0, []
    for r in results:
        for m in r["metrics"]:
            want = {OLDER.get(name, name): count for name, count in m.get("instances", []) if count}
            instructions = listed.get(r["result"], {}).get("instructions", [])
            counts = [i["counters"].get("inst_executed") for i in instructions]
            if not want or not any(counts):
                continue
            if any(n and "opcode" not in i for i, n in zip(instructions, counts)):
                if not_told(instructions):
                    print("%s: result %s not compared: where the functions it calls lay is not in the report" % (report, r["result"]))
                    continue
                wrong.append((r["result"], {"instructions without code": sum("opcode" not in i for i in instructions)}))
                continue
            arch = "sm_" + r["cc"].replace(".", "")
            lines = "".join("%s %x\n" % (i["opcode"], i["offset"]) for i in instructions if "opcode" in i)
            counts = [n for i, n in zip(instructions, counts) if "opcode" in i]
            got = collections.Counter()
            for text, n in zip(run(tool, "sass", "--arch", arch, "--hex", "-", text=lines).splitlines(), counts):
                if n:
                    got[name_of(text)] += int(n)
            if dict(got) == want:
                equal += 1
            else:
                wrong.append((r["result"], {k: (want.get(k), got.get(k)) for k in set(want) | set(got) if want.get(k) != got.get(k)}))
    return equal, wrong


def main():
    failed = 0
    for report in sys.argv[2:]:
        found = check(sys.argv[1], report)
        if found is None or found == (0, []):
            continue
        equal, wrong = found
        print("%s: %d equal, %d not" % (report, equal, len(wrong)))
        for number, rows in wrong[:3]:
            print("  result %s: %s" % (number, sorted(rows.items())[:8]))
        failed += len(wrong)
    sys.exit(failed > 0)


main()
