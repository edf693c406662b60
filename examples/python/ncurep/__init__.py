"""Nsight Compute reports in Python, without NVIDIA software.

    import ncurep

    for action in ncurep.load_report("saxpy.ncu-rep")[0]:
        print(action.name(), action["gpu__time_duration.sum"].value())

The classes, names and results are those the vendor's guide documents for the module ncu_report, so "import ncurep as ncu_report"
is all a script needs. Additions say "(Extra.)" in their docstrings. docs/PYTHON.md is the user's page.
"""

from . import enums as _enums
from . import dataset, tables
from ._scan import scan
from .code import nvdisasm
from .enums import *  # noqa: F401,F403
from .errors import ReportError, ReportWarning
from .report import *  # noqa: F401,F403
from .report import __all__ as _report_names

__version__ = "1.0.0"
__all__ = list(_report_names) + ["ReportError", "ReportWarning", "dataset", "nvdisasm", "scan", "tables"] + [
    n for n in dir(_enums) if not n.startswith("_") and n not in ("IntEnum", "Union", "msg_type", "member")]
