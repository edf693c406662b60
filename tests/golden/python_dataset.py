"""scan, dataset and "ncurep-py export -o" on 1,000 reports, then DuckDB and Spark on what they wrote.

    python_dataset.py TOOL WORK REPORT...

The 1,000 are slices of the reports under many names, some anonymized, some compressed, plus a cut one and one that is no report.
Sums are compared with "ncurep raw --csv". Prints "N passed, N failed, N skipped" last.
"""
import collections
import csv
import importlib.util
import io
import os
import shutil
import subprocess
import sys
import warnings

import ncurep
import ncurep.dataset

tool, work, *reports = sys.argv[1:]
COUNT = 1000
passed = failed = skipped = 0


def check(ok, *what):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    if not ok:
        print("FAILED", *what)


def has(module):
    global skipped
    if importlib.util.find_spec(module):
        return True
    skipped += 1
    print("skipped: needs", module)
    return False


def run(*words):
    return subprocess.run([tool, *words], stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout


def sums(path):
    """Sum of each metric that is a number, and how often, by "ncurep raw --csv"."""
    rows = list(csv.reader(io.StringIO(run("raw", "--csv", "--exact", path).decode("utf-8", "replace"), newline="")))
    found = collections.defaultdict(lambda: [0, 0.0])
    for row in rows[2:]:
        for name, value in list(zip(rows[0], row))[11:]:
            try:
                number = float(value)
            except ValueError:
                continue
            found[name][0] += 1
            found[name][1] += number
    return found


def equal(a, b):
    """The same names and counts, and sums up to the order of additions."""
    def same(x, y):
        return x == y or (x != x and y != y) or abs(x - y) <= 1e-9 * abs(y)
    return [n for n in set(a) | set(b) if n not in a or n not in b or a[n][0] != b[n][0] or not same(a[n][1], b[n][1])][:5]


# The reports.
folder = os.path.join(work, "reports")
small, total = [], collections.defaultdict(lambda: [0, 0.0])
for i, path in enumerate(reports):
    to = os.path.join(work, "small%d.ncu-rep" % i)
    run("slice", "-c", "1", "--metrics", "gpu__*,launch__*,inst_executed,smsp__pcsamp*,dram__*", path, "-o", to)
    if i % 3 == 1:
        subprocess.run([tool, "anonymize", to, "-o", to + ".new"], capture_output=True, check=False)
        if os.path.exists(to + ".new"):
            os.replace(to + ".new", to)
    found = sums(to)
    if i % 4 == 2 and subprocess.run([tool, "pack", to, "-o", to + "z"], capture_output=True, check=False).returncode == 0:
        to += "z"
    small.append((to, found))
results = 0
for i in range(COUNT):
    path, found = small[i % len(small)]
    to = os.path.join(folder, "host%d" % (i % 7), "run%d.%s" % (i, path.rsplit(".", 1)[1]))
    os.makedirs(os.path.dirname(to), exist_ok=True)
    shutil.copyfile(path, to)
    for name, (count, number) in found.items():
        total[name][0] += count
        total[name][1] += number
with open(small[0][0], "rb") as f:
    whole = f.read()
bad = {"host0/cut.ncu-rep": whole[: len(whole) // 2], "host1/no.ncu-rep": b"not a report"}
for name, data in bad.items():
    with open(os.path.join(folder, name), "wb") as f:
        f.write(data)


# One frame, from one process and from several.
if has("pandas"):
    seen = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        frame = ncurep.scan(folder, ["gpu__time_duration.sum", "launch__*"], workers=2, progress=lambda done, all: seen.append((done, all)))
        part = os.path.join(folder, "host0")
        once, twice = (ncurep.scan(part, ["gpu__time_duration.sum", "launch__*"], workers) for workers in (1, 2))
        long = ncurep.scan(part, ["gpu__time_duration.sum", "launch__*"], table="metrics")
    check([str(w.message)[:46] for w in caught] == ["1 of 1002 reports cannot be read, 1 are damage"] + ["0 of 144 reports cannot be read, 1 are damaged"] * 3,
          "warnings", [str(w.message) for w in caught])
    check(len(once) == 143 and twice.equals(once) and list(twice.columns) == list(once.columns), "scan: one process and two")
    check(seen == [(i + 1, COUNT + 2) for i in range(COUNT + 2)], "progress", seen[-1:])
    problems = frame.attrs["problems"]
    check([(os.path.relpath(p["file"], folder), p["readable"], p["code"]) for p in problems] ==
          [("host0/cut.ncu-rep", True, "truncated"), ("host1/no.ncu-rep", False, "syntax")], "scan: problems", problems)
    times = frame["gpu__time_duration.sum"].dropna()
    check(not equal({"t": [len(times), times.sum()]}, {"t": total["gpu__time_duration.sum"]}), "scan: times", len(times))
    times = once["gpu__time_duration.sum"].dropna()
    is_time = long["metric"] == "gpu__time_duration.sum"
    check(is_time.sum() == len(times) and abs(long["value"][is_time].sum() - times.sum()) <= 1e-9 * times.sum(), "scan: long table")
    try:
        ncurep.scan(folder, table="nosuch")
        check(False, "scan: unknown table")
    except ValueError:
        check(True)

# The dataset: from the command line, then again from Python, which changes nothing.
if has("pyarrow"):
    fleet = os.path.join(work, "fleet")

    def export(*words):
        return subprocess.run([sys.executable, "-m", "ncurep", "export", *words], capture_output=True, text=True, check=False)

    def files():
        """Contents by path."""
        out = {}
        for at, _, names in os.walk(fleet):
            for name in names:
                with open(os.path.join(at, name), "rb") as f:
                    out[os.path.relpath(os.path.join(at, name), fleet)] = f.read()
        return out

    done = export("-o", fleet, folder)
    check(done.returncode == 3 and len(done.stderr.splitlines()) == 2 and "host1/no.ncu-rep" in done.stderr, "export", done)
    before = files()
    check(len(before) == (COUNT + 2) * len(ncurep.dataset.TABLES) and not [f for f in before if f.endswith(".new")], "files", len(before))
    problems = ncurep.dataset.write(fleet, folder, workers=1)
    check([(p["file"], p["readable"]) for p in problems] == [("host0/cut.ncu-rep", True), ("host1/no.ncu-rep", False)], "write", problems)
    check(files() == before, "a second run gives the same bytes")
    check(export("-o", fleet, os.path.join(work, "none")).returncode == 3, "no such folder")
    check(export("-o", fleet, "--tables", "nosuch", folder).returncode == 2, "no such table")
    check(export("-o", fleet, "--table", "metrics", folder).returncode == 2, "--table belongs to a file")
    # A report that gets another date leaves its old place.
    moved = os.path.join(work, "moved")
    os.makedirs(moved)
    for path, _ in small[:2]:
        shutil.copyfile(path, os.path.join(moved, "run.ncu-rep"))
        ncurep.dataset.write(os.path.join(work, "one"), moved, tables=["reports"])
    left = [f for _, _, names in os.walk(os.path.join(work, "one")) for f in names]
    check(len(left) == 1, "one place for a report", left)

    if has("duckdb"):
        import duckdb

        def ask(query):
            return duckdb.sql(query.replace("{", "'%s/" % fleet).replace("}", "/*/*.parquet'")).fetchall()

        states = dict(ask("select state, count(*) from {reports} group by 1"))
        check(states == {"whole": COUNT, "damaged": 1, "unreadable": 1}, "DuckDB: states", states)
        got = {n: [c, s] for n, c, s in ask("select metric, count(value), sum(value) from {metrics} where kind != 'str' group by 1") if c}
        check(not equal(got, total), "DuckDB: sums", [(n, got.get(n), total.get(n)) for n in equal(got, total)])
        joined = ask("select count(*) from {metrics} m join {results} r using (file, result)")
        check(joined == ask("select count(*) from {metrics}"), "DuckDB: join", joined)
        per = ask("select count(*) from {metrics} where instance_count != (select count(*) from {instances} i where i.file = metrics.file "
                  "and i.result = metrics.result and i.metric = metrics.metric)".replace("{metrics} where", "{metrics} metrics where"))
        check(per == [(0,)], "DuckDB: instances of each metric", per)
        samples = ask("select sum(value) from {source} where metric = 'smsp__pcsamp_sample_count'")
        want = ask("select sum(value) from {instances} where metric = 'smsp__pcsamp_sample_count'")
        check(samples == want, "DuckDB: samples by line", samples, want)
        days = ask("select count(distinct date), count(*) from {reports} where date is not null")
        check(days[0][0] > 1 and days[0][1] > COUNT - 1, "DuckDB: dates", days)
        rules = ask("select count(*), count(speedup) from {rules} r join {results} using (file, result)")
        check(rules == ask("select count(*), count(speedup) from {rules}"), "DuckDB: rules", rules)

    if has("pyspark") and (shutil.which("java") or os.environ.get("JAVA_HOME") or print("skipped: needs java")):
        from pyspark.sql import SparkSession, functions as f

        spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
                 .config("spark.sql.files.openCostInBytes", "0")  # few tasks for many small files
                 .config("spark.sql.shuffle.partitions", "2")
                 .config("spark.sql.warehouse.dir", os.path.join(work, "warehouse")).config("spark.driver.host", "127.0.0.1").getOrCreate())
        spark.sparkContext.setLogLevel("ERROR")
        metrics = spark.read.parquet(fleet + "/metrics")
        rows = metrics.where("kind != 'str'").groupBy("metric").agg(f.count("value"), f.sum("value")).collect()
        got = {name: [count, number] for name, count, number in rows if count}
        check(not equal(got, total), "Spark: sums", [(n, got.get(n), total.get(n)) for n in equal(got, total)])
        check(dict(metrics.dtypes)["date"] == "date" and dict(metrics.dtypes)["value"] == "double", "Spark: types", metrics.dtypes)
        states = {r["state"]: r["count"] for r in spark.read.parquet(fleet + "/reports").groupBy("state").count().collect()}
        check(states == {"whole": COUNT, "damaged": 1, "unreadable": 1}, "Spark: states", states)
        # CSV of ncurep export, as docs/REPORTS.md reads it.
        table = os.path.join(work, "metrics.csv")
        subprocess.run([tool, "export", "--csv", "-o", table] + [path for path, _ in small], check=False, capture_output=True)
        with open(table, newline="") as text:
            want = [row["value"] or None for row in csv.DictReader(text)]
        got = [row["value"] for row in spark.read.option("header", True).csv(table).select("value").collect()]
        check(len(want) > 100 and got == want, "Spark: CSV", len(want), len(got))
        spark.stop()
print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
sys.exit(failed > 0)
