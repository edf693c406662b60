"""Wavefronts that better accesses would save."""

from uncoalesced import uncoalesced


def get_identifier():
    return "UncoalescedSharedAccess"


def get_name():
    return "Shared accesses"


def get_description():
    return "Wavefronts that better accesses would save"


def get_section_identifier():
    return "SourceCounters"


def get_parent_rules_identifiers():
    return ["Memory"]


def apply(handle):
    uncoalesced(handle, "memory_l1_wavefronts_shared", "l1tex", "wavefronts")
