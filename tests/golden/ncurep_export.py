"""What ncurep export writes, loaded as docs/REPORTS.md says.

    ncurep_export.py TOOL WORK REPORT...

Prints a line for each failure and for each thing that is left out, and "N passed, N failed, N skipped" last.
"""
import collections
import importlib.util
import json
import os
import re
import subprocess
import sys

tool, work, *reports = sys.argv[1:]
passed = failed = skipped = 0


def check(ok, *what):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    if not ok:
        print("FAILED", *what)
    return ok


def has(module):
    global skipped
    if importlib.util.find_spec(module):
        return True
    skipped += 1
    print("skipped: needs the Python package", module)
    return False


def run(*args):
    return subprocess.run([tool, *args], stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout.decode("utf-8", "replace")


def export(name, *args):
    path = os.path.join(work, name)
    run("export", *args, *reports, "-o", path)
    return path


# What should be in the tables, by another verb: the values of all metrics, the times of all kernels.
Row = collections.namedtuple("Row", "file result metric value text")
want = [json.loads(line) for line in run("export", "--json", *reports).splitlines()]
want_results = [json.loads(line) for line in run("export", "--json", "--table", "results", *reports).splitlines()]
listed = [k for f in json.loads(run("list", "--json", *reports)) for k in f["results"]]
check(len(listed) == len(want_results), "results:", len(want_results), "of", len(listed))
check(all(a["name"] == b["kernel"] and (a["duration_ns"] is None) == (b["duration_ns"] is None) for a, b in zip(listed, want_results)), "names and times")
numbers = [r for r in want if r["value"] is not None]

metrics_csv, metrics_jsonl = export("metrics.csv"), export("metrics.jsonl", "--json")
results_csv, instances_csv = export("results.csv", "--table", "results"), export("instances.csv", "--table", "instances")
instances_jsonl = export("instances.jsonl", "--json", "--table", "instances")

if has("duckdb"):
    import duckdb

    db = duckdb.connect()
    for what, source in (("CSV", f"'{metrics_csv}'"), ("JSON Lines", f"'{metrics_jsonl}'")):
        rows, total = db.execute(f"select count(*), count(value) from {source}").fetchone()
        check(rows == len(want) and total == len(numbers), "duckdb,", what, rows, total)
        means = dict(db.execute(f"select kernel, avg(value) from {source} where metric = 'gpu__time_duration.sum' group by 1").fetchall())
        by_kernel = collections.defaultdict(list)
        for r in want:
            if r["metric"] == "gpu__time_duration.sum":
                by_kernel[r["kernel"]].append(r["value"])
        check(set(means) == set(by_kernel) and all(abs(means[k] - sum(v) / len(v)) < 1e-6 * abs(means[k]) for k, v in by_kernel.items()), "duckdb,", what, "means")
    joined = db.execute(f"select count(*) from '{results_csv}' r join '{metrics_csv}' m on r.file = m.file and r.result = m.result").fetchone()[0]
    check(joined == len(want), "duckdb, join", joined)
    rows = [db.execute(f"select count(*), min(instance), count(distinct metric) from '{x}'").fetchone() for x in (instances_csv, instances_jsonl)]
    check(rows[0] == rows[1] and rows[0][0] == sum(r["instance_count"] for r in want), "duckdb, instances", rows)

if has("pandas"):
    import pandas

    for path in (metrics_csv, metrics_jsonl):
        if path.endswith("csv"):
            d = pandas.read_csv(path, keep_default_na=False, na_values={"value": [""]})
        else:
            d = pandas.read_json(path, lines=True, dtype={"value": float}, precise_float=True)
        check(list(d.columns) == list(want[0]), "pandas, columns", list(d.columns))
        check(len(d) == len(want) and d["value"].notna().sum() == len(numbers), "pandas, rows", len(d))
        check(list(d["metric"]) == [r["metric"] for r in want] and list(d["text"].fillna("")) == [r["text"] or "" for r in want], "pandas, texts")
        ours = [float("nan") if r["value"] is None else float(r["value"]) for r in want]
        check(all(abs(a - b) <= 1e-15 * abs(b) or (a != a and b != b) for a, b in zip(map(float, d["value"]), ours)), "pandas, values", path, [(a, b) for a, b in zip(map(float, d["value"]), ours) if a != b and a == a][:3])
    wide = d.pivot_table(index=["file", "result"], columns="metric", values="value")
    check(len(wide) == len({(r["file"], r["result"]) for r in numbers}), "pandas, pivot")

# The trace: what the Trace Event Format asks for, and what Perfetto needs to nest slices.
for report in reports:
    trace = json.loads(run("export", "--trace", report))
    check(set(trace) == {"displayTimeUnit", "traceEvents"} and trace["displayTimeUnit"] in ("ns", "ms"), report, "trace")
    tracks = collections.defaultdict(list)
    counters = collections.defaultdict(list)
    for e in trace["traceEvents"]:
        check(isinstance(e["name"], str) and isinstance(e["pid"], int) and isinstance(e["ts"], (int, float)) and e["ts"] >= 0, report, e)
        if e["ph"] == "X":
            check(e["dur"] >= 0 and isinstance(e["tid"], int) and e["cat"] in ("kernel", "nvtx"), report, e)
            tracks[e["pid"], e["tid"]].append((e["ts"], -e["dur"], e["cat"] == "kernel", e["ts"] + e["dur"]))
        else:
            check(e["ph"] == "C" and list(e["args"]) == ["value"] and isinstance(e["args"]["value"], (int, float, type(None))), report, e)
            counters[e["pid"], e["name"]].append(e["ts"])
    for track in tracks.values():
        stack, ok = [], True
        for ts, _, _, end in sorted(track):
            while stack and stack[-1] <= ts + 1e-6:
                stack.pop()
            ok = ok and (not stack or end <= stack[-1] + 1e-6)
            stack.append(end)
        check(ok, report, "slices do not nest")
    check(sum(e.get("cat") == "kernel" for e in trace["traceEvents"]) == sum(r["file"] == report for r in want_results), report, "kernels in the trace")

# Folded stacks, as flamegraph.pl reads them: frames separated by ;, a space, a count.
for how in "nvtx", "calls":
    for line, result in zip(run("export", "--folded", how, *reports).splitlines(), want_results):
        check(re.fullmatch(r"(?:[^;]+;)*[^;]+ \d+", line), how, line)
        check(line.endswith(f" {result['duration_ns'] or 0}"), how, line, result["duration_ns"])
print(f"{passed} passed, {failed} failed, {skipped} skipped")
