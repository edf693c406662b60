"""What nvsection evaluate shows of a result is what ncurep details shows of it: label, value and unit of each metric in each header, as
text and as JSON, and of each cell, bar, line and row of a body; derive computes from the same. Arguments: the folder of the tools, a
folder of sections, reports."""
import csv
import io
import json
import re
import subprocess
import sys
from collections import Counter

TOOLS, SECTIONS = sys.argv[1:3]
failed = compared = 0


def run(*command):
    p = subprocess.run(command, capture_output=True)
    assert p.returncode in (0, 1, 3), (command, p.returncode, p.stderr)
    return p.stdout.decode("utf-8", "replace")


def equal(what, expected, found):
    global failed, compared
    compared += sum(expected.values())
    if expected == found:
        print("ok", what)
    else:
        failed += 1
        print("FAILED", what, "only details:", list((expected - found).items())[:3], "only evaluate:", list((found - expected).items())[:3])


for report in sys.argv[3:]:
    with_sections = ("--section-folder", SECTIONS, report)
    parsed = json.loads(run(TOOLS + "/ncurep", "details", "--json", "--print-details", "all", *with_sections) or "[]")
    results = parsed[0]["results"] if parsed else []
    if len(results) < 2:
        continue
    shown = {r["result"]: Counter() for r in results}
    for row in csv.DictReader(io.StringIO(run(TOOLS + "/ncurep", "details", "--csv", *with_sections))):
        if row["Metric Name"]:
            shown[int(row["ID"])][row["Section Name"], row["Metric Name"], row["Metric Value"].replace(",", ""), row["Metric Unit"]] += 1
    for skip, r in enumerate(results):
        what = "%s -s %d" % (report.split("/")[-1], skip)
        evaluate = (TOOLS + "/nvsection", "evaluate", "--no-rules", "-m", report, "-s", str(skip), SECTIONS)
        expected = Counter((s["identifier"], h["label"], h["name"], str(h["value"]), h["unit"]) for s in r["sections"] for h in s["header"])
        parts = json.loads(run(*evaluate, "--json"))
        found = Counter((s["identifier"], p["label"], p["metric"], str(p["value"]), p["unit"]) for s in parts
                        for p in s["parts"] if p["part"] == "header" and (p["state"] == "value" or p["instance_count"] > 0))
        equal(what + " as JSON", expected, found)
        equal(what + ", whose", Counter({(report, r["result"]): len(parts)}), Counter((p["file"], p["result"]) for p in parts))
        if skip == 0:
            (shown_by,) = json.loads(run(TOOLS + "/nvsection", "preview", "--json", "-m", report, SECTIONS))
            equal(what + ", preview", Counter([(report, 0)]), Counter((shown_by["file"], p["result"]) for p in shown_by["results"]))
        bodies = ("cell", "bar", "line", "values", "highlight", "column", "series")
        expected = Counter((s["identifier"], p["label"], p["name"], str(p["value"]), p["unit"]) for s in r["sections"] for i in s["items"]
                           for p in i["parts"] if "name" in p)
        shown_here = {s["identifier"] for s in r["sections"]}
        found = Counter((s["identifier"], p["label"], p["metric"], str(p["value"]), p["unit"]) for s in parts if s["identifier"] in shown_here
                        for p in s["parts"] if p["part"] in bodies and p["state"] != "filler")
        equal(what + ", bodies", expected, found)
        numbers = [(h["name"], h["value"]) for s in r["sections"] for h in s["header"] if isinstance(h["value"], float)][:1]
        for name, value in numbers:
            derived = json.loads(run(TOOLS + "/nvsection", "derive", "--json", "-m", report, "-s", str(skip), name + " * 1"))
            equal(what + ", derive", Counter([value]), Counter([derived[0]["value"]]))
            equal(what + ", derive, whose", Counter([(report, r["result"])]), Counter([(derived[0]["file"], derived[0]["result"])]))
        found, title, in_header = Counter(), "", False
        for line in run(*evaluate).split("\n"):
            if line and line[0] != " ":
                title, in_header = line.rsplit("  ", 1)[0], True
            elif re.search(r"(Chart|Table|Timeline|Widget)$|^  source counters|^  not in the file", line):
                in_header = False
            elif in_header and line[2:3] not in (" ", ""):
                cells = [x.strip() for x in line[2:].split("  ") if x.strip()]
                if len(cells) >= 2 and cells[1] not in ("n/a", "-"):
                    unit = cells[2] if len(cells) > 2 and not cells[2].startswith("(") else ""
                    found[title, cells[0], cells[1], unit.split(" (")[0]] += 1
        equal(what + " as text", shown[r["result"]], found)
print(compared, "values")
sys.exit(failed > 0 or compared == 0)
