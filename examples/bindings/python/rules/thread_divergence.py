"""How many threads of a warp take part."""

import NvRules
from common import GLOBAL, HIGH, LOCAL, LOW, Tools, smaller

THREADS = "smsp__thread_inst_executed_per_inst_executed.ratio"
ON = "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"


def get_identifier():
    return "ThreadDivergence"


def get_name():
    return "Diverging threads"


def get_description():
    return "How many threads of a warp take part"


def get_section_identifier():
    return "WarpStateStats"


def get_parent_rules_identifiers():
    return ["Compute"]


def evaluate(handle):
    NvRules.require_metrics(handle, [THREADS, ON])


def apply(handle):
    t = Tools(handle)
    threads, on = t.number(THREADS), t.number(ON)
    least = smaller(threads, on)
    if least >= 24:
        return
    m = t.say(t.hint, "Threads diverge",
              "Of the 32 threads of a warp, %.1f take part in an instruction, and %.1f have it predicated on." % (threads, on))
    sent = t.receive("Compute")
    if "compute" in sent:
        t.estimate(m, GLOBAL, (1 - least / 32) * sent["compute"] * 100)
    else:
        t.estimate(m, LOCAL, (1 - least / 32) * 100)
    if threads < 24:
        t.focus(m, THREADS, threads, LOW, "near 32")
    if on < 24:
        t.focus(m, ON, on, LOW, "near 32")
    t.focus(m, ON, on, HIGH, "near 32")
