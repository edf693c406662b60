"""The program ncurep-py, and python -m ncurep."""

import argparse
import platform
import sys
from typing import Callable, List, Optional

from . import __version__, _places

PROGRAM = "ncurep-py"

USAGE = """usage: ncurep-py rules REPORT... [OPTION]...
       ncurep-py export --parquet FILE [OPTION]... REPORT...
       ncurep-py --rules | --sections | --compat | --version

rules       runs a folder of rule files on reports; see "rules --help"
export      writes a table of reports as a Parquet file; see "export --help"
--rules     prints the folder of the rules that come with the package
--sections  prints the folder of its section files
--compat    prints the folder that makes "import ncu_report" find this package:
            PYTHONPATH="$(ncurep-py --compat)" python my_script.py
--version   prints the version

"python -m ncurep" is the same as ncurep-py.
"""


def _export(argv: List[str]) -> int:
    parser = argparse.ArgumentParser(
        prog=PROGRAM + " export", description="Writes a table of reports as a Parquet file (columns: docs/REPORTS.md).",
        epilog="example: ncurep-py export --parquet metrics.parquet --metrics 'gpu__*,dram__*' *.ncu-rep")
    parser.add_argument("--parquet", metavar="FILE", required=True, help="file to write")
    parser.add_argument("--table", choices=("metrics", "results", "instances"), default="metrics", help="default: metrics")
    parser.add_argument("--metrics", metavar="NAMES", default="", help="comma-separated names; * and ? are wildcards")
    parser.add_argument("reports", nargs="+", metavar="REPORT")
    options = parser.parse_args(argv)
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        print(PROGRAM + ": Parquet needs the package pyarrow; the tool ncurep exports CSV and JSON", file=sys.stderr)
        return 2
    from . import tables

    try:
        tables.write_parquet(options.parquet, options.reports, options.table, [m for m in options.metrics.split(",") if m])
    except (OSError, ValueError) as e:
        print("%s: %s" % (PROGRAM, e), file=sys.stderr)
        return 3
    return 0


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
