"""Nsight Compute reports in Python, without NVIDIA software.

    import ncurep

    for action in ncurep.load_report("saxpy.ncu-rep")[0]:
        print(action.name(), action["gpu__time_duration.sum"].value())

The classes, names and results are those the vendor's guide documents for the module ncu_report, so "import ncurep as ncu_report"
is all a script needs. Additions say "(Extra.)" in their docstrings. docs/PYTHON.md is the user's page.
"""

from . import dataset, tables
from ._scan import scan
from .code import nvdisasm
from .enums import *  # noqa: F403
from .errors import ReportError, ReportWarning
from .page import show
from .report import *  # noqa: F403

__version__ = "1.0.0"
__all__ = [  # a list that type checkers can read
    "IBaseContext", "IContext", "IRange", "IAction", "IMetric", "IMutableMetric", "INvtxState", "INvtxDomainInfo",
    "INvtxRange", "ISourceInfo", "IRuleResult", "SourceFiles", "Record", "Section", "load_report", "loads", "set_disassembler",
    "INTERFACE_VERSION", "ReportError", "ReportWarning", "dataset", "nvdisasm", "scan", "show", "tables",
    "FocusSeverity", "FocusSeverity_DEFAULT",
    "FocusSeverity_HIGH", "FocusSeverity_LOW", "MarkerKind", "MarkerKind_NONE", "MarkerKind_SASS", "MarkerKind_SOURCE",
    "MsgType", "MsgType_ERR", "MsgType_ERROR", "MsgType_NONE", "MsgType_OK", "MsgType_OPTIMIZATION", "MsgType_WARNING",
    "RuleKind", "RuleKind_DEFAULT", "RuleKind_GUIDED", "SpeedupType", "SpeedupType_GLOBAL", "SpeedupType_LOCAL",
    "SpeedupType_UNKNOWN", "StallReason", "StallReason_BARRIER", "StallReason_BRANCH_RESOLVE",
    "StallReason_DISPATCH_STALL", "StallReason_DRAIN", "StallReason_GMMA", "StallReason_IMC_MISS",
    "StallReason_LG_THROTTLE", "StallReason_LONG_SCOREBOARD", "StallReason_MATH_PIPE_THROTTLE", "StallReason_MEMBAR",
    "StallReason_MIO_THROTTLE", "StallReason_MISC", "StallReason_NONE", "StallReason_NOT_SELECTED",
    "StallReason_NO_INSTRUCTIONS", "StallReason_SELECTED", "StallReason_SHORT_SCOREBOARD", "StallReason_SLEEPING",
    "StallReason_TEX_THROTTLE", "StallReason_WAIT", "StallReason_WARPGROUP_ARRIVE", "TableElementKind",
    "TableElementKind_CUSTOM", "TableElementKind_DOUBLE", "TableElementKind_INT", "TableElementKind_INVALID",
    "TableElementKind_STRING",
]
