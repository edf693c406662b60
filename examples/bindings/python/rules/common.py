"""What the rules of this folder share."""

import NvRules

OK, WARNING, ERROR = NvRules.MsgType.OK, NvRules.MsgType.WARNING, NvRules.MsgType.ERROR
LOCAL, GLOBAL = NvRules.IFrontend.SpeedupType_LOCAL, NvRules.IFrontend.SpeedupType_GLOBAL
DEFAULT = NvRules.IFrontend.Severity_SEVERITY_DEFAULT
LOW = NvRules.IFrontend.Severity_SEVERITY_LOW
HIGH = NvRules.IFrontend.Severity_SEVERITY_HIGH

COMPUTE = "sm__throughput.avg.pct_of_peak_sustained_elapsed"
MEMORY = "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"
ISSUE = "smsp__issue_active.avg.per_cycle_active"
WARPS_MOST = "smsp__maximum_warps_avg_per_active_cycle"
WARPS_PEAK = "smsp__warps_active.avg.peak_sustained"
WAVES = "launch__waves_per_multiprocessor"
THEORETICAL = "sm__maximum_warps_per_active_cycle_pct"
ACHIEVED = "sm__warps_active.avg.pct_of_peak_sustained_active"


class Tools:
    """The result that a rule examines, and what the rule says about it."""

    def __init__(self, handle):
        context = NvRules.get_context(handle)
        self.action = context.range_by_idx(0).action_by_idx(0)
        self.frontend = context.frontend()
        self.version = context.tool_version()  # None: treated as the newest
        self.estimates = self.since(2023, 2)
        self.tree = self.since(2023, 3)  # parents pass numbers on
        self.hint = NvRules.MsgType.OPTIMIZATION if self.estimates else WARNING

    def since(self, year, month):
        """Whether the report was made by this version of the tool or a later one."""
        return self.version is None or self.version[:2] >= (year, month)

    def has(self, name):
        """Whether a metric has a number."""
        metric = self.action.metric_by_name(name)
        return metric is not None and isinstance(metric.value(), (int, float))

    def number(self, name):
        """The number of a metric, 0 without one."""
        return self.action.metric_by_name(name).as_double() if self.has(name) else 0.0

    def say(self, kind, title, text):
        return self.frontend.message(kind, text, title)

    def missing(self, kind, name):
        self.say(kind, None, "This result has no metric %s." % name)

    def estimate(self, message, kind, percent):
        if self.estimates:
            self.frontend.speedup(message, kind, percent)

    def estimate_below_issue(self, message, part):
        """An estimate below IssueSlotUtilization: of the whole kernel if that rule spoke."""
        sent = self.receive("IssueSlotUtilization")
        if "issue" in sent:
            self.estimate(message, GLOBAL, smaller(sent["issue"], part) * 100)
        else:
            self.estimate(message, LOCAL, part * 100)

    def focus(self, message, name, value, severity, info=""):
        self.frontend.focus_metric(message, name, value, severity, info)

    def send(self, **numbers):
        self.frontend.send_dict_to_children(numbers)

    def receive(self, parent):
        return self.frontend.receive_dict_from_parent(parent)


def larger(a, b):
    return a if a > b else b


def smaller(a, b):
    return a if a < b else b


def share(part, whole):
    """A quotient as processors compute it, without raising."""
    if whole:
        return part / whole
    return float("nan") if part == 0 or part != part else float("inf") if part > 0 else float("-inf")
