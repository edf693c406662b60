"""Additions and multiplications that could be fused."""

from common import ERROR, GLOBAL, HIGH, LOCAL, LOW, Tools

OPCODES = "sass__inst_executed_per_opcode"


def get_identifier():
    return "FPInstructions"


def get_name():
    return "Fused instructions"


def get_description():
    return "Additions and multiplications that could be fused"


def get_section_identifier():
    return "InstructionStats"


def get_parent_rules_identifiers():
    return ["HighPipeUtilization"]


def apply(handle):
    t = Tools(handle)
    metric = t.action.metric_by_name(OPCODES)
    if metric is None:
        t.missing(ERROR, OPCODES)
        return
    ids = metric.correlation_ids()
    count = {ids.as_string(i): metric.as_double(i) for i in range(metric.num_instances())} if ids is not None else {}
    sent = t.receive("HighPipeUtilization")
    for letter, kind, key, pipe in (("F", "single", "fp32", "fma"), ("D", "double", "fp64", "fp64")):
        apart = count.get(letter + "ADD", 0.0) + count.get(letter + "MUL", 0.0)
        fused = count.get(letter + "FMA", 0.0)
        if apart + fused == 0:
            continue
        saved = 0.5 * apart / (apart + fused)
        if saved <= 0.1:
            continue
        m = t.say(t.hint, "Additions and multiplications that could be fused",
                  "Of the instructions on %s floats, %.0f are fused and %.0f are not: fusing pairs of them would "
                  "save up to %.0f %%."
                  % (kind, fused, apart, saved * 100))
        if key in sent:
            t.estimate(m, GLOBAL, saved * sent[key])
        else:
            t.estimate(m, LOCAL, saved * 100)
        t.focus(m, OPCODES, apart, HIGH, "fewer unfused ones")
        if key in sent:
            t.focus(m, "sm__pipe_%s_cycles_active.avg.pct_of_peak_sustained_active" % pipe, sent[key], LOW)
