"""Whether the launch limits the warps."""

import NvRules
from common import HIGH, WARPS_MOST, WARPS_PEAK, Tools, share

LIMITS = {
    "launch__occupancy_limit_blocks": "blocks",
    "launch__occupancy_limit_registers": "registers",
    "launch__occupancy_limit_shared_mem": "shared memory",
    "launch__occupancy_limit_warps": "warps",
    "launch__occupancy_limit_barriers": "barriers",
}


def get_identifier():
    return "TheoreticalOccupancy"


def get_name():
    return "Theoretical occupancy"


def get_description():
    return "Whether the launch limits the warps"


def get_section_identifier():
    return "Occupancy"


def get_parent_rules_identifiers():
    return ["IssueSlotUtilization"]


def evaluate(handle):
    NvRules.require_metrics(handle, [WARPS_MOST, WARPS_PEAK])


def apply(handle):
    t = Tools(handle)
    most, peak = t.number(WARPS_MOST), t.number(WARPS_PEAK)
    part = share(most, peak)
    if not t.tree or part >= 0.8:
        return
    limits = {name: t.number(name) for name in LIMITS if t.has(name)}
    by = [LIMITS[name] for name, limit in limits.items() if limit <= min(limits.values())]
    m = t.say(t.hint, "The launch limits the warps",
              "A scheduler gets %.2f of the %.1f warps it can hold (%.1f %%)%s."
              % (most, peak, part * 100, ", limited by " + ", ".join(by) if by else ""))
    t.estimate_below_issue(m, 1 - part)
    t.focus(m, WARPS_MOST, most, HIGH, "more warps")
