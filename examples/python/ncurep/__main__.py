"""python -m ncurep VERB ..."""

import argparse
import os
import sys
from typing import List, Optional

USAGE = """usage: python -m ncurep rules REPORT... --rules-folder DIR [OPTION]...
       python -m ncurep export --parquet FILE [OPTION]... REPORT...
       python -m ncurep --compat

rules     runs a folder of rule files on reports; see "rules --help"
export    writes a table of reports as a Parquet file; see "export --help"
--compat  prints the folder that makes "import ncu_report" find this package:
          PYTHONPATH="$(python -m ncurep --compat)" python my_script.py
"""


def _export(argv: List[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m ncurep export", description="Writes a table of reports as a Parquet file (columns: docs/REPORTS.md).",
        epilog="example: python -m ncurep export --parquet metrics.parquet --metrics 'gpu__*,dram__*' *.ncu-rep")
    parser.add_argument("--parquet", metavar="FILE", required=True, help="file to write")
    parser.add_argument("--table", choices=("metrics", "results", "instances"), default="metrics", help="default: metrics")
    parser.add_argument("--metrics", metavar="NAMES", default="", help="comma-separated names; * and ? are wildcards")
    parser.add_argument("reports", nargs="+", metavar="REPORT")
    options = parser.parse_args(argv)
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        print("python -m ncurep: Parquet needs the package pyarrow; the tool ncurep exports CSV and JSON", file=sys.stderr)
        return 2
    from . import tables

    try:
        tables.write_parquet(options.parquet, options.reports, options.table, [m for m in options.metrics.split(",") if m])
    except (OSError, ValueError) as e:
        print("python -m ncurep: %s" % e, file=sys.stderr)
        return 3
    return 0


def _compat() -> int:
    here = os.path.dirname(os.path.abspath(__file__))
    for folder in (os.path.join(here, "compat"), os.path.join(os.path.dirname(here), "compat")):
        if os.path.isfile(os.path.join(folder, "ncu_report.py")):
            print(folder)
            return 0
    print("python -m ncurep: the folder compat is missing", file=sys.stderr)
    return 3


def main(argv: Optional[List[str]] = None) -> int:
    argv = sys.argv[1:] if argv is None else argv
    if not argv or argv[0] in ("-h", "--help"):
        print(USAGE, end="", file=sys.stdout if argv else sys.stderr)
        return 0 if argv else 2
    if argv[0] == "export":
        return _export(argv[1:])
    if argv == ["--compat"]:
        return _compat()
    from .rules_main import main as rules

    return rules(argv)


if __name__ == "__main__":
    sys.exit(main())
