"""How many warps there are, as in reports up to 2023.2; two other rules have replaced it since."""

import NvRules
from common import ACHIEVED, DEFAULT, LOCAL, OK, THEORETICAL, Tools, share


def get_identifier():
    return "Occupancy"


def get_name():
    return "Occupancy"


def get_description():
    return "How many warps are there (reports up to 2023.2)"


def get_section_identifier():
    return "Occupancy"


def evaluate(handle):
    NvRules.require_metrics(handle, [THEORETICAL, ACHIEVED])


def apply(handle):
    t = Tools(handle)
    theoretical, achieved = t.number(THEORETICAL), t.number(ACHIEVED)
    if t.tree:
        return
    if theoretical - achieved > 10:
        m = t.say(t.hint, None, "The launch allows %.1f %% of the warps, %.1f %% are active." % (theoretical, achieved))
        t.estimate(m, LOCAL, share(theoretical - achieved, theoretical) * 100)
    elif theoretical < 100:
        m = t.say(t.hint, None, "The launch allows only %.1f %% of the warps." % theoretical)
    else:
        m = t.say(OK, None, "Registers, shared memory and block size limit nothing.")
    if t.estimates:
        t.focus(m, ACHIEVED, achieved, DEFAULT)
