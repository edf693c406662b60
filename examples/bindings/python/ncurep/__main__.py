"""The program ncurep-py, and python -m ncurep."""

import argparse
import platform
import sys
from typing import Any, Callable, Dict, List, Optional

from . import __version__, _places
from .dataset import TABLES

PROGRAM = "ncurep-py"

USAGE = """usage: ncurep-py rules REPORT... [OPTION]...
       ncurep-py export -o DATASET [OPTION]... FOLDER
       ncurep-py export --parquet FILE [OPTION]... REPORT...
       ncurep-py --rules | --sections | --compat | --version

rules       runs a folder of rule files on reports; see "rules --help"
export      writes reports as a dataset of Parquet files, or a table of them as one file;
            see "export --help"
--rules     prints the folder of the rules that come with the package
--sections  prints the folder of its section files
--compat    prints the folder that makes "import ncu_report" find this package:
            PYTHONPATH="$(ncurep-py --compat)" python my_script.py
--version   prints the version

"python -m ncurep" is the same as ncurep-py.
"""


def _export(argv: List[str]) -> int:
    parser = argparse.ArgumentParser(
        prog=PROGRAM + " export", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Writes reports as a partitioned dataset, or a table of them as one file, in Parquet (columns: docs/PYTHON.md).",
        epilog="""examples:
  ncurep-py export -o fleet reports/                     a folder, with all folders below it
  ncurep-py export -o fleet --tables reports,metrics --metrics 'gpu__*,dram__*' *.ncu-rep
  ncurep-py export --parquet metrics.parquet *.ncu-rep   one table as one file

A report that cannot be read takes down only itself: it is listed in the tables "reports" and
"problems" of the dataset, and the exit code is 3.""")
    to = parser.add_mutually_exclusive_group(required=True)
    to.add_argument("-o", "--output", metavar="DATASET", help="folder of the dataset; reports that are in it are replaced")
    to.add_argument("--parquet", metavar="FILE", help="file to write")
    parser.add_argument("--tables", metavar="NAMES", help="tables of the dataset, comma-separated (default: all): %s" % ", ".join(TABLES))
    parser.add_argument("--table", choices=("metrics", "results", "instances"), help="table of the file (default: metrics)")
    parser.add_argument("--metrics", metavar="NAMES", default="", help="comma-separated names; * and ? are wildcards")
    parser.add_argument("--workers", metavar="N", type=int, help="processes (default: one for each processor)")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("reports", nargs="+", metavar="REPORT", help="report, or folder of reports")
    options = parser.parse_args(argv)
    metrics = [m for m in options.metrics.split(",") if m]
    if (options.tables if options.parquet else options.table) is not None:
        parser.error("--table belongs to --parquet, --tables to -o")
    if options.workers is not None and options.workers < 1:
        parser.error("--workers: %d" % options.workers)
    chosen = options.tables.split(",") if options.tables else None
    if chosen is not None and not set(chosen) <= set(TABLES):
        parser.error("--tables: unknown table %s" % next(t for t in chosen if t not in TABLES))
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        print(PROGRAM + ": Parquet needs the package pyarrow; the tool ncurep exports CSV and JSON", file=sys.stderr)
        return 2
    from . import dataset, tables

    try:
        if options.output:
            return _list(dataset.write(options.output, options.reports[0] if len(options.reports) == 1 else options.reports, chosen,
                                       metrics, options.workers, False if options.quiet else None))
        tables.write_parquet(options.parquet, options.reports, options.table or "metrics", metrics)
    except (OSError, ValueError) as e:
        print("%s: %s" % (PROGRAM, e), file=sys.stderr)
        return 3
    return 0


def _list(problems: List[Dict[str, Any]]) -> int:
    """Says what is wrong in reports; an exit code."""
    for p in problems[:20]:
        place = "" if p["offset"] is None else ": byte %d" % p["offset"]
        print("%s: %s%s: %s" % (PROGRAM, p["file"], place, p["message"]), file=sys.stderr)
    if len(problems) > 20:
        print("%s: and %d more: see the table \"problems\"" % (PROGRAM, len(problems) - 20), file=sys.stderr)
    return 3 if problems else 0


def _print_folder(folder: Callable[[], str]) -> int:
    try:
        print(folder())
    except OSError as e:
        print("%s: %s: %s" % (PROGRAM, e.filename, e.strerror), file=sys.stderr)
        return 3
    return 0


def main(argv: Optional[List[str]] = None) -> int:
    argv = sys.argv[1:] if argv is None else argv
    if not argv or argv[0] in ("-h", "--help"):
        print(USAGE, end="", file=sys.stdout if argv else sys.stderr)
        return 0 if argv else 2
    if argv[0] == "export":
        return _export(argv[1:])
    if argv == ["--version"]:
        print("ncurep-py %s, Python %s" % (__version__, platform.python_version()))
        return 0
    if len(argv) == 1 and argv[0] in ("--rules", "--sections", "--compat"):
        return _print_folder({"--rules": _places.rules, "--sections": _places.sections, "--compat": _places.compat}[argv[0]])
    from .rules_main import main as rules

    return rules(argv)


if __name__ == "__main__":
    sys.exit(main())
