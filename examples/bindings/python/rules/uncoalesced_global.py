"""Sectors that coalesced accesses would save."""

from uncoalesced import uncoalesced


def get_identifier():
    return "UncoalescedGlobalAccess"


def get_name():
    return "Global accesses"


def get_description():
    return "Sectors that coalesced accesses would save"


def get_section_identifier():
    return "SourceCounters"


def get_parent_rules_identifiers():
    return ["Memory"]


def apply(handle):
    uncoalesced(handle, "memory_l2_theoretical_sectors_global", "lts", "sectors")
