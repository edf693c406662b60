"""The rows of ncurep source add up: REPORT... are looked at in every view."""
import csv
import io
import json
import os
import re
import subprocess
import sys

NCUREP = os.path.join(os.environ.get("B", "build"), "ncurep")
passed = failed = averages = 0


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
    global averages
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
                check(f"{report} {code['result']}: {name} over {what}", sums(rows, key, name) == whole, sums(rows, key, name), whole)
        for rows in (line["lines"], file["lines"], ptx["lines"]):
            check("instructions", sum(r["instruction_count"] for r in rows) == len(instructions))
            check("no texts in lines", not any(set(r["counters"]) - set(own) - {c["name"] for c in code["columns"] if c["averages"]} for r in rows))
        # What a line counts for is that of the instructions with it among their calls, each once.
        for r in file["lines"][:: max(1, len(file["lines"]) // 50)]:
            if "file" in r and "line" in r:
                of = [i for i in instructions if any(os.path.basename(s["file"]) == r["file"] and s["line"] == r["line"] for s in i.get("source", []))]
                for name in ("inst_executed", "smsp__pcsamp_sample_count"):
                    check(f"{r['file']}:{r['line']} {name}", sums(of, "counters", name) == r["counters"].get(name, 0))
                for name in (c["name"] for c in code["columns"] if c["averages"]):
                    some = [i for i in of if i["counters"].get(name, 0) > 0 or not name.endswith("_nway")]
                    weight = sums(some, "counters", "inst_executed")
                    want = sum(i["counters"].get(name, 0) * i["counters"].get("inst_executed", 0) for i in some) / weight if weight else 0
                    got = r["counters"].get(name, 0)
                    check(f"{r['file']}:{r['line']} {name}", abs(got - want) <= 1e-9 * abs(want), got, want)
                    averages += got != 0
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
                check("averages in CSV", float(row.get("derived__avg_thread_executed") or 0) == r[key].get("derived__avg_thread_executed", 0))
    # The hottest: largest first, in text too.
    for by in ("address", "line", "file", "ptx"):
        key = "instructions" if by == "address" else "lines"
        for kernel in json.loads(run("--json", "--by", by, "--top", "7", report)):
            values = [r["counters"].get("smsp__pcsamp_sample_count", 0) for r in kernel[key]]
            check("hottest first", 0 < len(values) <= 7 and values == sorted(values, reverse=True), values)
    text = run("--by", "line", "--top", "5", "-c", "1", report).splitlines()[3:]
    values = [float(m[1].replace(",", "")) for m in (re.match(r" {,12}([\d,.]+)%? ", t) for t in text) if m]
    check("hottest first in text", len(values) == 5 and values == sorted(values, reverse=True), text)


def against(before, now):
    """Differences and what is gone add up to the difference of the kernels, in every view, as JSON and as CSV."""
    totals = [{}, {}]
    for which, path in ((0, before), (1, now)):
        for kernel in view(path, "address"):
            for name in (c["name"] for c in kernel["columns"] if c["adds"]):
                totals[which].setdefault(kernel["result"], {})[name] = sums(kernel["instructions"], "counters", name)
    for by, rows in (("address", "instructions"), ("line", "lines"), ("file", "lines"), ("ptx", "lines")):
        key = "self" if by in ("line", "file") else "counters"
        for kernel in json.loads(run("--json", "--by", by, "--match", "order", "--baseline", before, now)):
            was, own = (totals[0].get(kernel["baseline"]["before_result"], {}), totals[1][kernel["result"]]) if kernel["baseline"] else ({}, {})
            paired = [r["before"] for r in kernel[rows] if r.get("before")]
            check("the baseline is named", not kernel["baseline"] or kernel["baseline"]["file"] == before)
            check("each row of the baseline is one pair, or gone", not kernel["baseline"] or "gone" in kernel)
            for name in sorted(set(was) & set(own)):
                total = sums(paired, key, name) + sums(kernel.get("gone", []), key, name)
                check(f"{now} {kernel['result']} by {by}: {name} of the baseline", total == was[name], total, was[name])
                if key == "counters":
                    total = sum(r["differences"].get(name, 0) for r in kernel[rows]) - sums(kernel["gone"], key, name)
                    check(f"{now} {kernel['result']} by {by}: differences of {name}", total == own[name] - was[name], total, own[name], was[name])
                for r in kernel[rows] if name in ("inst_executed", "smsp__pcsamp_sample_count") else []:
                    want = r["counters"].get(name, 0) - (r["before"]["counters"].get(name, 0) if r["before"] else 0)
                    check("difference", r["differences"].get(name, 0) == want, name, r)
        one = json.loads(run("--json", "--by", by, "--match", "order", "-c", "1", "--baseline", before, now))[0]
        table = list(csv.DictReader(io.StringIO(run("--csv", "--by", by, "--match", "order", "-c", "1", "--baseline", before, now))))
        check(by + " against a baseline as CSV", len(table) == len(one[rows]) + len(one["gone"]), len(table), len(one[rows]), len(one["gone"]))
        name, place = "inst_executed", "offset" if by == "address" else "line"
        for row, r in zip(table, one[rows]):
            old = r["before"]
            check("CSV is JSON", row["Before"] == (str(old.get(place, 0)) if old else "")
                  and (row["before: " + name] == "") == (old is None) and float(row["before: " + name] or 0) == (old["counters"].get(name, 0) if old else 0)
                  and float(row["difference: " + name]) == r["differences"].get(name, 0), row, r)
        for row, r in zip(table[len(one[rows]):], one["gone"]):
            check("CSV is JSON of what is gone", row["Before"] == str(r.get(place, 0)) and row["Source"] == r.get("text", "") and float(row[name]) == 0
                  and float(row["difference: " + name]) == -r["counters"].get(name, 0), row, r)
    # The same report: nothing differs.
    for by in ("address", "line", "file", "ptx"):
        for kernel in json.loads(run("--json", "--by", by, "--match", "order", "--baseline", now, now)):
            check("against itself", not kernel["gone"] and all(r["before"] and not r["differences"] for r in kernel["lines" if by != "address" else "instructions"]), by)


def notes(report):
    """Waits go both ways, and are what ncurep why says of them."""
    why = json.loads(subprocess.run([NCUREP, "why", "--json", report], capture_output=True, text=True, check=False).stdout)[0]["results"]
    for kernel, w in zip(view(report, "address"), why):
        there, back, by_cause = {}, {}, {}
        for i in kernel["instructions"]:
            i.setdefault("offset", i["address"])
        for i in kernel["instructions"]:
            here = (i.get("function"), i["offset"])
            for x in i["waits_for"]:
                key = (i.get("function"), x["offset"], x["cause"], x["known_by"])
                by_cause[key] = by_cause.get(key, 0) + x["samples"]
                if x["offset"] != i["offset"]:
                    there[here, x["offset"], x["cause"]] = x["samples"]
            for x in i["waited_for_by"]:
                back[(i.get("function"), x["offset"]), i["offset"], x["cause"]] = x["samples"]
        check(f"{report} {kernel['result']}: waits go both ways", there == back, len(there), len(back))
        of_why = sorted((c["offset"], c["cause"], c["known_by"], round(c["samples"], 3)) for c in w["causes"])
        check(f"{report} {kernel['result']}: causes are those of why", sorted((k[1], k[2], k[3], round(v, 3)) for k, v in by_cause.items()) == of_why, len(by_cause), len(of_why))
        offsets = {(i.get("function"), i["offset"]) for i in kernel["instructions"]}
        for i in kernel["instructions"]:
            check("places are instructions", all((i.get("function"), n) in offsets for n in i["barriers_set_by"] + [i.get("target", i["offset"])]), i)
        for loop in kernel["loops"]:
            inside = [i for i in kernel["instructions"] if i.get("function") == loop["function"] and loop["first"] <= i["offset"] <= loop["last"]]
            check("loops", inside and loop["depth"] > 0 and loop.get("samples", 0) <= sums(inside, "counters", "smsp__pcsamp_sample_count"), loop)


pairs = 0
for path in sys.argv[1:]:
    if "=" in path:
        against(*path.split("="))
        pairs += 1
    else:
        main(path)
        notes(path)
check("lines have averages", averages > 0)
print(passed, failed)
sys.exit(failed > 0)
