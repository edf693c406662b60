"""How far names of metrics are known: those of reports that the catalogue has not seen are explained and raise no alarm, mistakes of
one letter are found. Arguments: the folder of the tools; then either "unseen", a tool without a GPU, that GPU (0: any) and reports; or
"mistakes" and reports."""
import json
import random
import re
import subprocess
import sys
import tempfile

TOOLS, WHAT = sys.argv[1:3]


def names_of(reports, cc=0):
    found = set()
    for report in reports:
        p = subprocess.run([TOOLS + "/ncurep", "raw", "--json", report], capture_output=True)
        for r in (json.loads(p.stdout) or [{}])[0].get("results", []):
            if cc in (0, int((r.get("cc") or "0").replace(".", ""))):
                found.update(m["name"] for m in r["metrics"])
    # derived_tempMetric0 has no meaning; a list of names is none.
    return sorted(n for n in found if not re.match(r"(group|breakdown|regex):|derived_temp", n))


def findings(tool, names):
    """Rules of lint for each name, asked for in one section."""
    with tempfile.NamedTemporaryFile("w", suffix=".section") as f:
        f.write('Identifier: "A" DisplayName: "A"\nMetrics {\n' + "".join('Metrics { Name: "%s" }\n' % n for n in names) + "}\n")
        f.flush()
        p = subprocess.run([tool, "lint", "--json", f.name], capture_output=True)
        lines = {}
        for x in json.loads(p.stdout):
            lines.setdefault(x["line"] - 3, []).append((x["rule"], x["suggestion"]))
    return [lines.get(i, []) for i in range(len(names))]


def explained(tool, names):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as f:
        f.write("\n".join(names) + "\n")
        f.flush()
        p = subprocess.run([tool, "names", "--json", "--names", f.name], capture_output=True)
    return json.loads(p.stdout)


def mistake(name):
    while True:
        i = random.randrange(len(name))
        a = random.choice("abcdefghijklmnopqrstuvwxyz")
        wrong = random.choice((name[:i] + name[i + 1:], name[:i] + a + name[i:], name[:i] + a + name[i + 1:],
                               name[:i] + name[i + 1:i + 2] + name[i] + name[i + 2:]))
        if name[i].isalpha() and wrong != name:
            return wrong


if WHAT == "unseen":
    tool, names = sys.argv[3], names_of(sys.argv[5:], int(sys.argv[4]))
    rows = explained(tool, names)
    dark = [r["name"] for r in rows if r["meaning"] is None]
    new = [r["name"] for r in rows if r["state"] != "known"]
    alarms = [(n, f) for n, f in zip(names, findings(tool, names)) if f]
    print(len(names), "names,", len(new), "not in the catalogue,", len(dark), "not explained,", len(alarms), "false alarms")
    print(dark[:5], alarms[:5])
    sys.exit(len(names) == 0 or len(dark) * 100 > len(names) or len(alarms) > 0)
random.seed(37)
names = [n for n in names_of(sys.argv[3:]) if "__" in n and ":" not in n]
wrong = [mistake(random.choice(names)) for _ in range(1500)]
wrong = [w for w in wrong if w not in names]
# Ten in a section.
missed = [w for i in range(0, len(wrong), 10) for w, f in zip(wrong[i:i + 10], findings(TOOLS + "/nvsection", wrong[i:i + 10])) if not f]
print(len(wrong), "mistakes,", len(missed), "missed")
print(missed[:20])
sys.exit(len(missed) * 20 > len(wrong))
