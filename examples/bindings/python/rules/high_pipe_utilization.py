"""How busy the busiest pipeline is."""

import re

import NvRules
from common import DEFAULT, HIGH, LOCAL, OK, WARNING, Tools

PIPES = re.compile(r"alu|fma|fp16|fp64|tensor|shared|fmaheavy|tensor_op_[^.]+")
INSTRUCTIONS = re.compile(r"sm__inst_executed_pipe_[^.]+\.avg\.pct_of_peak_sustained_active")


def get_identifier():
    return "HighPipeUtilization"


def get_name():
    return "Pipelines"


def get_description():
    return "How busy the busiest pipeline is"


def get_section_identifier():
    return "ComputeWorkloadAnalysis"


def get_parent_rules_identifiers():
    return ["Compute"]


def apply(handle):
    t = Tools(handle)
    cycles = "_cycles_active.avg.pct_of_peak_sustained_" + ("elapsed" if t.since(2025, 3) else "active")
    hint = t.hint if t.tree else WARNING
    if t.tree:
        for key, pipe in (("fp32", "fma"), ("fp64", "fp64")):
            name = "sm__pipe_" + pipe + cycles
            if t.has(name):
                t.send(**{key: t.number(name)})
    most, most_name = 0.0, ""
    for name in in_file_order(t.action):
        pipe = name[len("sm__pipe_"):-len(cycles)] if name.startswith("sm__pipe_") and name.endswith(cycles) else ""
        if PIPES.fullmatch(pipe) is None and (t.since(2022, 4) or INSTRUCTIONS.fullmatch(name) is None):
            continue
        if t.has(name) and (t.number(name) > most or not most_name):
            most, most_name = max(most, t.number(name)), name
    if not most_name:  # no pipeline was measured, so it is unknown whether any is busy
        t.missing(NvRules.MsgType.ERROR, "sm__pipe_fma" + cycles)
    elif most < 20:
        m = t.say(hint, "All pipelines are mostly idle",
                  "The busiest pipeline is active %.1f %% of the time. Either there are too few warps, or they "
                  "wait." % most)
        if t.tree:
            t.frontend.speedup(m, LOCAL, (1 - most / 100) * 100)
        t.focus(m, most_name, most, HIGH, "the busiest pipeline")
    elif most < 60 or not t.since(2022, 4):
        t.say(OK if t.since(2022, 4) else NvRules.MsgType.NONE, None,
              "The busiest pipeline is active %.1f %% of the time: not a limit." % most)
    else:
        m = t.say(hint, "A pipeline is busy" if most < 80 else "A pipeline is the limit",
                  "The busiest pipeline is active %.1f %% of the time%s." % (most, " and may become the limit" if most < 80 else ""))
        t.focus(m, most_name, most, DEFAULT, "the busiest pipeline")


def in_file_order(action):
    """Metric names as the report has them; of equal ones the first counts."""
    return [metric.name() for metric in action.metrics()]
