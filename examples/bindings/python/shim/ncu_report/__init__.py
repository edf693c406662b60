"""ncu_report, by ncurep: scripts for the vendor's module run unchanged, without NVIDIA software.

ImportError if the vendor's module is installed or on the path: this one never hides it.
"""

import importlib.machinery
import importlib.metadata
import os
import sys


def _ours(path: str) -> bool:
    """Whether a module of this name is this one, or the one in ncurep's folder compat."""
    with open(path, "rb") as f:
        return f.read(40).startswith(b'"""ncu_report, by ncurep')


def _vendor() -> str:
    """Where the vendor's module is, "" if it is nowhere."""
    try:
        importlib.metadata.distribution("ncu-report")
        return "the package ncu-report, to be reinstalled then"
    except importlib.metadata.PackageNotFoundError:
        pass
    for entry in sys.path:
        folder = os.path.abspath(entry)
        spec = importlib.machinery.PathFinder.find_spec("ncu_report", [folder])
        # Where a package and a module of one name lie side by side, Python finds the package.
        for path in (spec.origin if spec is not None else None, os.path.join(folder, "ncu_report.py")):
            if path and os.path.isfile(path) and not _ours(path):
                return path
    return ""


_found = _vendor()
if _found:
    raise ImportError(
        "ncu-report-shim would hide NVIDIA's ncu_report (%s). To use that: pip uninstall ncu-report-shim. To use ncurep: "
        "import ncurep as ncu_report" % _found, name="ncu_report")

from ncurep import *  # noqa: E402,F401,F403
from ncurep import __all__, __version__  # noqa: E402,F401
