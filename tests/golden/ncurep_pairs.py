# The pairs of docs/WHY.md: every figure of its table beside what ncurep says of those reports.
# usage: ncurep_pairs.py NCUREP PAGE FOLDER...; prints what differs, and last how many pairs had both reports.
import glob
import json
import os
import re
import subprocess
import sys

ncurep, page, folders = sys.argv[1], sys.argv[2], sys.argv[3:]


def run(*arguments):
    return subprocess.run([ncurep, *arguments], capture_output=True, text=True, check=True, env=dict(os.environ, COLUMNS="400")).stdout


def find(name):
    """The report with this owner and blob, whatever stands before."""
    found = [path for folder in folders for path in glob.glob(f"{folder}/*{name}.ncu-rep")]
    return found[0] if found else None


class Side:
    """A kernel of a report: its first result."""

    def __init__(self, cell):
        self.kernel, self.report = re.fullmatch(r"`(\w+)`, (\w+)", cell).groups()
        self.path = find(self.report)

    def read(self):
        chosen = ["-k", self.kernel, "-c", "1", self.path]
        self.text = run("why", "--top", "1", *chosen)
        self.why = json.loads(run("why", "--json", *chosen))[0]["results"][0]
        self.list = run("list", *chosen)
        self.time = json.loads(run("list", "--json", *chosen))[0]["results"][0]["duration_ns"]
        self.shares = {r["stall"]: r["samples"] / self.why["samples"] for r in self.why["reasons"]}

    def line(self, start):
        """Of the causes: the lines after their heading."""
        causes = re.split(r"^# +Samples", self.text, flags=re.MULTILINE)[1].splitlines()
        return next((line for line in map(str.strip, causes) if line.startswith(start)), "")


def compare(row, before, after, said, brought, word):
    problems = []

    def expect(what, page_says, tool_says):
        if page_says != tool_says:
            problems.append(f"pair {row}: {what}: the page says {page_says}, ncurep {tool_says}")

    reasons = re.findall(r"`(\w+)` ([\d.]+)%", said)
    for name, share in reasons:
        expect(name, share, f"{100 * before.shares.get(name, 0):.1f}")
    bound = 1 / (1 - sum(before.shares.get(name, 0) for name, _ in reasons))
    first = re.search(r"at most ([\d.]+)x\. First: ([^,]+), ([\d.]+%)(?:, (.*))?$", said)
    expect("bound", first[1], f"{bound:.2f}")
    cause = before.line("1 ")
    expect("first cause", [first[3], True], [cause.split()[2], f"  {first[2]}  " in cause])
    if first[4] and first[4] not in before.line("1: "):
        problems.append(f"pair {row}: no \"{first[4]}\" in \"{before.line('1: ')}\"")
    then = re.fullmatch(r"([\d.]+ \w+) to ([\d.]+ \w+), ([\d.]+)x; then `(\w+)` ([\d.]+)%", brought)
    for side, time in ((before, then[1]), (after, then[2])):
        if f" {time} " not in side.list:
            problems.append(f"pair {row}: no {time} in {side.list}")
    gain = before.time / after.time
    expect("gain", then[3], f"{gain:.2f}")
    expect("largest reason afterwards", [then[4], then[5]],
           [after.why["reasons"][0]["stall"], f"{100 * after.shares[after.why['reasons'][0]['stall']]:.1f}"])
    expect("bound", word, "wrong" if gain < 1.02 else "too low" if gain > bound else "right")
    return problems


rows = [row for row in (line.strip("| \n").split(" | ") for line in open(page)) if len(row) == 7 and row[0].isdigit()]
read = 0
for number, before, after, said, _, brought, word in rows:
    before, after = Side(before), Side(after)
    if before.path and after.path:
        before.read()
        after.read()
        read += 1
        for problem in compare(number, before, after, said, brought, word):
            print(problem)
print(f"{read} of {len(rows)} pairs")
