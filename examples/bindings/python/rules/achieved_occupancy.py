"""Whether the warps that fit are active."""

import NvRules
from common import ACHIEVED, DEFAULT, THEORETICAL, Tools, share


def get_identifier():
    return "AchievedOccupancy"


def get_name():
    return "Achieved occupancy"


def get_description():
    return "Whether the warps that fit are active"


def get_section_identifier():
    return "Occupancy"


def get_parent_rules_identifiers():
    return ["IssueSlotUtilization"]


def evaluate(handle):
    NvRules.require_metrics(handle, [THEORETICAL, ACHIEVED])


def apply(handle):
    t = Tools(handle)
    theoretical, achieved = t.number(THEORETICAL), t.number(ACHIEVED)
    if not t.tree or theoretical - achieved <= 10:
        return
    m = t.say(t.hint, "Fewer warps than possible",
              "The launch allows %.1f %% of the warps, %.1f %% are active: look for uneven work among warps or "
              "blocks."
              % (theoretical, achieved))
    t.estimate_below_issue(m, share(theoretical - achieved, theoretical))
    t.focus(m, ACHIEVED, achieved, DEFAULT)
