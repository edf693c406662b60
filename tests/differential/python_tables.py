"""The tables of the Python package against the CSV that the tool exports; and Parquet, where pyarrow is.

    python_tables.py TOOL REPORT...
"""

import csv
import io
import math
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import python_tests  # noqa: E402,F401

import ncurep  # noqa: E402
from ncurep import tables  # noqa: E402


def same(kind, value, integer, text):
    """Whether a cell of the CSV is this value; beside a number its integer, if it is one."""
    if kind != "number":
        return text == ("" if value is None else str(value))
    if integer is not None:
        return text == str(integer) and value == float(integer)
    if value is None:
        return text == ""
    return text != "" and (float(text) == value or (math.isnan(float(text)) and math.isnan(value)))


def compare(tool, path, table):
    done = subprocess.run([tool, "export", "--table", table, path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    theirs = list(csv.reader(io.StringIO(done.stdout.decode("utf-8", "surrogateescape"), newline="")))
    columns = tables.COLUMNS[table]
    titles = [name for name, _ in columns]
    if titles[: len(theirs[0])] != theirs[0]:
        return "%s: other columns in %s" % (path, table)
    mine = list(tables.rows(ncurep.load_report(path), table))
    if len(mine) != len(theirs) - 1:
        return "%s: %d rows in %s, %d of the tool" % (path, len(mine), table, len(theirs) - 1)
    for number, (row, line) in enumerate(zip(mine, theirs[1:])):
        found = dict(zip(titles, row))
        for (name, kind), text in zip(columns, line):
            if not same(kind, found[name], found.get(name + "_integer"), text):
                return "%s: row %d of %s, %s: %r, %r of the tool" % (path, number, table, name, found[name], text)
    return None


def parquet(paths):
    """The rows read back are those that were written."""
    import pyarrow.parquet

    with tempfile.TemporaryDirectory() as folder:
        to = os.path.join(folder, "t.parquet")
        for table in tables.COLUMNS:
            code = subprocess.run([sys.executable, "-m", "ncurep", "export", "--parquet", to, "--table", table] + paths).returncode
            read = pyarrow.parquet.read_table(to)
            rows = [r for p in paths for r in tables.rows(ncurep.load_report(p), table)]
            back = list(zip(*(c.to_pylist() for c in read.columns)))
            # bytes that are no UTF-8 are not kept; nan is not equal to itself
            if code != 0 or repr(back).replace("\ufffd", "?") != repr([tuple(r) for r in rows]).encode("utf-8", "replace").decode():
                return "Parquet: another table " + table
            if [f.name for f in read.schema] != [n for n, _ in tables.COLUMNS[table]]:
                return "Parquet: other columns in " + table
        for wrong, code in ((["absent.ncu-rep"], 3), ([__file__], 3)):
            done = subprocess.run([sys.executable, "-m", "ncurep", "export", "--parquet", to] + wrong, stderr=subprocess.DEVNULL)
            if done.returncode != code:
                return "export of %s: code %d" % (wrong, done.returncode)
    return None


def main():
    passed = failed = skipped = 0
    tool, paths = sys.argv[1], sys.argv[2:]
    results = [compare(tool, p, t) for p in paths for t in tables.COLUMNS]
    try:
        import pyarrow  # noqa: F401

        results.append(parquet(paths[:3]))
    except ImportError:
        skipped += 1
        print("skipped: needs pyarrow")
    for wrong in results:
        if wrong is None:
            passed += 1
        else:
            failed += 1
            print("FAILED " + wrong)
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
