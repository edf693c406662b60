"""Hands the throughput of L1 to rules about memory."""

from common import Tools

L1 = "l1tex__throughput.avg.pct_of_peak_sustained_active"


def get_identifier():
    return "Memory"


def get_name():
    return "Memory"


def get_description():
    return "Hands the throughput of L1 to rules about memory"


def get_section_identifier():
    return "SpeedOfLight"


def get_parent_rules_identifiers():
    return ["SOLBottleneck"]


def apply(handle):
    t = Tools(handle)
    if t.tree and t.has(L1):
        t.send(l1tex=t.number(L1))
