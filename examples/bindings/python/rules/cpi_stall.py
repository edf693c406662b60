"""What warps wait for."""

import re

import NvRules
from common import HIGH, ISSUE, LOW, OK, Tools, share

LATENCY = "smsp__average_warp_latency_per_inst_issued.ratio"
STALL = re.compile(r"smsp__average_warps_issue_stalled_([^.]+)_per_issue_active\.ratio")


def get_identifier():
    return "CPIStall"


def get_name():
    return "Waiting warps"


def get_description():
    return "What warps wait for"


def get_section_identifier():
    return "WarpStateStats"


def get_parent_rules_identifiers():
    return ["IssueSlotUtilization"]


def evaluate(handle):
    NvRules.require_metrics(handle, [ISSUE, LATENCY])


def apply(handle):
    t = Tools(handle)
    latency, issue = t.number(LATENCY), t.number(ISSUE)
    if issue >= 0.8:
        return
    found = []
    for name in t.action.metric_names():
        reason = STALL.fullmatch(name)
        if reason and reason.group(1) not in ("selected", "not_selected") and share(t.number(name), latency) > 0.3:
            found.append((t.number(name), name, reason.group(1)))
    found.sort(key=lambda f: -f[0])
    for cycles, name, reason in found:
        m = t.say(t.hint, "Warps wait", "Of the %.1f cycles between two instructions, a warp waits %.1f (%.1f "
                                        "%%) for %s."
                  % (latency, cycles, share(cycles, latency) * 100, reason))
        t.estimate_below_issue(m, share(cycles, latency))
        t.focus(m, ISSUE, issue, HIGH, "more instructions a cycle")
        t.focus(m, name, cycles, LOW, "fewer cycles")
    if found:
        t.say(OK, None, "The profiler's guide explains each reason; the source view shows where it occurs.")
