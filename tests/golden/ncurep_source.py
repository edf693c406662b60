"""The rows of ncurep source add up: REPORT... are looked at in every view."""
import csv
import io
import json
import os
import subprocess
import sys

NCUREP = os.path.join(os.environ.get("B", "build"), "ncurep")
passed = failed = 0


def check(what, is_so, *more):
    global passed, failed
    if is_so:
        passed += 1
    else:
        failed += 1
        print("FAILED", what, *more)


def run(*args):
    got = subprocess.run([NCUREP, "source", *args], capture_output=True, text=True, check=False)
    check(" ".join(args), got.returncode == 0, got.stderr)
    return got.stdout


def view(report, by):
    return json.loads(run("--json", "--by", by, report))


def sums(rows, key, name):
    return sum(r[key].get(name, 0) for r in rows)


def main(report):
    kernels = [view(report, by) for by in ("address", "line", "file", "ptx")]
    for code, line, file, ptx in zip(*kernels):
        check("file", {k["file"] for k in (code, line, file, ptx)} == {report})
        own = [c["name"] for c in code["columns"] if c["adds"]]
        check("averages do not add up", not any(n.startswith("derived__avg_") or n.endswith("_nway") for n in own))
        check("the rest does", all(c["adds"] or c["name"].startswith(("derived__avg_", "derived__derivative_", "memory_type", "memory_access_"))
                                   or c["name"].endswith(("_nway", "_evict_type")) for c in code["columns"]), [c for c in code["columns"] if not c["adds"]])
        instructions = code["instructions"]
        roots = [r for r in line["lines"] if "inlined_into" not in r]
        for name in own:
            whole = sums(instructions, "counters", name)
            for what, rows, key in (("own lines", line["lines"], "self"), ("outermost lines", roots, "counters"),
                                    ("own lines of files", file["lines"], "self"), ("PTX", ptx["lines"], "counters")):
                check(f"{report} {code['id']}: {name} over {what}", sums(rows, key, name) == whole, sums(rows, key, name), whole)
        for rows in (line["lines"], file["lines"], ptx["lines"]):
            check("instructions", sum(r["instruction_count"] for r in rows) == len(instructions))
            check("no averages in lines", not any(set(r["counters"]) - set(own) for r in rows))
        # What a line counts for is that of the instructions with it among their calls, each once.
        for r in file["lines"][:: max(1, len(file["lines"]) // 50)]:
            if "file" in r and "line" in r:
                of = [i for i in instructions if any(os.path.basename(s["file"]) == r["file"] and s["line"] == r["line"] for s in i.get("source", []))]
                for name in ("inst_executed", "smsp__pcsamp_sample_count"):
                    check(f"{r['file']}:{r['line']} {name}", sums(of, "counters", name) == r["counters"].get(name, 0))
        # Inlined lines come after the one that calls them, and are a part of it.
        rows = line["lines"]
        for i, r in enumerate(rows):
            if "inlined_into" in r:
                check("calls come first", r["inlined_into"] < i)
        for name in own[:4]:
            inside = [0] * len(rows)
            for r in rows:
                if "inlined_into" in r:
                    inside[r["inlined_into"]] += r["counters"].get(name, 0)
            check("with what is inlined, less that, is self", all(r["counters"].get(name, 0) - inside[i] == r["self"].get(name, 0) for i, r in enumerate(rows)))
    # Whole files: each line from 1 to the end, where the report has the text.
    for kernel in kernels[2]:
        last = {}
        for r in kernel["lines"]:
            if "line" in r:
                check("lines in order", last.get(r["file"], 0) < r["line"])
                last[r["file"]] = r["line"]
        text = {r["file"] for r in kernel["lines"] if "text" in r}
        for name in text:
            count = sum(1 for r in kernel["lines"] if r.get("file") == name)
            check(f"{name} is whole", count == last[name], count, last[name])
    # CSV has the same.
    for by, kernel in (("line", kernels[1]), ("file", kernels[2]), ("ptx", kernels[3])):
        for key, option in (("counters", []), ("self", ["--self"])):
            if by == "ptx" and option:
                continue
            table = [r for r in csv.DictReader(io.StringIO(run("--csv", "--by", by, "-c", "1", *option, report)))]
            check(by + " as CSV", len(table) == len(kernel[0]["lines"]), len(table), len(kernel[0]["lines"]))
            for row, r in zip(table, kernel[0]["lines"]):
                check("CSV is JSON", row["Line"] == str(r.get("line", "")) and row["Inlined Into"] == str(r.get("inlined_into", ""))
                      and float(row["inst_executed"]) == r[key].get("inst_executed", 0), row, r)
                check("no average of a line", row.get("derived__avg_thread_executed", "") == "")
    # The hottest: largest first, in text too.
    for by in ("address", "line", "file", "ptx"):
        key = "instructions" if by == "address" else "lines"
        for kernel in json.loads(run("--json", "--by", by, "--top", "7", report)):
            values = [r["counters"].get("smsp__pcsamp_sample_count", 0) for r in kernel[key]]
            check("hottest first", 0 < len(values) <= 7 and values == sorted(values, reverse=True), values)
    text = run("--by", "line", "--top", "5", "-c", "1", report).splitlines()[3:]
    values = [int(t.split()[0]) for t in text if not t.lstrip().startswith("^") and t.split()[0].isdigit()]
    check("hottest first in text", len(values) == 5 and values == sorted(values, reverse=True), text)


for path in sys.argv[1:]:
    main(path)
print(passed, failed)
sys.exit(failed > 0)
