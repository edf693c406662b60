"""Hands the throughputs to rules about compute."""

from common import Tools


def get_identifier():
    return "Compute"


def get_name():
    return "Compute"


def get_description():
    return "Hands the throughputs to rules about compute"


def get_section_identifier():
    return "SpeedOfLight"


def get_parent_rules_identifiers():
    return ["SOLBottleneck"]


def apply(handle):
    t = Tools(handle)
    t.send(**t.receive("SOLBottleneck"))
